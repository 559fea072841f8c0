import { RetryTransaction } from '../store/store.js'
import type { Failure } from '../call/failure.js'
import { Refusal, succeed } from '../call/failure.js'
import { isRecord } from '../../../document/record.js'
import type { SchemaChecker } from '../call/context.js'
import type { Findings, CheckRequest, Thread } from './thread.js'
import { startThread } from './thread.js'

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Results of the checks of a schema, and whether its last check was quick. The key of a result is the data that was
 * checked, or the schema itself if it was checked without data.
 */
type SchemaState = {
  isQuick: boolean
  readonly faults: WeakMap<object, { fault: Failure | undefined }>
}

/** The key of null data in `faults`, because the keys of a WeakMap must be objects. */
const nullDataKey = {}

/**
 * Runs checks in two thread pools, so that schemas whose checks are known to be quick do not wait for new and slow
 * schemas.
 */
export function createSchemaChecker(): SchemaChecker {
  const pools = { new: createPool(), quick: createPool() }
  const schemas = new WeakMap<object, SchemaState>()

  const match: SchemaChecker['match'] = async (pattern, texts) => {
    try {
      const { fault, matches = [] } = await pools.new.ask({ pattern, texts })
      return fault ? { ok: false, failure: fault } : succeed(matches)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  const runCheck = async (schema: JsonObject, state: SchemaState, data: unknown): Promise<void> => {
    try {
      const { fault, isLate, isOverdue } = await pools[state.isQuick ? 'quick' : 'new'].ask({
        schema: JSON.stringify(schema),
        ...(data !== schema && { data: JSON.stringify(data) }),
      })
      state.isQuick = state.isQuick ? !isOverdue : !isLate
      state.faults.set(isRecord(data) ? data : nullDataKey, { fault })
    } catch (error) {
      state.isQuick = false
      throw toRefusal(error)
    }
  }

  /**
   * Returns the result of a check, or throws a RetryTransaction that waits for the result. If `data` is the schema
   * itself, only the schema is checked.
   */
  const findFault = (schema: JsonObject, data: unknown): Failure | undefined => {
    const state = schemas.get(schema) ?? { isQuick: false, faults: new WeakMap() }
    schemas.set(schema, state)
    const cachedResult = state.faults.get(isRecord(data) ? data : nullDataKey)
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

/** Turns the error of a check that exceeded a limit into a refusal. Returns other errors, which are bugs, unchanged. */
const toRefusal = (error: unknown): unknown =>
  error instanceof OverLimitError ? new Refusal({ code: 'TIMEOUT' }) : error

/** Thrown by a check that exceeded its limit of time or memory. */
export class OverLimitError extends Error {}

/**
 * The findings of a check, and whether it took longer than `turnTime` (`isLate`) or `maxContendedTime` (`isOverdue`).
 */
export type CheckResult = Findings & {
  readonly isLate: boolean
  readonly isOverdue: boolean
}

/** Threads that run checks; see `createPool`. */
export type Pool = {
  /** Runs a check. Rejects with an OverLimitError if it exceeded a limit and was stopped. */
  readonly ask: (request: CheckRequest) => Promise<CheckResult>
  readonly close: () => void
}

/** How long the next check waits for a running check, in ms. */
const turnTime = 50

/** How long a check may run while too many late checks keep others from starting, in ms. */
const maxContendedTime = 300

/** How long a check may run in any case, in ms. */
const maxTime = 2000

/** A new check only starts while at most this many late checks are running, each in its own thread. */
const maxLateRuns = 2

/** Maximum number of threads that are kept for later checks. */
const maxIdleThreads = 2

type Job = {
  readonly request: CheckRequest
  readonly resolve: (result: CheckResult) => void
  readonly reject: (error: unknown) => void
}

type PoolRun = { readonly thread: Thread; isLate: boolean; isOverdue: boolean; isStopped: boolean }

const createClosedError = (): Error => new Error('the service is closed')

/**
 * Creates a pool. Checks take turns of `turnTime`, during which other checks wait. A check that takes longer continues,
 * while the next check starts in another thread. If too many checks continue, the oldest is stopped once it is overdue.
 * So even several endless checks do not delay a quick check for long.
 */
export function createPool(start: () => Thread = startThread): Pool {
  const waitingJobs: Job[] = []
  const idleThreads: Thread[] = []
  /** The running checks, in the order in which they started. */
  const runs = new Set<PoolRun>()
  let isClosed = false

  /**
   * Starts the next check, unless another check is still in its turn. While too many late checks run, no check is
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

  /**
   * Keeps a thread for later checks. The most recently used thread is reused first, because it has probably compiled
   * the schemas that are used often.
   */
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
 * Creates the timers of a run, which is marked as late after `turnTime` and as overdue after `maxContendedTime`, and is
 * stopped after `maxTime`. `begin` starts the timers, `end` clears them.
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
      // Stopping is deferred: if a reply has already arrived but this thread was too busy to read it, the reply still
      // counts.
      setTimer(maxTime, () => void setImmediate(() => isRunning() && stopRun(run)))
    },
    end: () => timers.forEach(clearTimeout),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
