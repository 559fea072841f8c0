import type { Inputs } from '../../../generated/management/inputs.js'
import type { Operation } from '../../operation.js'
import type { Environment } from '../environment.js'
import type { EntityRecords } from '../entities/records.js'

/** Who calls: a session, the identity that it is of, and the second factors that are still asked for. */
export type Caller = {
  session: EntityRecords['apiSessions']
  identity: EntityRecords['identities']
  queries: AuthQuery[]
}

/** A request whose path, session, body, query and right are in order. */
export type Call<Input = unknown> = {
  operation: Operation
  parameters: Readonly<Record<string, string>>
  search: URLSearchParams
  input: Input
  /** The keys of the body's JSON object whose values are not null, known or not. */
  sets: readonly string[]
  headers: Headers
  /** What the client showed on its TLS connection, as PEM. */
  clientCertificate?: string
  address: string
  caller?: Caller
}

/** What is answered with; `data`, or a list of records each as JSON, goes into the envelope, `body` is sent as it is. */
export type Answer = {
  status?: number
  data?: unknown
  records?: readonly string[]
  meta?: unknown
  headers?: Record<string, string>
  body?: { type: string; content: string | Uint8Array }
}

/**
 * What an operation does. A method's type, so that handlers of all inputs fit into one table: the contract has checked
 * what a call sends.
 */
export type Handler<Input> = {
  handle(call: Call<Input>, environment: Environment): Answer | Promise<Answer>
}['handle']

/** What operations do, by their names in the contract. */
export type Handlers = { [Id in keyof Inputs]?: Handler<Inputs[Id]> }

/** A second factor that a session lacks, as the API asks for it. */
export type AuthQuery = { typeId: 'MFA' | 'EXT-JWT'; provider: string; id?: string } & Readonly<
  Record<string, unknown>
>
