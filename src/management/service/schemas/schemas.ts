import { RetryTransaction } from '../store/store.js'
import type { Failure } from '../call/failure.js'
import { Refusal, succeed } from '../call/failure.js'
import { isRecord } from '../../../document/record.js'
import type { Schemas } from '../call/context.js'
import type { Findings, CheckRequest, Thread } from './thread.js'
import { startThread } from './thread.js'

type Json = Readonly<Record<string, unknown>>

/** What is known about a schema: whether its checks are quick, and the results by checked data. */
type SchemaState = {
  isQuick: boolean
  readonly faults: WeakMap<object, { fault: Failure | undefined }>
}

const scalarDataKey = {}

/** Runs checks in thread pools: schemas known to be quick do not wait for new ones. */
export function createSchemas(): Schemas {
  const pools = { new: createPool(), quick: createPool() }
  const schemas = new WeakMap<object, SchemaState>()

  const match: Schemas['match'] = async (pattern, texts) => {
    try {
      const { fault, matches = [] } = await pools.new.ask({ pattern, texts })
      return fault ? { ok: false, failure: fault } : succeed(matches)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  const runCheck = async (schema: Json, state: SchemaState, data: unknown): Promise<void> => {
    try {
      const { fault, isLate, isOverdue } = await pools[state.isQuick ? 'quick' : 'new'].ask({
        schema: JSON.stringify(schema),
        ...(data !== schema && { data: JSON.stringify(data) }),
      })
      state.isQuick = state.isQuick ? !isOverdue : !isLate
      state.faults.set(isRecord(data) ? data : scalarDataKey, { fault })
    } catch (error) {
      state.isQuick = false
      throw toRefusal(error)
    }
  }

  /** The schema itself is the key when it is checked without data. */
  const findFault = (schema: Json, data: unknown): Failure | undefined => {
    const state = schemas.get(schema) ?? { isQuick: false, faults: new WeakMap() }
    schemas.set(schema, state)
    const cachedResult = state.faults.get(isRecord(data) ? data : scalarDataKey)
    if (cachedResult) return cachedResult.fault
    throw new RetryTransaction(runCheck(schema, state, data))
  }

  return {
    findSchemaFault: (schema) => findFault(schema, schema),
    findDataFault: findFault,
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
export type CheckResult = Findings & {
  readonly isLate: boolean
  readonly isOverdue: boolean
}

export type Pool = {
  /** Rejects with an OverLimitError if the check is aborted. */
  readonly ask: (request: CheckRequest) => Promise<CheckResult>
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
  readonly request: CheckRequest
  readonly resolve: (result: CheckResult) => void
  readonly reject: (error: unknown) => void
}

type PoolRun = { readonly thread: Thread; isLate: boolean; isOverdue: boolean; isStopped: boolean }

const createClosedError = (): Error => new Error('the service is closed')

/**
 * Checks take turns of `turnTime`, during which the others wait. A check that takes longer
 * continues, while the next one starts in another thread; if too many continue, the oldest is
 * stopped. So neither an endless check nor several of them delay a quick one.
 */
export function createPool(start: () => Thread = startThread): Pool {
  const waitingJobs: Job[] = []
  const idleThreads: Thread[] = []
  /** In the order in which they started. */
  const runs = new Set<PoolRun>()
  let isClosed = false

  /**
   * Starts the next check, unless one is still in its turn. While too many late checks run, none is
   * started, and the oldest is stopped once it is overdue.
   */
  const startNext = (): void => {
    if (waitingJobs.length === 0 || [...runs].some(({ isLate }) => !isLate)) return
    const [oldest] = runs
    if (oldest && runs.size > maxLateRuns) {
      if (oldest.isOverdue) stopRun(oldest)
      return
    }
    const job = waitingJobs.shift()
    if (job) void runJob(job)
  }

  /** The most recently used thread has compiled the most frequently used schemas. */
  const keepThread = (thread: Thread): void => {
    if (isClosed) thread.end()
    else if (idleThreads.push(thread) > maxIdleThreads) idleThreads.shift()?.end()
  }

  async function runJob({ request, resolve, reject }: Job): Promise<void> {
    const run = {
      thread: idleThreads.pop() ?? start(),
      isLate: false,
      isOverdue: false,
      isStopped: false,
    }
    runs.add(run)
    const clock = createRunClock(run, { startNext, isRunning: () => runs.has(run) })
    try {
      const findings = await run.thread.ask(request, clock.begin)
      keepThread(run.thread)
      resolve({ ...findings, isLate: run.isLate, isOverdue: run.isOverdue })
    } catch (error) {
      run.thread.end()
      reject(
        run.isStopped || isOutOfMemory(error) ? new OverLimitError('', { cause: error }) : error,
      )
    } finally {
      clock.end()
      runs.delete(run)
      startNext()
    }
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(createClosedError())
        waitingJobs.push({ request, resolve, reject })
        startNext()
      }),
    close: () => {
      isClosed = true
      for (const { reject } of waitingJobs.splice(0)) reject(createClosedError())
      for (const { thread } of runs) thread.end()
      for (const thread of idleThreads.splice(0)) thread.end()
    },
  }
}

function stopRun(run: PoolRun): void {
  run.isStopped = true
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
  const setTimer = (ms: number, callback: () => void): unknown =>
    timers.push(setTimeout(callback, ms))
  return {
    begin: () => {
      setTimer(turnTime, () => {
        run.isLate = true
        startNext()
      })
      setTimer(maxContendedTime, () => {
        run.isOverdue = true
        startNext()
      })
      // A reply counts if it has arrived, even if this thread was too busy to read it.
      setTimer(maxTime, () => void setImmediate(() => isRunning() && stopRun(run)))
    },
    end: () => timers.forEach(clearTimeout),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
