import type { Contract } from '../operation.js'
import type { Authority } from './pki/authority.js'
import type { Maintenance, Sessions } from './runtime-state.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './auth/passwords.js'
import type { EntityRecords, EntityName } from './entities/records.js'
import type { StoreReader } from './store/records.js'
import type { StoreWriter } from './store/store.js'
import type { Schemas } from './schemas/schemas.js'
import type { RunningRouter } from './fabric/running.js'
import type { CodeThrottle } from './auth/code-throttle.js'
import type { KeySets } from './auth/key-sets.js'
import type { SigningKey } from './auth/enrollment-tokens.js'
import type { Work } from './work.js'

/** A view of the stored records at one moment. */
export type ReadTransaction = StoreReader<EntityRecords>

export type WriteTransaction = StoreWriter<EntityRecords> & {
  /**
   * Deletes a record, and handles the records that refer to it as their references define; throws a Refusal if one of
   * them prevents it.
   */
  remove: (name: EntityName, id: string) => boolean
}

/** Access to the records of the service. */
export type Records = {
  /** Runs work on the records; resolves when everything that it could see is durable. */
  read: <Result>(work: (records: ReadTransaction) => Result) => Promise<Result>
  /**
   * Like `read`, for work that may take long: other requests are served between its parts and may
   * change the records. `pause` resolves when the next part may start, and rejects if the work must
   * stop.
   */
  readInParts: <Result>(
    work: (records: ReadTransaction) => Work<Result>,
    pause?: () => Promise<void>,
  ) => Promise<Result>
  /**
   * Runs work as one transaction: undone if the work throws; resolves when the writes are durable.
   */
  write: <Result>(work: (records: WriteTransaction) => Result) => Promise<Result>
}

/** The context of all handlers. */
export type ServiceContext = Records & {
  contract: Contract
  /** The current time in ms since 1970. */
  now: () => number
  ids: Identifiers
  random: RandomBytes
  passwords: Passwords
  sessions: Sessions
  keySets: KeySets
  codeThrottle: CodeThrottle
  schemas: Schemas
  maintenance: Maintenance
  /** Writes a copy of all records into the folder of the store; without a folder, nothing. */
  snapshot: () => Promise<void>
  /** When the service started, in ms since 1970. */
  startedAt: number
  /** The CA of the service, which issues certificates. */
  authority: Authority
  /** The key of the server certificate, which signs enrollment tokens. */
  signingKey: SigningKey
  /** Host and port where clients reach the service. Tokens contain it; it may change when the service starts to listen. */
  address: () => string
  /** Returns the simulated routers for the fabric API; absent if the service does not serve it. */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /** The origin whose web pages may use the service, or `*` for any. */
  cors?: string
  /** Addresses that routers dial, as tokens list them; null if not configured. */
  controllers: readonly string[] | null
}
