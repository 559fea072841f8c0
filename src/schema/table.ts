import { once } from '../document/lazy.js'
import type { Json } from '../document/record.js'
import type { SchemaSource } from './key.js'

/** A key with what a map contains in the standard release before anything of it is read. */
export type TableEntry = SchemaSource & { filled?: Readonly<Record<string, Json>> }

/** Every distinct key of the schema, by index; the last is the file itself. */
export type SchemaTable = {
  /** The release for which the table has the contents of maps; for others, they are computed. */
  standard: string
  size: number
  get: (index: number) => TableEntry | undefined
}

/**
 * Reads a table of JSON lines. Each is parsed on demand: a file contains a small part of all keys.
 */
export function readTable(standard: string, lines: string): SchemaTable {
  const entries = lines.split('\n').map((line) => once(() => JSON.parse(line) as TableEntry))
  return { standard, size: entries.length, get: (index) => entries[index]?.() }
}

/** The lines of a table. */
export const formatSchemaTable = (entries: readonly TableEntry[]): string =>
  entries.map((entry) => JSON.stringify(entry)).join('\n')
