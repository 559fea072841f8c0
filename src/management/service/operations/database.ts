import { setImmediate } from 'node:timers/promises'
import { entities } from '../../../generated/management/entities.js'
import { getErrorMessage } from '../../../document/errors.js'
import { isWithinTime } from '../call/times.js'
import { formatTimeOrNull } from '../entities/present.js'
import type { ReferenceCheck } from '../records/references.js'
import { createReferenceChecks } from '../records/references.js'
import { emptyAnswer } from '../call/scope.js'
import type { ServiceContext } from '../call/context.js'
import type { ReadTransaction, WriteTransaction } from '../call/records.js'
import { Refusal } from '../call/failure.js'
import type { Answer, Handlers } from '../call/call.js'
import type { IntegrityFinding } from '../call/runtime-state.js'
import { createMaintenance } from '../call/runtime-state.js'

/** Minimum time between two snapshots in ms; earlier requests are refused. */
const snapshotInterval = 60_000

function startIntegrityCheck(context: ServiceContext, fixesErrors: boolean): Answer {
  if (context.maintenance.integrityCheck.inProgress) throw new Refusal({ code: 'RATE_LIMITED' })
  void checkReferences(context, fixesErrors)
  return emptyAnswer
}

async function takeSnapshot(context: ServiceContext): Promise<Answer> {
  const { maintenance } = context
  const previousSnapshotAt = maintenance.snapshotAt
  if (
    previousSnapshotAt !== undefined &&
    isWithinTime(snapshotInterval, previousSnapshotAt, context.now())
  )
    throw new Refusal({ code: 'RATE_LIMITED' })
  maintenance.snapshotAt = context.now()
  try {
    await context.snapshot()
    return emptyAnswer
  } catch (error) {
    maintenance.snapshotAt = previousSnapshotAt
    throw error
  }
}

export const databaseOperations: Handlers = {
  checkDataIntegrity: (_, context) => startIntegrityCheck(context, false),
  fixDataIntegrity: (_, context) => startIntegrityCheck(context, true),
  dataIntegrityResults: (_, { maintenance }) => {
    const { startTime, endTime, ...rest } = maintenance.integrityCheck
    return {
      data: { ...rest, startTime: formatTimeOrNull(startTime), endTime: formatTimeOrNull(endTime) },
      meta: { pagination: { limit: -1, offset: 0, totalCount: rest.results.length } },
    }
  },
  createDatabaseSnapshot: (_, context) => takeSnapshot(context),
}

/** Maximum number of reported findings; the integrity check stops when it has found more. */
const maxFindings = 1000

/** Collects the findings of a check of one entity. Stops at the first finding beyond the limit, and includes it. */
const collectFindings = (
  check: ReferenceCheck,
  limit: number,
  records: ReadTransaction,
  writer?: WriteTransaction,
): IntegrityFinding[] => {
  const findings: IntegrityFinding[] = []
  for (const finding of check(records, writer)) if (findings.push(finding) > limit) break
  return findings
}

/**
 * Finds references to missing records, and fixes them if `fixesErrors` is set. Lets other requests run before it
 * checks the records of each entity. Writes the result, or the error, into `maintenance`.
 */
async function checkReferences(
  { maintenance, now, read, write }: Pick<ServiceContext, 'maintenance' | 'now' | 'read' | 'write'>,
  fixesErrors: boolean,
): Promise<void> {
  const integrityCheck = {
    ...createMaintenance().integrityCheck,
    startTime: now(),
    fixingErrors: fixesErrors,
    inProgress: true,
  }
  maintenance.integrityCheck = integrityCheck
  const results: IntegrityFinding[] = []
  let error: string | null = null
  try {
    for (const check of createReferenceChecks(entities)) {
      await setImmediate()
      const limit = maxFindings - results.length
      results.push(
        ...(fixesErrors
          ? await write((records) => collectFindings(check, limit, records, records))
          : await read((records) => collectFindings(check, limit, records))),
      )
      if (results.length > maxFindings) break
    }
  } catch (cause) {
    error = getErrorMessage(cause)
  }
  maintenance.integrityCheck = {
    ...integrityCheck,
    endTime: now(),
    inProgress: false,
    error,
    tooManyErrors: results.length > maxFindings,
    results: results.slice(0, maxFindings),
  }
}
