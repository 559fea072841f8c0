import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isPlainObject } from '../../../document/record.js'
import type { Failure } from '../call/failure.js'
import { readWorkerText } from './worker-text.js'

/**
 * A schema, and data to check against it, both as JSON; without data the schema itself is checked. Or a regular
 * expression, and strings to match it with.
 */
export type CheckRequest = { schema: string; data?: string } | { pattern: string; texts: string[] }

/** The first fault, if any; for a regular expression, whether it matches each string. */
export type Findings = { fault: Failure | undefined; matches?: readonly boolean[] }

/** The findings, or why the thread itself failed. */
export type ThreadReply = Findings | { error: string }

/** A thread that does one check at a time. */
export type Thread = {
  /**
   * Runs a check. Calls `onBegin` once the thread is ready and the check starts. Rejects if the thread ends before it
   * has replied.
   */
  readonly ask: (request: CheckRequest, onBegin: () => void) => Promise<Findings>
  readonly end: () => void
}

/** Memory limit of a thread in MiB; a thread that exceeds it ends. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Starts a thread, which keeps the process alive only during a check. */
export function startThread(): Thread {
  const worker = new Worker(readWorkerText(), { eval: true, execArgv: [], resourceLimits })
  const exitController = new AbortController()
  worker.unref()
  worker.once('exit', () => exitController.abort())
  // The caller of `ask` gets the error.
  worker.on('error', () => undefined)
  const nextMessage = (): Promise<unknown[]> =>
    once(worker, 'message', { signal: exitController.signal })
  const readyMessage = nextMessage()
  readyMessage.catch(() => undefined)
  return {
    ask: async (request, onBegin) => {
      worker.ref()
      try {
        await readyMessage
        onBegin()
        worker.postMessage(request)
        const [reply] = await nextMessage()
        return readReply(reply)
      } finally {
        worker.unref()
      }
    },
    end: () => void worker.terminate(),
  }
}

const isReply = (value: unknown): value is ThreadReply =>
  isPlainObject(value) && ('fault' in value || typeof value['error'] === 'string')

function readReply(reply: unknown): Findings {
  if (!isReply(reply)) throw new Error('a thread sent no valid reply')
  if ('error' in reply) throw new Error(reply.error)
  return reply
}
