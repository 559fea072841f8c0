import { isPlainObject } from '../../../document/record.js'
import { parseJsonText } from '../../plain.js'
import type { RecordTypes, StoredRecord } from '../call/records.js'
import { storeHeader, checkStoreHeader, StoreError } from './format.js'
import type { Store } from './store.js'
import { parseRecord } from './records.js'

/**
 * Exports all records of a store as lines of JSON, in the state at the time when the first line is requested. The first
 * line is a header with the version and the number of records; each other line is a record. Stored secrets are
 * included.
 */
export async function* exportLines<Types extends RecordTypes<Types>>(
  store: Store<Types>,
): AsyncGenerator<string, void> {
  // Records are immutable, so the export stays consistent however long it takes to write.
  const tables = await store.read(({ list }) =>
    store.kinds.map((kind) => ({ kind, records: [...list(kind)] })),
  )
  yield `${JSON.stringify({ ...storeHeader, records: tables.reduce((sum, { records }) => sum + records.length, 0) })}\n`
  for (const { kind, records } of tables)
    for (const record of records) yield `${JSON.stringify({ kind, record })}\n`
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Splits text at line feeds only. Node's readline also splits at U+2028, which JSON strings may contain. */
async function* splitLines(chunks: Chunks): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let incompleteLine = ''
  for await (const chunk of chunks) {
    const lines = (
      incompleteLine + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
    ).split('\n')
    incompleteLine = lines.pop() ?? ''
    yield* lines
  }
  incompleteLine += decoder.decode()
  if (incompleteLine !== '') yield incompleteLine
}

type ImportEntry = { readonly kind: string; readonly record: StoredRecord }

/** Parses a line of an export; if it is invalid, returns the reason as the end of a sentence. */
function parseEntry(line: string, kinds: ReadonlySet<string>): ImportEntry | string {
  const value = parseJsonText(line)
  const { kind, record: fields } = isPlainObject(value) ? value : {}
  if (typeof kind !== 'string' || fields === undefined) return 'is not a record of an export'
  if (!kinds.has(kind)) return `has the unknown kind \`${kind}\``
  const record = parseRecord(JSON.stringify(fields))
  return record ? { kind, record } : 'has a record without an id'
}

/** The number of records in the header of an export. Throws a StoreError if the header is invalid. */
function parseCount(line: string): number {
  const value = parseJsonText(line)
  const fault = checkStoreHeader('the export', value)
  if (fault !== undefined) throw new StoreError(`${fault}; nothing was imported`)
  if (isPlainObject(value) && typeof value['records'] === 'number') return value['records']
  throw new StoreError('line 1 does not contain the number of `records`; nothing was imported')
}

async function readEntries(
  chunks: Chunks,
  kinds: ReadonlySet<string>,
): Promise<readonly ImportEntry[]> {
  const entries = new Map<string, ImportEntry>()
  let lineNumber = 0
  let announcedCount = 0
  const throwInvalidLine = (fault: string, cause?: unknown): never => {
    throw new StoreError(`line ${lineNumber} ${fault}; nothing was imported`, { cause })
  }
  try {
    for await (const line of splitLines(chunks)) {
      lineNumber += 1
      if (lineNumber === 1) {
        announcedCount = parseCount(line)
        continue
      }
      const entry = parseEntry(line, kinds)
      if (typeof entry === 'string') return throwInvalidLine(entry)
      const key = `${entry.kind}\0${entry.record.id}`
      if (entries.has(key))
        return throwInvalidLine(`has the id of an earlier record of \`${entry.kind}\``)
      entries.set(key, entry)
    }
  } catch (error) {
    lineNumber += 1
    return error instanceof TypeError &&
      'code' in error &&
      error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? throwInvalidLine('or a later line is not UTF-8', error)
      : Promise.reject(error)
  }
  if (lineNumber === 0) throw new StoreError('the export is empty; nothing was imported')
  if (entries.size !== announcedCount)
    throw new StoreError(
      `the export has ${entries.size} records, but its first line announces ${announcedCount}; nothing was imported`,
    )
  return [...entries.values()]
}

/**
 * Imports exported records into an empty store, all or none, and returns their number. Throws a StoreError if the store
 * is not empty, or the export is invalid: the message has the number of the line, but not its content.
 */
export async function importLines(store: Store, chunks: Chunks): Promise<number> {
  const entries = await readEntries(chunks, new Set(store.kinds))
  return store.write(({ count, put }) => {
    if (store.kinds.some((kind) => count(kind) > 0))
      throw new StoreError('the store is not empty; nothing was imported')
    for (const { kind, record } of entries) put(kind, record)
    return entries.length
  })
}
