import type { Diagnostic, Path } from '../document/diagnostic.js'
import { splitLines } from '../document/lines.js'
import { isPlainObject } from '../document/record.js'
import { groupBy } from '../document/group.js'

/**
 * A known finding. `path` is a JSON pointer, `found` a hash of the first line of the marked text, and `count` the
 * number of equal findings (default: 1).
 */
export type BaselineEntry = { rule: string; path: string; found: string; count?: number }

/** The known findings of files. Paths are relative to the folder of the baseline and use `/` as separator. */
export type Baseline = ReadonlyMap<string, readonly BaselineEntry[]>

/** The version of the baseline format that every baseline states. */
const formatVersion = 2

/** A path as a JSON pointer (RFC 6901). */
const toJsonPointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Only this many characters are hashed, because thousands of findings may mark the same long line. */
const maxFoundLength = 1000

/** The first line of the marked text: the finding stays the same if the other lines change. */
function getFoundText({ range: { start, end } }: Diagnostic, text: string): string {
  const found = text.slice(start.offset, Math.min(end.offset, start.offset + maxFoundLength))
  return splitLines(found.trim())[0]?.trimEnd() ?? ''
}

const toEntry = (diagnostic: Diagnostic, text: string): BaselineEntry => ({
  rule: diagnostic.rule,
  path: toJsonPointer(diagnostic.path),
  found: hashText(getFoundText(diagnostic, text)),
})

const formatExactKey = ({ rule, path, found }: BaselineEntry): string => `${path} ${rule} ${found}`

/** A key that also matches if a list item has moved: like `formatExactKey`, but without list indexes. */
const formatMovedKey = (entry: BaselineEntry): string =>
  formatExactKey({ ...entry, path: entry.path.replaceAll(/\/\d+(?=\/|$)/g, '/*') })

/** The ways in which an entry can match a finding, the most certain first. */
const matchings = [formatExactKey, formatMovedKey]

/** The baseline entries for the findings of a text, sorted. Equal entries are merged and counted. */
export function toEntries(diagnostics: readonly Diagnostic[], text: string): BaselineEntry[] {
  const counts = new Map<string, Required<BaselineEntry>>()
  for (const entry of diagnostics.map((diagnostic) => toEntry(diagnostic, text))) {
    const existingEntry = counts.get(formatExactKey(entry))
    if (existingEntry) existingEntry.count += 1
    else counts.set(formatExactKey(entry), { ...entry, count: 1 })
  }
  return [...counts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { count, ...entry }]) => (count === 1 ? entry : { ...entry, count }))
}

/** Formats a baseline; equal findings always result in the same text. */
export function formatBaseline(baseline: Baseline): string {
  const files = Object.fromEntries(
    [...baseline]
      .filter(([, entries]) => entries.length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
  return `${JSON.stringify({ version: formatVersion, files }, undefined, 2)}\n`
}

/**
 * Compares the findings of a file with its baseline: known findings, new findings, and how many baseline findings are
 * gone. Line numbers and the wording of messages do not matter. A list index only matters if several entries match.
 */
export function compareWithBaseline(
  diagnostics: readonly Diagnostic[],
  entries: readonly BaselineEntry[],
  text: string,
): { knownFindings: Diagnostic[]; newFindings: Diagnostic[]; goneCount: number } {
  if (entries.length === 0)
    return { knownFindings: [], newFindings: [...diagnostics], goneCount: 0 }
  const unmatchedEntries = entries.map((entry) => ({ entry, count: entry.count ?? 1 }))
  let newFindings = [...diagnostics]
  for (const toKey of matchings) {
    const byKey = groupBy(unmatchedEntries, ({ entry }) => toKey(entry))
    newFindings = newFindings.filter((diagnostic) => {
      const unmatchedEntry = byKey
        .get(toKey(toEntry(diagnostic, text)))
        ?.find(({ count }) => count > 0)
      if (unmatchedEntry) unmatchedEntry.count -= 1
      return unmatchedEntry === undefined
    })
  }
  const newFindingSet = new Set(newFindings)
  return {
    knownFindings: diagnostics.filter((diagnostic) => !newFindingSet.has(diagnostic)),
    newFindings,
    goneCount: unmatchedEntries.reduce((sum, { count }) => sum + count, 0),
  }
}

type JsonObject = Readonly<Record<string, unknown>>

const isEntry = (value: unknown): value is BaselineEntry =>
  isPlainObject(value) &&
  [value['rule'], value['path'], value['found']].every((part) => typeof part === 'string') &&
  (value['count'] === undefined || isCount(value['count']))

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

type BaselineJson = JsonObject & { version: number }

const isBaselineFile = (value: unknown): value is BaselineJson =>
  isPlainObject(value) && typeof value['version'] === 'number'

function parseBaselineFile(text: string): BaselineJson | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isBaselineFile(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a text is a baseline, of any version. */
export const isBaseline = (text: string): boolean => parseBaselineFile(text) !== undefined

/** Parses a baseline; `why` continues a sentence that starts with the name of the file. */
export function parseBaseline(text: string): Baseline | { why: string } {
  const file = parseBaselineFile(text)
  const files = file?.['files']
  if (file && file.version !== formatVersion)
    return {
      why: `has version ${file.version}, but this release of routerfile reads version ${formatVersion}; write it again with --write-baseline`,
    }
  if (!isPlainObject(files))
    return { why: 'is not a baseline: expected JSON with `version` and `files`' }
  const baseline = new Map<string, readonly BaselineEntry[]>()
  for (const [path, entries] of Object.entries(files)) {
    if (!Array.isArray(entries) || !entries.every(isEntry))
      return {
        why: `is damaged: the entries of \`${path}\` must have \`rule\`, \`path\` and \`found\`; write it again with --write-baseline`,
      }
    baseline.set(path, entries)
  }
  return baseline
}

const prime = 0x100000001b3n

/**
 * The 64-bit FNV-1a hash of a text's UTF-8 bytes, as 16 hexadecimal digits. It tells texts apart but does not protect
 * secrets.
 */
export function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime)
  return hash.toString(16).padStart(16, '0')
}
