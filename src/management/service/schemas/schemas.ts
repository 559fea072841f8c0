import { RetryTransaction } from '../store/store.js'
import type { Failure } from '../call/failure.js'
import { Refusal, succeed } from '../call/failure.js'
import { isRecord } from '../../../document/record.js'
import type { Schemas } from '../call/context.js'
import type { Findings, CheckRequest, Thread } from './thread.js'
import { startThread } from './thread.js'

type Json = Readonly<Record<string, unknown>>

/** What is known about a schema: whether its checks are quick, and the results by checked data. */
type Known = { isQuick: boolean; readonly faults: WeakMap<object, { fault: Failure | undefined }> }

const nullData = {}

/** Runs checks in thread pools: schemas known to be quick do not wait for new ones. */
export function createSchemas(): Schemas {
  const pools = { new: createPool(), quick: createPool() }
  const schemas = new WeakMap<object, Known>()

  const match: Schemas['match'] = async (pattern, texts) => {
    try {
      const { fault, matches = [] } = await pools.new.ask({ pattern, texts })
      return fault ? { ok: false, failure: fault } : succeed(matches)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  const ask = async (schema: Json, known: Known, data: unknown): Promise<void> => {
    try {
      const { fault, isLate, isOverdue } = await pools[known.isQuick ? 'quick' : 'new'].ask({
        schema: JSON.stringify(schema),
        ...(data !== schema && { data: JSON.stringify(data) }),
      })
      known.isQuick = known.isQuick ? !isOverdue : !isLate
      known.faults.set(isRecord(data) ? data : nullData, { fault })
    } catch (error) {
      known.isQuick = false
      throw toRefusal(error)
    }
  }

  /** The schema itself is the key when it is checked without data. */
  const find = (schema: Json, data: unknown): Failure | undefined => {
    const known = schemas.get(schema) ?? { isQuick: false, faults: new WeakMap() }
    schemas.set(schema, known)
    const found = known.faults.get(isRecord(data) ? data : nullData)
    if (found) return found.fault
    throw new RetryTransaction(ask(schema, known, data))
  }

  return {
    findSchemaFault: (schema) => find(schema, schema),
    findDataFault: find,
    match,
    close: () => {
      pools.new.close()
      pools.quick.close()
    },
  }
}

/**
 * Turns a check that exceeded its limit into a refusal; other errors are bugs and stay unchanged.
 */
const toRefusal = (error: unknown): unknown =>
  error instanceof OverLimitError ? new Refusal({ code: 'TIMEOUT' }) : error

/** A check exceeded its limit of time or memory. */
export class OverLimitError extends Error {}

/**
 * The findings of a check, and whether it took longer than its turn (`turnTime`) or than
 * `maxContendedTime`.
 */
export type Checked = Findings & {
  readonly isLate: boolean
  readonly isOverdue: boolean
}

export type Pool = {
  /** Rejects with an OverLimitError if the check is aborted. */
  readonly ask: (question: CheckRequest) => Promise<Checked>
  readonly close: () => void
}

/**
 * Limits of a check in ms: how long others wait for it, how long it may continue if another check
 * needs its thread, and how long it may take at all.
 */
const turnTime = 50
const maxContendedTime = 300
const maxTime = 2000

/** The number of checks that may run beyond their turn, each in its own thread, and the number of idle threads. */
const maxLateRuns = 2
const maxIdleThreads = 2

type Job = {
  readonly question: CheckRequest
  readonly resolve: (checked: Checked) => void
  readonly reject: (error: unknown) => void
}

type PoolRun = { readonly thread: Thread; isLate: boolean; isOverdue: boolean; isOver: boolean }

const closed = (): Error => new Error('the service is closed')

/**
 * Checks take turns of `turnTime`, during which the others wait. A check that takes longer
 * continues, while the next one starts in another thread; if too many continue, the oldest is
 * stopped. So neither an endless check nor several of them delay a quick one.
 */
export function createPool(start: () => Thread = startThread): Pool {
  const waiting: Job[] = []
  const idle: Thread[] = []
  /** In the order in which they started. */
  const running = new Set<PoolRun>()
  let isClosed = false

  /**
   * Starts the next check, unless one is still in its turn. While too many late checks run, none is
   * started, and the oldest is stopped once it is overdue.
   */
  const startNext = (): void => {
    if (waiting.length === 0 || [...running].some(({ isLate }) => !isLate)) return
    const [oldest] = running
    if (oldest && running.size > maxLateRuns) {
      if (oldest.isOverdue) stopRun(oldest)
      return
    }
    const job = waiting.shift()
    if (job) void work(job)
  }

  /** The most recently used thread has compiled the most frequently used schemas. */
  const keepThread = (thread: Thread): void => {
    if (isClosed) thread.end()
    else if (idle.push(thread) > maxIdleThreads) idle.shift()?.end()
  }

  async function work({ question, resolve, reject }: Job): Promise<void> {
    const run = { thread: idle.pop() ?? start(), isLate: false, isOverdue: false, isOver: false }
    running.add(run)
    const clock = createRunClock(run, { startNext, isRunning: () => running.has(run) })
    try {
      const findings = await run.thread.ask(question, clock.begin)
      keepThread(run.thread)
      resolve({ ...findings, isLate: run.isLate, isOverdue: run.isOverdue })
    } catch (error) {
      run.thread.end()
      reject(run.isOver || isOutOfMemory(error) ? new OverLimitError('', { cause: error }) : error)
    } finally {
      clock.end()
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

function stopRun(run: PoolRun): void {
  run.isOver = true
  run.thread.end()
}

/**
 * Marks a run as late after its turn and as old after `maxContendedTime`, and stops it after
 * `maxTime`.
 */
function createRunClock(
  run: PoolRun,
  { startNext, isRunning }: { startNext: () => void; isRunning: () => boolean },
): { begin: () => void; end: () => void } {
  const timers: NodeJS.Timeout[] = []
  const after = (ms: number, run: () => void): unknown => timers.push(setTimeout(run, ms))
  return {
    begin: () => {
      after(turnTime, () => {
        run.isLate = true
        startNext()
      })
      after(maxContendedTime, () => {
        run.isOverdue = true
        startNext()
      })
      // A reply counts if it has arrived, even if this thread was too busy to read it.
      after(maxTime, () => void setImmediate(() => isRunning() && stopRun(run)))
    },
    end: () => timers.forEach(clearTimeout),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
