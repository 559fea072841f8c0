import type { Failure } from '../failure.js'
import type { Question, Thread } from './thread.js'
import { startThread } from './thread.js'

/** A check took too long, or too much memory. */
export class OverLimit extends Error {}

/** Threads that check schemas; none is waited for longer than its time. */
export type Pool = {
  /** Rejects with OverLimit where the check is given up. */
  readonly ask: (question: Question) => Promise<Failure | undefined>
  readonly close: () => void
}

/** How long a check keeps others waiting, and how long it may take, in ms. */
const turn = 50
const limit = 2000

/** So many checks go on beyond their turn, each in a thread of its own; then the oldest is given up. */
const mostLate = 3

type Job = {
  readonly question: Question
  readonly resolve: (fault: Failure | undefined) => void
  readonly reject: (error: unknown) => void
}

type Run = { readonly thread: Thread; isOver: boolean }

/**
 * Checks take turns: while one has its turn, the others wait; one that takes longer goes on, and the next begins in
 * another thread. So neither a check that never ends nor several of them hold up one that is quick.
 */
export function createPool(start: () => Thread = startThread): Pool {
  const waiting: Job[] = []
  const idle: Thread[] = []
  const late = new Set<Run>()
  let current: Run | undefined
  let isClosed = false

  const stop = (run: Run): void => {
    run.isOver = true
    run.thread.end()
  }

  const passOn = (run: Run): void => {
    if (current !== run) return
    current = undefined
    startNext()
  }

  const letRunLate = (run: Run): void => {
    late.add(run)
    const [oldest] = late
    if (oldest && late.size > mostLate) stop(oldest)
    if (idle.length === 0) idle.push(start())
    passOn(run)
  }

  const startNext = (): void => {
    const job = current ? undefined : waiting.shift()
    if (!job) return
    current = { thread: idle.pop() ?? start(), isOver: false }
    void work(job, current)
  }

  async function work({ question, resolve, reject }: Job, run: Run): Promise<void> {
    const timers: NodeJS.Timeout[] = []
    // An answer that is there, but was not read because this thread was busy, counts.
    const giveUp = (): void => void setImmediate(() => timers.length > 0 && stop(run))
    try {
      const fault = await run.thread.ask(question, () =>
        timers.push(setTimeout(letRunLate, turn, run), setTimeout(giveUp, limit)),
      )
      if (idle.length === 0 && !isClosed) idle.push(run.thread)
      else run.thread.end()
      resolve(fault)
    } catch (error) {
      run.thread.end()
      reject(
        run.isOver || isOutOfMemory(error) ? new OverLimit('too long', { cause: error }) : error,
      )
    } finally {
      timers.splice(0).forEach(clearTimeout)
      late.delete(run)
      passOn(run)
    }
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the service is closed'))
        waiting.push({ question, resolve, reject })
        startNext()
      }),
    close: () => {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new Error('the service is closed'))
      for (const { thread } of [...late, ...(current ? [current] : [])]) thread.end()
      for (const thread of idle.splice(0)) thread.end()
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
