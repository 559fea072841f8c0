import type { WorkerFailures } from './worker-link.js'

/** The connection to a language server in a web worker. Messages are JSON-RPC, serialized as JSON. */
export type ServerConnection = {
  send: (message: string) => void
  subscribe: (handler: (message: string) => void) => void
  unsubscribe: (handler: (message: string) => void) => void
  /** Terminates the worker immediately. */
  stop: () => void
}

/** Maximum time that the server may take for an answer, in milliseconds. */
const maxAnswerTime = 20_000

/**
 * Starts the language server in a web worker once the page is shown, so that users can type before
 * the server is ready. Stops the server if an answer takes too long, for example because of a
 * malicious text.
 *
 * @param base Path of the site.
 */
export function startServer(base: string, { onHang, onBroken }: WorkerFailures): ServerConnection {
  let worker: Worker | undefined
  /** Messages that were sent before the worker existed. */
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
      // A later error leaves a request unanswered, whose timeout stops the server.
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
