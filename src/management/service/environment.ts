import type { Contract } from '../operation.js'
import type { Authority } from './pki/authority.js'
import type { Maintenance, Sessions } from './runtime-state.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './auth/passwords.js'
import type { EntityRecords, EntityName } from './entities/records.js'
import type { Schemas } from './schemas/schemas.js'
import type { KeySets } from './auth/key-sets.js'
import type { SigningKey } from './auth/enrollment-tokens.js'

/** A view of the stored records at one moment. */
export type Reading = {
  get<Name extends EntityName>(kind: Name, id: string): EntityRecords[Name] | undefined
  /** In the byte order of their ids, from a position on. */
  list<Name extends EntityName>(kind: Name, start?: number): Iterable<EntityRecords[Name]>
  count(kind: EntityName): number
  /** The records whose index has the value, in the byte order of their ids. */
  find<Name extends EntityName>(
    kind: Name,
    index: string,
    value: string,
    start?: number,
  ): Iterable<EntityRecords[Name]>
  countFound(kind: EntityName, index: string, value: string): number
}

export type Writing = Reading & {
  put<Name extends EntityName>(kind: Name, record: EntityRecords[Name]): EntityRecords[Name]
  delete(kind: EntityName, id: string): boolean
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
