import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Failure } from '../http/failure.js'
import { readWorkerText } from './worker-text.js'

/** A schema, and data to check by it, each as JSON; without data it is the schema that is checked. */
export type Question = { schema: string; data?: string }

/** What is wrong first, if anything; or why the thread itself failed. */
export type Reply = { fault: Failure | undefined } | { error: string }

/** A thread that checks schemas and data, one after the other. */
export type Thread = {
  /** `begun` is called when the thread turns to the question. Rejects where the thread ends before it has answered. */
  readonly ask: (question: Question, begun: () => void) => Promise<Failure | undefined>
  readonly end: () => void
}

/** What a thread may take, in MiB; one that wants more ends. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Starts a thread, which keeps the process running only while it is asked something. */
export function startThread(): Thread {
  const worker = new Worker(readWorkerText(), { eval: true, execArgv: [], resourceLimits })
  const ended = new AbortController()
  worker.unref()
  worker.once('exit', () => ended.abort())
  // Whoever asks is told.
  worker.on('error', () => undefined)
  const next = (): Promise<unknown[]> => once(worker, 'message', { signal: ended.signal })
  const ready = next()
  ready.catch(() => undefined)
  return {
    ask: async (question, begun) => {
      worker.ref()
      try {
        await ready
        begun()
        worker.postMessage(question)
        const [reply] = await next()
        return readReply(reply)
      } finally {
        worker.unref()
      }
    },
    end: () => void worker.terminate(),
  }
}

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && ('fault' in value || 'error' in value)

function readReply(reply: unknown): Failure | undefined {
  if (!isReply(reply)) throw new Error('a thread gave no answer')
  if ('error' in reply) throw new Error(reply.error)
  return reply.fault
}
