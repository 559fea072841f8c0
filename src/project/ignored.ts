import { relative, sep } from 'node:path'
import { splitLines } from '../document/lines.js'
import { withoutTail } from '../document/tails.js'
import { createPathTest } from './wildcards.js'

/** A line of an ignore file, with its position among all lines of the ignore files of a directory. */
type IgnoreRule = { order: number; isException: boolean }

/** A rule that is compared with each path, because of its wildcards. */
type WildcardRule = IgnoreRule & { matches: (path: string) => boolean }

/**
 * Rules by name, by path, or by the end of a name, so that checking a path does not take longer with more rules. Of
 * several rules for the same name, path or ending, only the last is kept. Rules with wildcards elsewhere than at the
 * beginning of a name are listed in their order.
 */
type RuleSet = {
  names: Map<string, IgnoreRule>
  paths: Map<string, IgnoreRule>
  suffixes: Map<string, IgnoreRule>
  wildcards: WildcardRule[]
}

/**
 * The rules of a directory's ignore files for everything below it. `folderRules` only apply to directories.
 * `folderVerdicts` caches results for directories.
 */
export type IgnoreLayer = {
  folder: string
  generalRules: RuleSet
  folderRules: RuleSet
  /** Directories that were entered although a rule ignores them. */
  enteredFolders: ReadonlySet<string>
  folderVerdicts: Map<string, Verdict>
}

/** Whether rules ignore a path or include it (`!`); undefined if no rule matches. */
type Verdict = 'ignored' | 'included' | undefined

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin'

const normalize = (text: string): string => (ignoreCase ? text.toLowerCase() : text)

const createRuleSet = (): RuleSet => ({
  names: new Map(),
  paths: new Map(),
  suffixes: new Map(),
  wildcards: [],
})

/** Creates a layer from the contents of ignore files; later files take precedence. */
export function createLayer(folder: string, texts: readonly string[]): IgnoreLayer {
  const [generalRules, folderRules] = [createRuleSet(), createRuleSet()]
  const lines = texts.flatMap((text) => splitLines(text.replace(/^\ufeff/, '')))
  for (const [order, line] of lines.entries()) addRule({ generalRules, folderRules }, line, order)
  return { folder, generalRules, folderRules, enteredFolders: new Set(), folderVerdicts: new Map() }
}

/** The number of rules of a layer that are compared with each path. */
export const countWildcards = ({ generalRules, folderRules }: IgnoreLayer): number =>
  generalRules.wildcards.length + folderRules.wildcards.length

const hasWildcard = (text: string): boolean => /[*?[\\]/.test(text)

/** Adds the rule of a line as `gitignore(5)` describes it. Blank lines and comments are skipped. */
function addRule(
  { generalRules, folderRules }: Pick<IgnoreLayer, 'generalRules' | 'folderRules'>,
  line: string,
  order: number,
): void {
  const isException = line.startsWith('!')
  const positivePattern = withoutBlanks(isException ? line.slice(1) : line)
  const pattern = withoutTail(positivePattern, /\//)
  if (pattern === '' || line.startsWith('#')) return
  const rules = positivePattern === pattern ? generalRules : folderRules
  const rule = { order, isException }
  const segments = pattern.replace(/^\//, '').split('/')
  const [name = ''] = segments
  const isName = !pattern.includes('/')
  if (isName && !hasWildcard(name)) rules.names.set(normalize(name), rule)
  else if (isName && name.startsWith('*') && !hasWildcard(name.slice(1)))
    rules.suffixes.set(normalize(name.slice(1)), rule)
  else if (!segments.some(hasWildcard)) rules.paths.set(normalize(segments.join('/')), rule)
  else {
    const matches = createPathTest(isName ? ['**', name] : segments, { dot: true, ignoreCase })
    rules.wildcards.push({ ...rule, matches })
  }
}

/** Removes trailing spaces and tabs from a line, but keeps a space or tab that a backslash escapes. */
function withoutBlanks(line: string): string {
  const trimmedLine = withoutTail(line, /[ \t]/)
  const backslashCount = trimmedLine.length - withoutTail(trimmedLine, /\\/).length
  return backslashCount % 2 === 0 ? trimmedLine : line.slice(0, trimmedLine.length + 1)
}

const toPathInLayer = ({ folder }: IgnoreLayer, path: string): string =>
  relative(folder, path).replaceAll(sep, '/')

/** The verdict of a layer on a path. Everything in an ignored directory is ignored. */
function findVerdict(layer: IgnoreLayer, path: string, isFolder: boolean): Verdict {
  const { folderVerdicts } = layer
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth += 1) {
    const ancestor = names.slice(0, depth).join('/')
    if (!folderVerdicts.has(ancestor))
      folderVerdicts.set(ancestor, applyRules(layer, ancestor, true))
    if (folderVerdicts.get(ancestor) === 'ignored') return 'ignored'
  }
  return applyRules(layer, path, isFolder)
}

function applyRules(layer: IgnoreLayer, path: string, isFolder: boolean): Verdict {
  if (isFolder && layer.enteredFolders.has(path)) return 'included'
  const matchingRules = [
    findRule(layer.generalRules, path),
    isFolder && findRule(layer.folderRules, path),
  ]
  const last = findLastRule(matchingRules)
  return last && (last.isException ? 'included' : 'ignored')
}

/** The last rule of a set that matches a path. */
function findRule(
  { names, paths, suffixes, wildcards }: RuleSet,
  path: string,
): IgnoreRule | undefined {
  const normalizedPath = normalize(path)
  const name = normalizedPath.slice(normalizedPath.lastIndexOf('/') + 1)
  const matchingRules = [names.get(name), paths.get(normalizedPath)]
  if (suffixes.size > 0)
    for (let start = 0; start <= name.length; start += 1)
      matchingRules.push(suffixes.get(name.slice(start)))
  return findLastRule([...matchingRules, wildcards.findLast(({ matches }) => matches(path))])
}

function findLastRule(rules: readonly (IgnoreRule | false | undefined)[]): IgnoreRule | undefined {
  let last: IgnoreRule | undefined
  for (const rule of rules) if (rule && rule.order >= (last?.order ?? 0)) last = rule
  return last
}

/** Whether a file or directory is ignored: the innermost layer with a matching rule decides. Paths are absolute. */
export function isIgnored(
  layers: readonly IgnoreLayer[],
  path: string,
  isFolder: boolean,
): boolean {
  for (const layer of layers.toReversed()) {
    const verdict = findVerdict(layer, toPathInLayer(layer, path), isFolder)
    if (verdict) return verdict === 'ignored'
  }
  return false
}

/**
 * Prepares layers for searching a directory, so that they do not ignore it. It is searched even if a layer ignores it,
 * because the user named it or an inner layer includes it again.
 */
export function enterFolder(layers: readonly IgnoreLayer[], folder: string): IgnoreLayer[] {
  return layers.map((layer) => {
    const path = toPathInLayer(layer, folder)
    if (path === '' || findVerdict(layer, path, true) !== 'ignored') return layer
    return {
      ...layer,
      enteredFolders: new Set([...layer.enteredFolders, path]),
      folderVerdicts: new Map(),
    }
  })
}
