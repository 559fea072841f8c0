import type { Contract } from '../operation.js'
import type { Identifiers } from './identifiers.js'
import type { Kinds, KindName } from './records.js'
import type { Sessions } from './sessions.js'

/** A view of the stored records at one moment. */
export type Reading = {
  get<Name extends KindName>(kind: Name, id: string): Kinds[Name] | undefined
  /** In the byte order of their ids. */
  list<Name extends KindName>(kind: Name): Iterable<Kinds[Name]>
  count(kind: KindName): number
  /** The records whose index has the value, in the byte order of their ids. */
  find<Name extends KindName>(kind: Name, index: string, value: string): Iterable<Kinds[Name]>
  countFound(kind: KindName, index: string, value: string): number
}

export type Writing = Reading & {
  put<Name extends KindName>(kind: Name, record: Kinds[Name]): void
  delete(kind: KindName, id: string): void
}

/** What all handlers work with. */
export type Environment = {
  contract: Contract
  read<T>(work: (records: Reading) => T): Promise<T>
  /** One transaction: undone if the work throws; the promise is kept when the writes are safe. */
  write<T>(work: (records: Writing) => T): Promise<T>
  /** ms since 1970. */
  now(): number
  ids: Identifiers
  sessions: Sessions
}
