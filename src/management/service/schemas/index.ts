import type { Failure } from '../failure.js'
import { Refusal } from '../refusal.js'
import { RunAgain } from '../store/index.js'
import type { Pool } from './pool.js'
import { createPool, OverLimit } from './pool.js'

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
const nothing = {}

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
      known.faults.set(isObject(data) ? data : nothing, { fault })
    } catch (error) {
      known.isQuick = false
      throw error instanceof OverLimit ? new Refusal({ code: 'TIMEOUT' }) : error
    }
  }

  /** A schema itself stands for no data: it is what is checked. */
  const find = (schema: Json, data: unknown): Failure | undefined => {
    const known = schemas.get(schema) ?? { isQuick: false, faults: new WeakMap() }
    schemas.set(schema, known)
    const found = known.faults.get(isObject(data) ? data : nothing)
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
