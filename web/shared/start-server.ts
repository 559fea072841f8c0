import type { WorkerFailures } from './worker-link.js'

/** The connection to a language server in a web worker: what it sends and is sent are messages of JSON-RPC, as JSON. */
export type ServerConnection = {
  send: (message: string) => void
  subscribe: (handler: (message: string) => void) => void
  unsubscribe: (handler: (message: string) => void) => void
  /** Ends the worker immediately. */
  stop: () => void
}

/** How long the server may take for an answer, in milliseconds. */
const maxAnswerTime = 20_000

/**
 * Starts the language server of the site in a web worker, after the page is shown, so that users can type before the
 * server is ready. A server that takes too long for an answer, perhaps because of a hostile text, is stopped.
 *
 * @param base The path of the site.
 */
export function startServer(base: string, { onHang, onBroken }: WorkerFailures): ServerConnection {
  let worker: Worker | undefined
  /** What was sent before the worker was there. */
  const waiting: unknown[] = []
  const handlers = new Set<(message: string) => void>()
  const timers = new Map<unknown, ReturnType<typeof setTimeout>>()
  const stop = (): void => {
    clearTimeout(beginning)
    worker?.terminate()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }
  let hasStarted = false
  const beginning = setTimeout(() => {
    worker = new Worker(`${base}tools/language-server.js`, { type: 'module' })
    worker.addEventListener('error', () => {
      // A failure later leaves a question without an answer, which ends the server in time.
      if (hasStarted) return
      stop()
      onBroken()
    })
    worker.addEventListener('message', ({ data }: MessageEvent<{ id?: unknown }>) => {
      hasStarted = true
      clearTimeout(timers.get(data.id))
      timers.delete(data.id)
      const message = JSON.stringify(data)
      for (const handler of handlers) handler(message)
    })
    for (const message of waiting) worker.postMessage(message)
  })
  return {
    send: (text) => {
      const message = JSON.parse(text) as { id?: unknown; method?: string }
      if (message.id !== undefined && message.method !== undefined)
        timers.set(
          message.id,
          setTimeout(() => {
            stop()
            onHang()
          }, maxAnswerTime),
        )
      if (worker) worker.postMessage(message)
      else waiting.push(message)
    },
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
    stop,
  }
}
