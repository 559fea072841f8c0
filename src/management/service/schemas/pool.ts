import type { Failure } from '../failure.js'
import type { Question, Thread } from './thread.js'
import { startThread } from './thread.js'

/** A check took too long, or too much memory. */
export class OverLimit extends Error {}

/** A fault, if there is one, and whether it took longer to know than a turn, and longer than others have patience. */
export type Checked = {
  readonly fault: Failure | undefined
  readonly isLate: boolean
  readonly isOld: boolean
}

/** Threads that check schemas. */
export type Pool = {
  /** Rejects with OverLimit where the check is given up. */
  readonly ask: (question: Question) => Promise<Checked>
  readonly close: () => void
}

/** In ms: how long a check keeps others waiting, how long it may go on while others need its thread, and how long at most. */
const turn = 50
const patience = 300
const limit = 2000

/** So many checks go on beyond their turn, each in a thread of its own, and so many threads wait for more. */
const mostLate = 2
const mostIdle = 2

type Job = {
  readonly question: Question
  readonly resolve: (checked: Checked) => void
  readonly reject: (error: unknown) => void
}

type Run = { readonly thread: Thread; isLate: boolean; isOld: boolean; isOver: boolean }

const closed = (): Error => new Error('the service is closed')

/**
 * Checks take turns: while one has its turn, the others wait; one that takes longer goes on, and the next begins in
 * another thread, instead of the oldest where there are too many. So neither a check that never ends nor several of
 * them hold up one that is quick.
 */
export function createPool(start: () => Thread = startThread): Pool {
  const waiting: Job[] = []
  const idle: Thread[] = []
  /** In the order in which they began. */
  const running = new Set<Run>()
  let isClosed = false

  const stop = (run: Run): void => {
    run.isOver = true
    run.thread.end()
  }

  const startNext = (): void => {
    if (waiting.length === 0 || [...running].some(({ isLate }) => !isLate)) return
    const [oldest] = running
    if (oldest && running.size > mostLate) {
      if (oldest.isOld) stop(oldest)
      return
    }
    const job = waiting.shift()
    if (job) void work(job)
  }

  async function work({ question, resolve, reject }: Job): Promise<void> {
    const run = { thread: idle.pop() ?? start(), isLate: false, isOld: false, isOver: false }
    running.add(run)
    const timers: NodeJS.Timeout[] = []
    const after = (ms: number, act: () => void): unknown => timers.push(setTimeout(act, ms))
    const begun = (): void => {
      after(turn, () => {
        run.isLate = true
        startNext()
      })
      after(patience, () => {
        run.isOld = true
        startNext()
      })
      // An answer that is there, but was not read because this thread was busy, counts.
      after(limit, () => void setImmediate(() => running.has(run) && stop(run)))
    }
    try {
      const fault = await run.thread.ask(question, begun)
      // The thread that was used last has compiled what is used most.
      if (isClosed) run.thread.end()
      else if (idle.push(run.thread) > mostIdle) idle.shift()?.end()
      resolve({ fault, isLate: run.isLate, isOld: run.isOld })
    } catch (error) {
      run.thread.end()
      reject(run.isOver || isOutOfMemory(error) ? new OverLimit('', { cause: error }) : error)
    } finally {
      timers.forEach(clearTimeout)
      running.delete(run)
      startNext()
    }
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed())
        waiting.push({ question, resolve, reject })
        startNext()
      }),
    close: () => {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(closed())
      for (const { thread } of running) thread.end()
      for (const thread of idle.splice(0)) thread.end()
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
