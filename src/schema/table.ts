import { once } from '../document/lazy.js'
import type { KeyFacts } from './key.js'

/** Every distinct key of the schema, by index; the last one describes the file as a whole. */
export type SchemaTable = {
  /** The release for which the table contains `filled`. For other releases, `filled` is computed. */
  standard: string
  size: number
  get: (index: number) => KeyFacts | undefined
}

/** Reads a table of JSON lines. Each line is parsed on first use, because a file uses few of all keys. */
export function readTable(standard: string, lines: string): SchemaTable {
  const entries = lines.split('\n').map((line) => once(() => JSON.parse(line) as KeyFacts))
  return { standard, size: entries.length, get: (index) => entries[index]?.() }
}

export const formatSchemaTable = (entries: readonly KeyFacts[]): string =>
  entries.map((entry) => JSON.stringify(entry)).join('\n')
