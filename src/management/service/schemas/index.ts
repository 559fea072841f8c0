import type { Failure } from '../failure.js'
import { Refusal } from '../refusal.js'
import { RunAgain } from '../store/index.js'
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

/** Checks by a pool of threads; what came out is known as long as the very schema and data are. */
export function createSchemas(pool = createPool()): Schemas {
  const known = new WeakMap<object, WeakMap<object, { fault: Failure | undefined }>>()
  const find = (schema: Json, data: unknown, isAlone = false): Failure | undefined => {
    const bySchema = known.get(schema) ?? new WeakMap()
    known.set(schema, bySchema)
    const key = isAlone ? schema : typeof data === 'object' && data !== null ? data : nothing
    const found = bySchema.get(key)
    if (found) return found.fault
    throw new RunAgain(
      pool
        .ask({ schema: JSON.stringify(schema), ...(!isAlone && { data: JSON.stringify(data) }) })
        .then((fault) => void bySchema.set(key, { fault }), refuse),
    )
  }
  return {
    findSchemaFault: (schema) => find(schema, undefined, true),
    findDataFault: find,
    close: pool.close,
  }
}

/** Stands for data that are null. */
const nothing = {}

function refuse(error: unknown): never {
  throw error instanceof OverLimit ? new Refusal({ code: 'TIMEOUT' }) : error
}
