import type { Diagnostic, Finding, Path, Span } from '../diagnostic.js'
import { locate } from '../diagnostic.js'
import type { Document } from '../document.js'
import { parseDocument } from '../document.js'
import type { Configuration } from '../generated/configuration.js'
import type { Json } from '../schema/key.js'
import { check } from './check.js'
import { configurationSchema } from './schema.js'

/** A configuration that cannot be used: its text without secrets, and what is wrong with it. */
export type Broken = { path: string; text: string; diagnostics: readonly Diagnostic[] }

/** Where a configuration stands: its document, the way to it there, and the parts of the text that are never shown. */
type Standing = { path: string; document: Document; at: Path; secrets: readonly Span[] }

/** A configuration that can be used. */
export type Sound = Standing & { content: Configuration }

/** The key under which a configuration stands in a `package.json`. */
export const packageKey = 'routerfile'

/** Whether a file holds a configuration under a key, among other things. */
const isPackage = (path: string): boolean => /(^|[\\/])package\.json$/.test(path)

/** Reads a configuration in JSON or YAML. Never throws; what has a mistake is not used at all. */
export function readConfiguration(path: string, text: string): Sound | Broken {
  const document = parseDocument(text)
  const at = isPackage(path) ? [packageKey] : []
  const node = at.length > 0 ? document.at(at)?.value : document.root
  const checked = node && check(document, configurationSchema, node, at)
  const problems = problemsOf(document, at, node)
  const findings = problems.length > 0 ? problems : (checked?.findings ?? [])
  const standing = { path, document, at, secrets: checked?.secrets ?? [] }
  return findings.length > 0
    ? broken(standing, findings)
    : { ...standing, content: asConfiguration(checked?.value ?? {}) }
}

/** A configuration that cannot be used because of findings. */
export function broken(
  { path, document: { text, problems }, secrets }: Standing,
  findings: readonly Finding[],
): Broken {
  const from = problems.length > 0 ? text.search(/\benv["']?\s*:/) : -1
  const hidden = from < 0 ? secrets : [...secrets, { start: from, end: text.length }]
  return {
    path,
    text: hidden.reduce(hide, text),
    diagnostics: locate(text, from < 0 ? findings : findings.map(withoutWords)),
  }
}

/** Every character of a part of a text as a star, so that all else stays where it was. */
const hide = (text: string, { start, end }: Span): string =>
  text.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, '*') + text.slice(end)

/** In broken text nobody knows which words are values of variables. */
const withoutWords = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.replaceAll(/`[^`]{3,}`/g, '`…`'),
})

/** What was held against the schema has the type that is made from the schema. */
const asConfiguration = (value: Json): Configuration => value as Configuration

/** What keeps the text from being read. A configuration may be empty, and what stands elsewhere in a `package.json` is not ours. */
function problemsOf(
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
        code === 'root-not-map' && root === undefined
          ? 'a configuration is a map of settings, and this is none'
          : message,
      ),
    ]
  })
  return rest
    ? [...found, finding(rest, 'a second document starts here; a configuration is one document')]
    : found
}
