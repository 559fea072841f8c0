import type { Inputs } from '../../../generated/management/inputs.js'
import type { Operation } from '../../operation.js'
import type { ServiceContext } from './context.js'
import { Refusal } from './failure.js'
import type { EntityRecords } from './records.js'

/** The caller: its session, identity, and missing second factors. */
export type Caller = {
  session: EntityRecords['apiSessions']
  identity: EntityRecords['identities']
  queries: AuthQuery[]
  /**
   * When the access token of the request expires, in ms since 1970. Absent for a session token, which is valid until
   * its session ends.
   */
  expiresAt?: number
}

/** The headers of a request. `get` takes a lowercase name, and returns null if the header was not sent. */
export type RequestHeaders = Pick<Headers, 'get'>

/** A request whose path, session, body, query and permission have been checked. */
export type Call<Input = unknown> = {
  operation: Operation
  parameters: Readonly<Record<string, string>>
  searchParams: URLSearchParams
  input: Input
  /** The keys of the body's JSON object whose values are not null, including unknown keys. */
  setKeys: readonly string[]
  /** The keys of the body whose value is null. */
  nullKeys: readonly string[]
  headers: RequestHeaders
  /** The client's certificate on the TLS connection, in PEM. */
  clientCertificate?: string
  /** The IP address of the client; 127.0.0.1 for requests from this process. */
  address: string
  caller?: Caller
}

/**
 * The response of a handler. `data`, or `records` (JSON strings), is wrapped in the envelope of the API; a `body` is
 * sent unchanged.
 */
export type Answer = {
  status?: number
  data?: unknown
  records?: readonly string[]
  meta?: unknown
  headers?: Record<string, string>
  body?: { type: string; content: string | Uint8Array }
}

/**
 * Handles an operation. A method type, because TypeScript checks parameters of methods less strictly, so handlers with
 * different inputs fit into one table. The input of a call has been checked against the contract.
 */
export type Handler<Input> = {
  handle(call: Call<Input>, context: ServiceContext): Answer | Promise<Answer>
}['handle']

export type Handlers = { [Id in keyof Inputs]?: Handler<Inputs[Id]> }

/** A second factor that a session still needs, as the API describes it to clients. */
export type AuthQuery = { typeId: 'MFA' | 'EXT-JWT'; provider: string; id?: string } & Readonly<
  Record<string, unknown>
>

export function getCaller({ caller }: Pick<Call, 'caller'>): Caller {
  if (!caller) throw new Refusal({ code: 'UNAUTHORIZED' })
  return caller
}
