import type { Tags } from '../../../generated/management/shapes.js'
import type { Work } from './work.js'

/** The fields of every stored record; times in ms since 1970. */
export type BaseRecord = {
  id: string
  createdAt: number
  updatedAt: number
  tags: NonNullable<Tags>
  isSystem?: boolean
}

/** The fields that all records have, for a record that is created at a time in ms since 1970. */
export const createBase = (id: string, now: number): BaseRecord => ({
  id,
  createdAt: now,
  updatedAt: now,
  tags: {},
})

export type NamedRecord = BaseRecord & { name: string }

/** Each entity's module adds its record type, so that records can be read by name without import cycles. */
export interface EntityRecords {}

export type EntityName = keyof EntityRecords

export type NamedEntity = {
  [Name in EntityName]: EntityRecords[Name] extends { name: string } ? Name : never
}[EntityName]

export type RecordTypes<Types> = { readonly [Kind in keyof Types]: { readonly id: string } }

/**
 * Reads stored records. The returned iterables are only valid within the work that requested them, because records may
 * change afterwards.
 */
export type StoreReader<Types extends RecordTypes<Types> = Record<string, StoredRecord>> = {
  get: <Kind extends keyof Types & string>(kind: Kind, id: string) => Types[Kind] | undefined
  /**
   * Lists records in the byte order of their ids, from position `start` on; the records before that position are not
   * read.
   */
  list: <Kind extends keyof Types & string>(kind: Kind, start?: number) => Iterable<Types[Kind]>
  count: (kind: keyof Types & string) => number
  /** Finds records by their value in an index, in the byte order of their ids, from position `start` on. */
  find: <Kind extends keyof Types & string>(
    kind: Kind,
    index: string,
    value: string,
    start?: number,
  ) => Iterable<Types[Kind]>
  /** Counts the records that `find` returns, without reading them. */
  countFound: (kind: keyof Types & string, index: string, value: string) => number
}

/** A stored record: any JSON object with an id. Records that the store returns are frozen. */
export type StoredRecord = { readonly id: string } & Readonly<Record<string, unknown>>

/** Reads and writes the records in a transaction. Reads include the writes of the same transaction. */
export type StoreWriter<Types extends RecordTypes<Types> = Record<string, StoredRecord>> =
  StoreReader<Types> & {
    /** Returns the stored record, without values that JSON cannot represent, such as undefined. */
    put: <Kind extends keyof Types & string>(kind: Kind, record: Types[Kind]) => Types[Kind]
    /** Deletes a record; returns whether it existed. */
    delete: (kind: keyof Types & string, id: string) => boolean
  }

/** A view of the stored records at one moment. */
export type ReadTransaction = StoreReader<EntityRecords>

export type WriteTransaction = StoreWriter<EntityRecords> & {
  /**
   * Deletes a record, and deletes or changes the records that refer to it, as their references define. Returns whether
   * the record existed; throws a Refusal if a reference prevents the deletion.
   */
  remove: (name: EntityName, id: string) => boolean
}

export type Records = {
  /** Runs work on the records; resolves when all writes that the work could see are durable. */
  read: <Result>(work: (records: ReadTransaction) => Result) => Promise<Result>
  /**
   * Like `read`, for work that may take long: other requests run between its parts and may change the records. `pause`
   * resolves when the next part may start, and rejects if the work must stop.
   */
  readInParts: <Result>(
    work: (records: ReadTransaction) => Work<Result>,
    pause?: () => Promise<void>,
  ) => Promise<Result>
  /** Runs work as one transaction: undone if the work throws; resolves when the writes are durable. */
  write: <Result>(work: (records: WriteTransaction) => Result) => Promise<Result>
}
