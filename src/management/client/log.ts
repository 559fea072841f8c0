/** An event for the `log` of a client. Secrets are masked. */
export type LogEvent = {
  /** The operation, as in `services.create`. */
  operation: string
  /** The number of the call, counted per client from 1. */
  call: number
  /** The number of the attempt, from 1. */
  attempt: number
} & (
  | {
      /** A request is sent. */
      kind: 'request'
      /** The HTTP method. */
      method: string
      /** The path of the request, without the base path of the management API. */
      path: string
      /** The query parameters; quoted strings in filters are masked. */
      query: Record<string, unknown>
      /** The headers of the request, with secrets masked. */
      headers: Record<string, string>
      /** The body, with secrets masked (a text body as a whole); absent if there is none. */
      body?: unknown
    }
  | {
      /** A response was received. */
      kind: 'answer'
      /** The HTTP status; 0 for a redirect that a browser hides. */
      status: number
      /** The headers of the response, with secrets masked. */
      headers: Record<string, string>
      /** The length of the body in bytes. */
      size: number
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** An attempt failed. */
      kind: 'failure'
      /** The code of the error, as in `ManagementError`. */
      code: string
      /** The HTTP status; 0 without a response. */
      status: number
      /** The error message. */
      message: string
      /** The id of the request in the log of the controller. */
      requestId?: string
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** The client waits before the next attempt. */
      kind: 'wait'
      /** How long the client waits before the next attempt, in ms. */
      delay: number
      /** The code of the error that caused the wait. */
      code: string
    }
)

/** Receives every request, answer, failure and wait. */
export type Log = (event: LogEvent) => void
