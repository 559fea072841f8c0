import type { RequestHeaders } from './call.js'
import { createFieldRefusal, Refusal } from './failure.js'

/**
 * The deadline of a request. Once it `isOver`, a request that has not written any records is refused; a request that
 * has (`hasChanged`) is completed, however long it takes.
 */
export type Deadline = { isOver: boolean; hasChanged: boolean }

/** The parts of a request that the service reads; every `Request` has them. */
export type IncomingRequest = {
  readonly method: string
  /** The absolute URL. */
  readonly url: string
  readonly headers: RequestHeaders
  /** The body; only read once the operation is found and the credentials are checked. */
  text(): Promise<string>
  /** The deadline of the request; requests within this process have none. */
  readonly deadline?: Deadline
}

/** A response, before it becomes a `Response` or is written to a socket. */
export type OutgoingResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/**
 * The client that sent a request: its certificate in PEM and its IP address. Requests from this
 * process have neither.
 */
export type Connection = { readonly clientCertificate?: string; readonly address?: string }

/** Handles a request. Refused requests resolve with an error response; only internal errors reject. */
export type RequestHandler = (
  request: IncomingRequest,
  connection?: Connection,
) => Promise<OutgoingResponse>

/** Maximum length of a body in bytes, as on controllers. */
export const maxBodyBytes = 1024 * 1024

/**
 * Maximum length of a response in characters. A response can be much longer than the requests before it, because
 * records repeat the names of other records.
 */
export const maxAnswerLength = 128 * 1024 * 1024

export const createAnswerTooLarge = (): Refusal =>
  createFieldRefusal(
    'limit',
    `the answer would have more than ${maxAnswerLength} characters; request fewer records`,
    '',
  )

export const createBodyTooLarge = (): Refusal => new Refusal({ code: 'REQUEST_ENTITY_TOO_LARGE' })
