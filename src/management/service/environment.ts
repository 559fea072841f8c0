import type { Contract } from '../operation.js'
import type { Authority } from './pki/authority.js'
import type { Maintenance, Sessions } from './runtime-state.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './auth/passwords.js'
import type { EntityRecords, EntityName } from './entities/records.js'
import type { Reading as StoreReading } from './store/records.js'
import type { Writing as StoreWriting } from './store/store.js'
import type { Schemas } from './schemas/schemas.js'
import type { KeySets } from './auth/key-sets.js'
import type { SigningKey } from './auth/enrollment-tokens.js'

/** A view of the stored records at one moment. */
export type Reading = StoreReading<EntityRecords>

export type Writing = StoreWriting<EntityRecords> & {
  /** Deletes a record, and does with those that name it what their references say; throws a Refusal where one keeps it. */
  remove: (name: EntityName, id: string) => boolean
}

/** The records of the service, and what changes them. */
export type Records = {
  /** Kept when all that the work could see is safe. */
  read: <Result>(work: (records: Reading) => Result) => Promise<Result>
  /** One transaction: undone if the work throws; kept when the writes are safe. */
  write: <Result>(work: (records: Writing) => Result) => Promise<Result>
}

/** What all handlers work with. */
export type Environment = Records & {
  contract: Contract
  /** ms since 1970. */
  now: () => number
  ids: Identifiers
  random: RandomBytes
  passwords: Passwords
  sessions: Sessions
  keySets: KeySets
  schemas: Schemas
  maintenance: Maintenance
  /** Writes all records to a new file beside them; records that are nowhere but in memory have nothing beside them. */
  snapshot: () => Promise<void>
  /** When the service began, in ms since 1970. */
  startedAt: number
  /** The CA of the service, which signs the certificates of those who enroll. */
  authority: Authority
  /** The key of the server certificate, which signs enrollments. */
  signingKey: SigningKey
  /** Where clients reach the service: host and port. It is what tokens name, so it may change when the service begins to listen. */
  address: () => string
  /** Addresses that routers dial, as tokens name them; null where nobody said. */
  controllers: readonly string[] | null
}
