import { RunAgain } from '../store/store.js'
import type { Failure } from '../http/failure.js'
import { Refusal } from '../http/failure.js'
import type { Question, Thread } from './thread.js'
import { startThread } from './thread.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Schemas that users wrote, and data checked by them, both in threads of their own. Transactions cannot wait: what is not
 * known yet is asked for, and the transaction is run again when it is known.
 */
export type Schemas = {
  /** Why a schema cannot be that of a config type. Throws a RunAgain where that is not known yet. */
  readonly findSchemaFault: (schema: Json) => Failure | undefined
  /** Why data do not fit a schema. Throws a RunAgain where that is not known yet. */
  readonly findDataFault: (schema: Json, data: unknown) => Failure | undefined
  readonly close: () => void
}

/** What is known of a schema: whether it is quick to check by, and the outcomes of checks, by what was checked. */
type Known = { isQuick: boolean; readonly faults: WeakMap<object, { fault: Failure | undefined }> }

/** Stands for data that are null. */
const nullData = {}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Checks by pools of threads: what was quick before does not wait for what is new. */
export function createSchemas(create: () => Pool = createPool): Schemas {
  const pools = { new: create(), quick: create() }
  const schemas = new WeakMap<object, Known>()

  const ask = async (schema: Json, known: Known, data: unknown): Promise<void> => {
    try {
      const { fault, isLate, isOld } = await pools[known.isQuick ? 'quick' : 'new'].ask({
        schema: JSON.stringify(schema),
        ...(data !== schema && { data: JSON.stringify(data) }),
      })
      known.isQuick = known.isQuick ? !isOld : !isLate
      known.faults.set(isObject(data) ? data : nullData, { fault })
    } catch (error) {
      known.isQuick = false
      throw error instanceof OverLimit ? new Refusal({ code: 'TIMEOUT' }) : error
    }
  }

  /** A schema itself stands for no data: it is what is checked. */
  const find = (schema: Json, data: unknown): Failure | undefined => {
    const known = schemas.get(schema) ?? { isQuick: false, faults: new WeakMap() }
    schemas.set(schema, known)
    const found = known.faults.get(isObject(data) ? data : nullData)
    if (found) return found.fault
    throw new RunAgain(ask(schema, known, data))
  }

  return {
    findSchemaFault: (schema) => find(schema, schema),
    findDataFault: find,
    close: () => {
      pools.new.close()
      pools.quick.close()
    },
  }
}

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
const turnTime = 50
const patience = 300
const maxTime = 2000

/** So many checks go on beyond their turn, each in a thread of its own, and so many threads wait for more. */
const maxLateRuns = 2
const mostIdle = 2

type Job = {
  readonly question: Question
  readonly resolve: (checked: Checked) => void
  readonly reject: (error: unknown) => void
}

type PoolRun = { readonly thread: Thread; isLate: boolean; isOld: boolean; isOver: boolean }

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
  const running = new Set<PoolRun>()
  let isClosed = false

  const stop = (run: PoolRun): void => {
    run.isOver = true
    run.thread.end()
  }

  const startNext = (): void => {
    if (waiting.length === 0 || [...running].some(({ isLate }) => !isLate)) return
    const [oldest] = running
    if (oldest && running.size > maxLateRuns) {
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
      after(turnTime, () => {
        run.isLate = true
        startNext()
      })
      after(patience, () => {
        run.isOld = true
        startNext()
      })
      // An answer that is there, but was not read because this thread was busy, counts.
      after(maxTime, () => void setImmediate(() => running.has(run) && stop(run)))
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
