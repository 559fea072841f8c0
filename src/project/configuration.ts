import type { Finding, Path, Span } from '../document/diagnostic.js'
import { findLineStarts, toPosition, toDiagnostics } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import type { Configuration } from '../generated/configuration.js'
import { toJsonMap } from '../document/record.js'
import { checkData } from '../schema/check-data.js'
import { configurationSchema } from '../schema/configuration-schema.js'
import { toSettings } from './settings.js'
import type { ConfigurationSource, Settings, SettingsPart } from './settings.js'
import type { BrokenConfiguration } from './project-error.js'

/**
 * The functions with which a configuration is read. Paths are in the format of the platform, relative to the current
 * directory or absolute.
 */
export type ConfigurationHost = {
  read: (path: string) => { text: string } | { why: string }
  /** Resolves a path that is written in a config file, starting at the directory of that file. */
  resolve: (file: string, path: string) => string
  /** Why a file that a config file names must not be read; undefined if it may be. Does not read the file. */
  findObstacle: (path: string) => string | undefined
  /** A path relative to the directory of a file, with `/` between names. */
  toRelativePath: (file: string, path: string) => string
  createMatcher: (globs: readonly string[]) => (path: string) => boolean
}

/**
 * A config file and the files it extends, directly or indirectly. `sources` has each file with valid content once,
 * after the files that it extends; `broken` has the files with mistakes.
 */
export type ConfigurationChain = {
  sources: readonly ConfigurationSource[]
  broken: readonly BrokenConfiguration[]
}

type ChainState = {
  host: ConfigurationHost
  sources: ConfigurationSource[]
  broken: BrokenConfiguration[]
  visitedPaths: Set<string>
  globCount: number
}

/** Maximum number of files that a config file extends, directly or indirectly, because each of them is read. */
const maxExtended = 100

/**
 * Maximum number of glob patterns of a config file and the files it extends, because each router file is compared with
 * each pattern.
 */
const maxGlobs = 1000

/** Reads a config file, whose content is `text`, and all files that it extends. */
export function readConfigurationChain(
  path: string,
  text: string,
  host: ConfigurationHost,
): ConfigurationChain {
  const state: ChainState = {
    host,
    sources: [],
    broken: [],
    visitedPaths: new Set([path]),
    globCount: 0,
  }
  visitConfiguration(state, path, text, [path])
  return { sources: state.sources, broken: state.broken }
}

function visitConfiguration(
  state: ChainState,
  path: string,
  text: string,
  extendingPaths: readonly string[],
): void {
  const configuration = readConfiguration(path, text)
  if (!('content' in configuration)) return void state.broken.push(configuration)
  const { host, sources, visitedPaths } = state
  const faults: Finding[] = []
  const reportAt = (keyPath: Path, message: string): void =>
    void faults.push({
      rule: 'configuration',
      severity: 'error',
      message,
      path: keyPath,
      span: configuration.document.findSpan(keyPath, 'value'),
    })
  state.globCount += countGlobs(configuration.content)
  if (state.globCount > maxGlobs)
    reportAt(
      configuration.keyPath,
      `the configuration has more than ${maxGlobs} glob patterns; write fewer, such as \`sites/**\``,
    )
  for (const { keyPath, name, writtenPath } of listNamedFiles(configuration)) {
    const parent = host.resolve(path, writtenPath)
    const report = (message: string): void => reportAt(keyPath, message)
    const obstacle = host.findObstacle(parent)
    if (obstacle !== undefined) report(`\`${name}\` names \`${parent}\`, which ${obstacle}`)
    else if (name !== 'extends') continue
    else if (extendingPaths.includes(parent))
      report(`\`extends\` leads back to \`${parent}\`; files cannot extend each other`)
    else if (!visitedPaths.has(parent)) {
      visitedPaths.add(parent)
      if (visitedPaths.size > maxExtended + 1) {
        report(`the configuration extends more than ${maxExtended} files; extend fewer`)
        break
      }
      const result = host.read(parent)
      if ('why' in result)
        report(`${result.why}; \`extends\` takes paths from the folder of this file`)
      else visitConfiguration(state, parent, result.text, [...extendingPaths, parent])
    }
  }
  if (faults.length > 0) state.broken.push(createBroken(configuration, faults))
  sources.push(createSource(configuration, host))
}

const countGlobs = ({ exclude = [], overrides = [] }: Configuration): number =>
  [exclude, ...overrides.flatMap((part) => [part.files, part.exclude ?? []])].flat().length

/**
 * A file that a config file names: the path of the key inside the config file, the name of the key, and the path of the
 * named file as written.
 */
type NamedFile = { keyPath: Path; name: string; writtenPath: string }

/** The files that a config file names with `extends`, `envFile` and `baseline`. */
function listNamedFiles({ keyPath, content }: ValidConfiguration): NamedFile[] {
  const listBelow = (
    parentPath: Path,
    name: string,
    value: string | readonly string[] = [],
  ): NamedFile[] =>
    typeof value === 'string'
      ? [{ keyPath: [...parentPath, name], name, writtenPath: value }]
      : value.map((writtenPath, index) => ({
          keyPath: [...parentPath, name, index],
          name,
          writtenPath,
        }))
  return [
    ...listBelow(keyPath, 'extends', content.extends),
    ...listBelow(keyPath, 'envFile', content.envFile),
    ...listBelow(keyPath, 'baseline', content.baseline),
    ...(content.overrides ?? []).flatMap(({ envFile }, index) =>
      listBelow([...keyPath, 'overrides', index], 'envFile', envFile),
    ),
  ]
}

function createSource(
  { path, document, keyPath, content }: ValidConfiguration,
  { resolve, toRelativePath, createMatcher }: ConfigurationHost,
): ConfigurationSource {
  const starts = findLineStarts(document.text)
  const createSettings = (part: SettingsPart, partPath: Path): Settings =>
    toSettings(part, {
      getOrigin: (...steps) => {
        const { start } = document.findSpan([...keyPath, ...partPath, ...steps], 'value')
        return { file: path, line: toPosition(starts, start).line }
      },
      resolve: (writtenPath) => resolve(path, writtenPath),
    })
  const createGlobTest = (globs: string | readonly string[] = []): ((file: string) => boolean) =>
    globs.length === 0 ? () => false : createMatcher([globs].flat())
  const settings = createSettings(content, [])
  const overrides = (content.overrides ?? []).map(({ files, exclude, ...part }, index) => {
    const [isIncluded, isExempt] = [createGlobTest(files), createGlobTest(exclude)]
    return {
      applies: (file: string) => isIncluded(file) && !isExempt(file),
      settings: createSettings(part, ['overrides', index]),
    }
  })
  const isExcluded = createGlobTest(content.exclude)
  const settingsForAll = { layers: [settings], isExcluded: false }
  const hasGlobs = countGlobs(content) > 0
  return {
    path,
    isRoot: content.root === true,
    settingsFor: (file) => {
      if (!hasGlobs) return settingsForAll
      const relativePath = toRelativePath(path, file)
      return {
        layers: [
          settings,
          ...overrides
            .filter(({ applies }) => applies(relativePath))
            .map(({ settings }) => settings),
        ],
        isExcluded: isExcluded(relativePath),
      }
    },
  }
}

/** The location of a configuration, and the spans of its text that are never shown. */
type ConfigurationLocation = {
  path: string
  document: Document
  keyPath: Path
  secrets: readonly Span[]
}

/** A configuration whose content was validated with a schema; the type of the content is generated from that schema. */
export type ValidConfiguration = ConfigurationLocation & { content: Configuration }

export const getConfigurationRoot = (path: string): string[] =>
  /(^|[\\/])package\.json$/.test(path) ? ['routerfile'] : []

/**
 * Parses and validates a configuration in JSON or YAML. Any mistake makes the result a `BrokenConfiguration`. Never
 * throws.
 */
export function readConfiguration(
  path: string,
  text: string,
): ValidConfiguration | BrokenConfiguration {
  const document = parseDocument(text)
  const keyPath = getConfigurationRoot(path)
  const node = keyPath.length > 0 ? document.find(keyPath)?.value : document.root
  const checkedData = node && checkData(document, configurationSchema, node, keyPath)
  const problems = findTextProblems(document, keyPath, node)
  const findings = problems.length > 0 ? problems : (checkedData?.findings ?? [])
  const location = { path, document, keyPath, secrets: checkedData?.secrets ?? [] }
  return findings.length > 0
    ? createBroken(location, findings)
    : { ...location, content: toJsonMap(checkedData?.value) }
}

/**
 * Creates the result for a configuration with mistakes, and hides secrets in its text. If the text cannot be parsed,
 * everything from the first `env:` on is hidden, because it may be secret.
 */
function createBroken(
  { path, document: { text, problems }, secrets }: ConfigurationLocation,
  findings: readonly Finding[],
): BrokenConfiguration {
  const secretStart = problems.length > 0 ? text.search(/\benv["']?\s*:/) : -1
  const hiddenSpans =
    secretStart < 0 ? secrets : [...secrets, { start: secretStart, end: text.length }]
  return {
    path,
    text: hideSpans(text, hiddenSpans),
    diagnostics: toDiagnostics(text, secretStart < 0 ? findings : findings.map(withoutQuotedWords)),
  }
}

/** Replaces each character in the spans with a star, except white space, so that all positions stay the same. */
function hideSpans(text: string, spans: readonly Span[]): string {
  let maskedText = ''
  let end = 0
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    if (span.end <= end) continue
    maskedText += text.slice(end, Math.max(end, span.start))
    maskedText += text.slice(Math.max(end, span.start), span.end).replaceAll(/\S/g, '*')
    end = span.end
  }
  return maskedText + text.slice(end)
}

/**
 * Hides quoted strings of three or more characters in a message: if the text cannot be parsed, any of them may be the
 * value of a variable.
 */
const withoutQuotedWords = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.replaceAll(/`[^`]{3,}`/g, '`…`'),
})

/**
 * Finds the problems in the text of a configuration. A configuration may be empty, and problems elsewhere in a
 * `package.json` are ignored.
 */
function findTextProblems(
  { problems, unreadContent, root }: Document,
  keyPath: Path,
  node: Span | undefined,
): Finding[] {
  const createFinding = (span: Span, message: string): Finding => ({
    rule: 'configuration',
    severity: 'error',
    message,
    path: [...keyPath],
    span,
  })
  const ownProblems = problems.filter(
    ({ start, end }) =>
      keyPath.length === 0 || node === undefined || (start <= node.end && end >= node.start),
  )
  const findings = ownProblems.flatMap(({ code, start, end, message }) => {
    if (code === 'empty-document' || code === 'null-document') return []
    return [
      createFinding(
        { start, end },
        code === 'root-not-map' && root === undefined ? 'expected a map of settings' : message,
      ),
    ]
  })
  return unreadContent
    ? [
        ...findings,
        createFinding(
          unreadContent,
          'a second document starts here; a configuration is one document',
        ),
      ]
    : findings
}
