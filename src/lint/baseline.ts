import type { Diagnostic, Path } from '../document/diagnostic.js'

/** A finding that is known: its rule, the JSON pointer of its place, a hash of its message, and how many there are, if more than one. */
export type BaselineEntry = { rule: string; path: string; hash: string; count?: number }

/** The known findings of files, whose paths are relative to the folder of the baseline and have `/` between names. */
export type Baseline = ReadonlyMap<string, readonly BaselineEntry[]>

/** The one version of the file that is written and read. */
const formatVersion = 1

/** RFC 6901. */
const toJsonPointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A message without what changes when something is put before it or time goes by: indexes, and numbers that are no values of the file. */
const normalizeMessage = (message: string): string =>
  message
    .replaceAll(/\[\d+\]/g, '[]')
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/\d+/g, '0') : part))
    .join('`')

const toEntry = ({ rule, path, message }: Diagnostic): BaselineEntry => ({
  rule,
  path: toJsonPointer(path),
  hash: hashText(normalizeMessage(message)),
})

const formatExactKey = ({ rule, path, hash }: BaselineEntry): string => `${path} ${rule} ${hash}`

/** The same wherever it stands in lists. */
const formatMovedKey = (entry: BaselineEntry): string =>
  formatExactKey({ ...entry, path: entry.path.replaceAll(/\/\d+(?=\/|$)/g, '/*') })

/** The entries for findings, in a fixed order. */
export function toEntries(diagnostics: readonly Diagnostic[]): BaselineEntry[] {
  const counts = new Map<string, Required<BaselineEntry>>()
  for (const entry of diagnostics.map(toEntry)) {
    const known = counts.get(formatExactKey(entry))
    if (known) known.count += 1
    else counts.set(formatExactKey(entry), { ...entry, count: 1 })
  }
  return [...counts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { count, ...entry }]) => (count === 1 ? entry : { ...entry, count }))
}

/** A baseline as text, the same for the same findings. */
export function formatBaseline(baseline: Baseline): string {
  const files = Object.fromEntries(
    [...baseline]
      .filter(([, list]) => list.length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
  return `${JSON.stringify({ version: formatVersion, files }, undefined, 2)}\n`
}

/**
 * Findings of a file held against what is known of it: those that are known, those that are fresh, and how many of the
 * known ones are gone. Lines do not matter; a place in a list does only while there is a choice.
 */
export function compareWithBaseline(
  diagnostics: readonly Diagnostic[],
  entries: readonly BaselineEntry[],
): { known: Diagnostic[]; fresh: Diagnostic[]; gone: number } {
  const open = entries.map((entry) => ({ entry, count: entry.count ?? 1 }))
  let fresh = [...diagnostics]
  for (const keyOf of [formatExactKey, formatMovedKey]) {
    const byKey = new Map<string, typeof open>()
    for (const item of open) {
      const same = byKey.get(keyOf(item.entry))
      if (same) same.push(item)
      else byKey.set(keyOf(item.entry), [item])
    }
    fresh = fresh.filter((diagnostic) => {
      const item = byKey.get(keyOf(toEntry(diagnostic)))?.find(({ count }) => count > 0)
      if (item) item.count -= 1
      return item === undefined
    })
  }
  const left = new Set(fresh)
  return {
    known: diagnostics.filter((diagnostic) => !left.has(diagnostic)),
    fresh,
    gone: open.reduce((sum, { count }) => sum + count, 0),
  }
}

type JsonObject = Readonly<Record<string, unknown>>

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEntry = (value: unknown): value is BaselineEntry =>
  isJsonObject(value) &&
  [value['rule'], value['path'], value['hash']].every((part) => typeof part === 'string') &&
  (value['count'] === undefined || isCount(value['count']))

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** What is written as a baseline, of whatever version. */
type BaselineFile = JsonObject & { version: number }

const isBaselineFile = (value: unknown): value is BaselineFile =>
  isJsonObject(value) && typeof value['version'] === 'number'

function parseBaselineFile(text: string): BaselineFile | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isBaselineFile(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a text was written as a baseline, of whatever version. */
export const isBaseline = (text: string): boolean => parseBaselineFile(text) !== undefined

/** Reads a baseline; `why` ends a sentence that starts with its name. */
export function parseBaseline(text: string): Baseline | { why: string } {
  const file = parseBaselineFile(text)
  const files = file?.['files']
  if (file && file.version !== formatVersion)
    return {
      why: `has version ${file.version}, but this release of routerfile reads version ${formatVersion}; write it again with --write-baseline`,
    }
  if (!isJsonObject(files))
    return { why: 'is not a baseline: expected JSON with `version` and `files`' }
  const baseline = new Map<string, readonly BaselineEntry[]>()
  for (const [path, entries] of Object.entries(files)) {
    if (!Array.isArray(entries) || !entries.every(isEntry))
      return {
        why: `is damaged: the entries of \`${path}\` must have \`rule\`, \`path\` and \`hash\`; write it again with --write-baseline`,
      }
    baseline.set(path, entries)
  }
  return baseline
}

const prime = 0x100000001b3n

/** FNV-1a of 64 bits over the UTF-8 bytes of a text, as 16 hexadecimal digits. It tells texts apart and hides nothing. */
export function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime)
  return hash.toString(16).padStart(16, '0')
}
