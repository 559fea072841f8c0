/** What the `log` of a client is told. Secrets are stars in it. */
export type LogEvent = {
  /** The operation, as in `services.create`. */
  operation: string
  /** Counts the calls of a client. */
  call: number
  /** Counts the attempts of a call. */
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
      status: number
      headers: Record<string, string>
      size: number
      duration: number
    }
  | {
      kind: 'failure'
      code: string
      status: number
      message: string
      requestId?: string
      duration: number
    }
  | { kind: 'wait'; delay: number; code: string }
)

export type Log = (event: LogEvent) => void
