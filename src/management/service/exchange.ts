import { Refusal } from './refusal.js'

/** How a request stands with its time: one that ran out of it changes nothing more, and one that has changed something is answered, however long it takes. */
export type Deadline = { isOver: boolean; hasChanged: boolean }

/** What the service reads of a request; every `Request` is one. */
export type Incoming = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Headers
  /** The body; it is read only where the operation and the caller's right call for it. */
  text(): Promise<string>
  /** Whether its time is over; one that is asked in this process has all the time. */
  readonly deadline?: Deadline
}

/** An answer, before it is a `Response` or goes over a socket. */
export type Outgoing = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** What a request comes with besides itself: the certificate that the client showed, as PEM, and its IP address; a request without one is made in this process. */
export type Connection = { readonly clientCertificate?: string; readonly address?: string }

/** Answers requests. It throws over faults of ours only. */
export type Handle = (incoming: Incoming, connection?: Connection) => Promise<Outgoing>

/** Bytes that a body has at most, as with controllers. */
export const bodyLimit = 1024 * 1024

/** The refusal of a longer body. */
export const tooLarge = (): Refusal => new Refusal({ code: 'REQUEST_ENTITY_TOO_LARGE' })

/** The same as a function of the fetch API. */
export const asFetch =
  (handle: Handle) =>
  async (request: Request, connection: Connection = {}): Promise<Response> => {
    const text = async (): Promise<string> => {
      const all = await request.text()
      if (Buffer.byteLength(all) > bodyLimit) throw tooLarge()
      return all
    }
    const { status, headers, body } = await handle(
      { method: request.method, url: request.url, headers: request.headers, text },
      connection,
    )
    return new Response(body, { status, headers: { ...headers } })
  }
