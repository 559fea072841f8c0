import { relative, sep } from 'node:path'
import { splitLines } from '../document/lines.js'
import { withoutTail } from '../document/tails.js'
import { createPathTest } from './wildcards.js'

/** A line of an ignore file. */
type IgnoreRule = { isException: boolean; isForFolders: boolean; fits: (path: string) => boolean }

/** The rules of a directory's ignore files for everything below it, and what they say about directories so far. */
export type IgnoreLayer = {
  folder: string
  rules: readonly IgnoreRule[]
  folders: Map<string, Verdict>
}

/** Whether rules ignore a path, include it in spite of others, or say nothing. */
type Verdict = 'ignored' | 'included' | undefined

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin'

const toLayer = (folder: string, rules: readonly IgnoreRule[]): IgnoreLayer => ({
  folder,
  rules,
  folders: new Map(),
})

/** A layer from the texts of ignore files; later ones win. */
export const createLayer = (folder: string, texts: readonly string[]): IgnoreLayer =>
  toLayer(
    folder,
    texts.flatMap((text) => splitLines(text.replace(/^\ufeff/, '')).flatMap(parseRule)),
  )

/** The rule of a line as `gitignore(5)` describes it; none for blank lines and comments. */
function parseRule(line: string): IgnoreRule[] {
  const isException = line.startsWith('!')
  const bare = withoutBlanks(isException ? line.slice(1) : line)
  const pattern = withoutTail(bare, /\//)
  if (pattern === '' || line.startsWith('#')) return []
  const segments = pattern.replace(/^\//, '').split('/')
  if (!pattern.includes('/')) segments.unshift('**')
  return [
    {
      isException,
      isForFolders: bare !== pattern,
      fits: createPathTest(segments, { dot: true, ignoreCase }),
    },
  ]
}

/** A line without the spaces at its end, but those after a backslash. */
function withoutBlanks(line: string): string {
  const bare = withoutTail(line, /[ \t]/)
  const backslashes = bare.length - withoutTail(bare, /\\/).length
  return backslashes % 2 === 0 ? bare : line.slice(0, bare.length + 1)
}

const toPathInLayer = ({ folder }: IgnoreLayer, path: string): string =>
  relative(folder, path).replaceAll(sep, '/')

/** What a layer says about a path: nothing in an ignored directory can be included again. */
function judge({ rules, folders }: IgnoreLayer, path: string, isFolder: boolean): Verdict {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth += 1) {
    const ancestor = names.slice(0, depth).join('/')
    if (!folders.has(ancestor)) folders.set(ancestor, applyRules(rules, ancestor, true))
    if (folders.get(ancestor) === 'ignored') return 'ignored'
  }
  return applyRules(rules, path, isFolder)
}

function applyRules(rules: readonly IgnoreRule[], path: string, isFolder: boolean): Verdict {
  const last = rules.findLast(({ isForFolders, fits }) => (isFolder || !isForFolders) && fits(path))
  return last && (last.isException ? 'included' : 'ignored')
}

/** Whether a file or directory is ignored: the innermost layer with a matching rule decides. Paths are absolute. */
export function isIgnored(
  layers: readonly IgnoreLayer[],
  path: string,
  isFolder: boolean,
): boolean {
  for (const layer of layers.toReversed()) {
    const verdict = judge(layer, toPathInLayer(layer, path), isFolder)
    if (verdict) return verdict === 'ignored'
  }
  return false
}

/**
 * The layers inside a directory that is searched although a layer may ignore it: because it was requested, or because an
 * inner layer re-includes it. They no longer ignore the directory itself.
 */
export function enterFolder(layers: readonly IgnoreLayer[], folder: string): IgnoreLayer[] {
  return layers.map((layer) => {
    const path = toPathInLayer(layer, folder)
    if (path === '' || judge(layer, path, true) !== 'ignored') return layer
    const exception: IgnoreRule = {
      isException: true,
      isForFolders: true,
      fits: (other) => other === path,
    }
    return toLayer(layer.folder, [...layer.rules, exception])
  })
}
