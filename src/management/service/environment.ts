import type { Contract } from '../operation.js'
import type { Authority } from './pki/authority.js'
import type { Maintenance, Sessions } from './runtime-state.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './auth/passwords.js'
import type { EntityRecords, EntityName } from './entities/records.js'
import type { Reading as StoreReading } from './store/records.js'
import type { Writing as StoreWriting } from './store/store.js'
import type { Schemas } from './schemas/schemas.js'
import type { RunningRouter } from './fabric/running.js'
import type { KeySets } from './auth/key-sets.js'
import type { SigningKey } from './auth/enrollment-tokens.js'
import type { Work } from './work.js'

/** A view of the stored records at one moment. */
export type Reading = StoreReading<EntityRecords>

export type Writing = StoreWriting<EntityRecords> & {
  /**
   * Deletes a record, and handles the records that refer to it as their references define; throws a Refusal if one of
   * them prevents it.
   */
  remove: (name: EntityName, id: string) => boolean
}

/** Access to the records of the service. */
export type Records = {
  /** Resolves when everything that the work could see is durable. */
  read: <Result>(work: (records: Reading) => Result) => Promise<Result>
  /**
   * The same for work that may be much: what comes meanwhile is served between its parts, and may change the records.
   * `pause` resolves when the next part may begin, or rejects where there is none.
   */
  readInParts: <Result>(
    work: (records: Reading) => Work<Result>,
    pause?: () => Promise<void>,
  ) => Promise<Result>
  /** One transaction: undone if the work throws; resolves when the writes are durable. */
  write: <Result>(work: (records: Writing) => Result) => Promise<Result>
}

/** The context of all handlers. */
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
  /** The key of the server certificate, which signs enrollment tokens. */
  snapshot: () => Promise<void>
  /**
   * Host and port where clients reach the service. Tokens contain it; it may change when the service starts to listen.
   */
  startedAt: number
  /** Addresses that routers dial, for tokens; null if not configured. */
  authority: Authority
  /** The key of the server certificate, which signs enrollments. */
  signingKey: SigningKey
  /** Where clients reach the service: host and port. It is what tokens name, so it may change when the service begins to listen. */
  address: () => string
  /** Routers that are taken to run, for the fabric API; absent if the service does not serve it. */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /** Addresses that routers dial, as tokens list them; null if not configured. */
  controllers: readonly string[] | null
}
