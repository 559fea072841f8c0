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
  /** When the access token of the request expires, in ms since 1970; session tokens have no end of their own. */
  expiresAt?: number
}

/** The headers of a request, by their lowercase names; null for one that was not sent. */
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
  address: string
  caller?: Caller
}

/**
 * The response: `data`, or `records` (JSON strings), is wrapped in the envelope; `body` is sent
 * unchanged.
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
 * Handles an operation. A method type, so that handlers of all inputs fit into one table: the
 * contract has checked the input of a call.
 */
export type Handler<Input> = {
  handle(call: Call<Input>, context: ServiceContext): Answer | Promise<Answer>
}['handle']

/** Handlers by the names of their operations in the contract. */
export type Handlers = { [Id in keyof Inputs]?: Handler<Inputs[Id]> }

/** A missing second factor of a session, as the API requests it. */
export type AuthQuery = { typeId: 'MFA' | 'EXT-JWT'; provider: string; id?: string } & Readonly<
  Record<string, unknown>
>

/** The caller of an operation that needs a session. */
export function getCaller({ caller }: Pick<Call, 'caller'>): Caller {
  if (!caller) throw new Refusal({ code: 'UNAUTHORIZED' })
  return caller
}
