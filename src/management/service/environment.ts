import type { Contract } from '../operation.js'
import type { Authority } from './certificates/authority.js'
import type { Maintenance } from './integrity/maintenance.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './passwords.js'
import type { Kinds, KindName } from './records.js'
import type { Schemas } from './schemas/index.js'
import type { Sessions } from './sessions.js'
import type { KeySets } from './tokens/key-sets.js'
import type { SigningKey } from './tokens/signing-key.js'

/** A view of the stored records at one moment. */
export type Reading = {
  get<Name extends KindName>(kind: Name, id: string): Kinds[Name] | undefined
  /** In the byte order of their ids, from a position on. */
  list<Name extends KindName>(kind: Name, start?: number): Iterable<Kinds[Name]>
  count(kind: KindName): number
  /** The records whose index has the value, in the byte order of their ids. */
  find<Name extends KindName>(
    kind: Name,
    index: string,
    value: string,
    start?: number,
  ): Iterable<Kinds[Name]>
  countFound(kind: KindName, index: string, value: string): number
}

export type Writing = Reading & {
  put<Name extends KindName>(kind: Name, record: Kinds[Name]): Kinds[Name]
  delete(kind: KindName, id: string): boolean
}

/** The records of the service, and what changes them. */
export type Records = {
  /** Kept when all that the work could see is safe. */
  read<T>(work: (records: Reading) => T): Promise<T>
  /** One transaction: undone if the work throws; kept when the writes are safe. */
  write<T>(work: (records: Writing) => T): Promise<T>
}

/** What all handlers work with. */
export type Environment = Records & {
  contract: Contract
  /** ms since 1970. */
  now(): number
  ids: Identifiers
  random: RandomBytes
  passwords: Passwords
  sessions: Sessions
  keySets: KeySets
  schemas: Schemas
  maintenance: Maintenance
  /** Writes all records to a new file beside them; records that are nowhere but in memory have nothing beside them. */
  snapshot(): Promise<void>
  /** When the service began, in ms since 1970. */
  startedAt: number
  /** The CA of the service, which signs the certificates of those who enroll. */
  authority: Authority
  /** The key of the server certificate, which signs enrollments. */
  signingKey: SigningKey
  /** Where clients reach the service: host and port. It is what tokens name, so it may change when the service begins to listen. */
  address(): string
}
