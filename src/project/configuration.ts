import type { Finding, Path, Diagnostic, Span } from '../document/diagnostic.js'
import { findLineStarts, toPosition, toDiagnostics } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import type { Configuration } from '../generated/configuration.js'
import { isJsonMap } from '../schema/json.js'
import type { Json } from '../schema/key.js'
import { checkData } from '../schema/check-data.js'
import { configurationSchema } from '../schema/data-schema.js'
import { toSettings } from './settings.js'
import type { ConfigurationPart, Settings } from './settings.js'

/** What a configuration needs of the place where it is read; paths are those of that place, from the current folder or absolute. */
export type ConfigurationHost = {
  read: (path: string) => { text: string } | { why: string }
  /** A path that is written in a file. */
  resolve: (file: string, path: string) => string
  /** A path as seen from the folder of a file, with `/` between names. */
  relate: (file: string, path: string) => string
  /** Whether a path is meant by one of several globs. */
  matcher: (globs: readonly string[]) => (path: string) => boolean
}

/** A configuration that is ready for use. */
export type ConfigurationSource = {
  path: string
  /** Whether the search for configurations ends here. */
  isRoot: boolean
  /** What it says of a file: its settings, the stronger later, and whether the file is left out. */
  settingsFor: (path: string) => { layers: readonly Settings[]; isExcluded: boolean }
}

/** A configuration with those it extends, which come first, each once. */
export type ConfigurationChain = {
  sources: readonly ConfigurationSource[]
  broken: readonly BrokenConfiguration[]
}

type ChainState = {
  host: ConfigurationHost
  sources: ConfigurationSource[]
  broken: BrokenConfiguration[]
  visited: Set<string>
}

/** Reads a configuration and all that it extends. The path must be that of a file that can be read. */
export function readConfigurationChain(
  path: string,
  text: string,
  host: ConfigurationHost,
): ConfigurationChain {
  const state: ChainState = { host, sources: [], broken: [], visited: new Set([path]) }
  visitConfiguration(state, path, text, [path])
  return { sources: state.sources, broken: state.broken }
}

function visitConfiguration(
  state: ChainState,
  path: string,
  text: string,
  above: readonly string[],
): void {
  const read = readConfiguration(path, text)
  if (!('content' in read)) return void state.broken.push(read)
  const { host, sources, visited } = state
  const faults: Finding[] = []
  const isList = Array.isArray(read.content.extends)
  for (const [index, written] of [read.content.extends ?? []].flat().entries()) {
    const parent = host.resolve(path, written)
    const at = [...read.at, 'extends', ...(isList ? [index] : [])]
    const report = (message: string): void =>
      void faults.push({
        rule: 'configuration',
        severity: 'error',
        message,
        path: at,
        span: read.document.findSpan(at, 'value'),
      })
    if (above.includes(parent))
      report(`\`extends\` comes back to \`${parent}\`, so that neither can build on the other`)
    else if (!visited.has(parent)) {
      visited.add(parent)
      const found = host.read(parent)
      if ('why' in found)
        report(`${found.why}; \`extends\` takes paths from the folder of this file`)
      else visitConfiguration(state, parent, found.text, [...above, parent])
    }
  }
  if (faults.length > 0) state.broken.push(createBroken(read, faults))
  sources.push(createSource(read, host))
}

function createSource(
  { path, document, at, content }: ValidConfiguration,
  { resolve, relate, matcher }: ConfigurationHost,
): ConfigurationSource {
  const starts = findLineStarts(document.text)
  const set = (part: ConfigurationPart, above: Path): Settings =>
    toSettings(part, {
      from: (...steps) =>
        `${path}:${toPosition(starts, document.findSpan([...at, ...above, ...steps], 'value').start).line + 1}`,
      resolve: (written) => resolve(path, written),
    })
  const createGlobTest = (globs: string | readonly string[] = []): ((file: string) => boolean) =>
    globs.length === 0 ? () => false : matcher([globs].flat())
  const own = set(content, [])
  const overrides = (content.overrides ?? []).map(({ files, exclude, ...part }, index) => {
    const [isMeant, isSpared] = [createGlobTest(files), createGlobTest(exclude)]
    return {
      applies: (file: string) => isMeant(file) && !isSpared(file),
      settings: set(part, ['overrides', index]),
    }
  })
  const isLeftOut = createGlobTest(content.exclude)
  return {
    path,
    isRoot: content.root === true,
    settingsFor: (file) => {
      const relativePath = relate(path, file)
      return {
        layers: [
          own,
          ...overrides
            .filter(({ applies }) => applies(relativePath))
            .map(({ settings }) => settings),
        ],
        isExcluded: isLeftOut(relativePath),
      }
    },
  }
}

/** A configuration that cannot be used: its text without secrets, and what is wrong with it. */
export type BrokenConfiguration = { path: string; text: string; diagnostics: readonly Diagnostic[] }

/** Where a configuration is: its document, the path to it there, and the parts of the text that are never shown. */
type ConfigurationLocation = {
  path: string
  document: Document
  at: Path
  secrets: readonly Span[]
}

/** A configuration that can be used. */
export type ValidConfiguration = ConfigurationLocation & { content: Configuration }

/** The key under which a configuration stands in a `package.json`. */
export const packageKey = 'routerfile'

/** Whether a file holds a configuration under a key, among other things. */
const isPackage = (path: string): boolean => /(^|[\\/])package\.json$/.test(path)

/** Reads a configuration in JSON or YAML. Never throws; what has a mistake is not used at all. */
export function readConfiguration(
  path: string,
  text: string,
): ValidConfiguration | BrokenConfiguration {
  const document = parseDocument(text)
  const at = isPackage(path) ? [packageKey] : []
  const node = at.length > 0 ? document.find(at)?.value : document.root
  const checked = node && checkData(document, configurationSchema, node, at)
  const problems = findTextProblems(document, at, node)
  const findings = problems.length > 0 ? problems : (checked?.findings ?? [])
  const location = { path, document, at, secrets: checked?.secrets ?? [] }
  return findings.length > 0
    ? createBroken(location, findings)
    : { ...location, content: isConfiguration(checked?.value) ? checked.value : {} }
}

/** A configuration that cannot be used because of findings. */
function createBroken(
  { path, document: { text, problems }, secrets }: ConfigurationLocation,
  findings: readonly Finding[],
): BrokenConfiguration {
  const from = problems.length > 0 ? text.search(/\benv["']?\s*:/) : -1
  const hidden = from < 0 ? secrets : [...secrets, { start: from, end: text.length }]
  return {
    path,
    text: hidden.reduce(hideSpan, text),
    diagnostics: toDiagnostics(text, from < 0 ? findings : findings.map(withoutQuotedWords)),
  }
}

/** Every character of a part of a text as a star, so that all else stays where it was. */
const hideSpan = (text: string, { start, end }: Span): string =>
  text.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, '*') + text.slice(end)

/** In broken text nobody knows which words are values of variables. */
const withoutQuotedWords = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.replaceAll(/`[^`]{3,}`/g, '`…`'),
})

/** A map that was held against the schema has the type that is made from the schema. */
const isConfiguration = (value: Json | undefined): value is Json & Configuration => isJsonMap(value)

/** What keeps the text from being read. A configuration may be empty, and what stands elsewhere in a `package.json` is not ours. */
function findTextProblems(
  { problems, rest, root }: Document,
  at: Path,
  node: Span | undefined,
): Finding[] {
  const finding = (span: Span, message: string): Finding => ({
    rule: 'configuration',
    severity: 'error',
    message,
    path: [...at],
    span,
  })
  const ours = problems.filter(
    ({ start, end }) =>
      at.length === 0 || node === undefined || (start <= node.end && end >= node.start),
  )
  const found = ours.flatMap(({ code, start, end, message }) => {
    if (code === 'empty-document' || code === 'null-document') return []
    return [
      finding(
        { start, end },
        code === 'root-not-map' && root === undefined ? 'expected a map of settings' : message,
      ),
    ]
  })
  return rest
    ? [...found, finding(rest, 'a second document starts here; a configuration is one document')]
    : found
}
