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
      kind: 'request'
      method: string
      path: string
      query: Record<string, unknown>
      headers: Record<string, string>
      body?: unknown
    }
  | {
      kind: 'answer'
      /** The HTTP status; 0 without an answer. */
      status: number
      headers: Record<string, string>
      /** Length of the answer in bytes. */
      size: number
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      kind: 'failure'
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
      kind: 'wait'
      /** How long the client waits before the next attempt, in ms. */
      delay: number
      code: string
    }
)

/** Receives every request, answer, failure and wait. */
export type Log = (event: LogEvent) => void
