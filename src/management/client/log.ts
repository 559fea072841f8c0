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
      /** The type of the event. */
      kind: 'request'
      /** The HTTP method. */
      method: string
      /** The path of the request. */
      path: string
      /** The query of the request. */
      query: Record<string, unknown>
      /** The headers. */
      headers: Record<string, string>
      /** The body of the request. */
      body?: unknown
    }
  | {
      /** The type of the event. */
      kind: 'answer'
      /** The HTTP status; 0 without an answer. */
      status: number
      /** The headers. */
      headers: Record<string, string>
      /** Length of the answer in bytes. */
      size: number
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** The type of the event. */
      kind: 'failure'
      /** The code of the error. */
      code: string
      /** The HTTP status; 0 without an answer. */
      status: number
      /** What failed, and why. */
      message: string
      /** The id of the request in the log of the controller. */
      requestId?: string
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** The type of the event. */
      kind: 'wait'
      /** How long the client waits before the next attempt, in ms. */
      delay: number
      /** The code of the error that caused the wait. */
      code: string
    }
)

/** Receives every request, answer, failure and wait. */
export type Log = (event: LogEvent) => void
