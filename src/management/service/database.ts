import { setImmediate } from 'node:timers/promises'
import { entities } from '../../generated/management/entities.js'
import { formatTimeOrNull } from './entities/present.js'
import type { ReferenceCheck } from './entities/references.js'
import { createReferenceChecks } from './entities/references.js'
import { emptyAnswer } from './entities/scope.js'
import type { Environment, Reading, Writing } from './environment.js'
import { Refusal } from './http/failure.js'
import type { Answer, Handlers } from './http/handler.js'
import type { Finding } from './runtime-state.js'

/** How long a snapshot is reused, in ms. */
const snapshotInterval = 60_000

function startSearch(environment: Environment, fixingErrors: boolean): Answer {
  if (environment.maintenance.search.inProgress) throw new Refusal({ code: 'RATE_LIMITED' })
  void searchReferences(environment, fixingErrors)
  return emptyAnswer
}

async function takeSnapshot(environment: Environment): Promise<Answer> {
  const { maintenance } = environment
  const before = maintenance.snapshotAt
  if (before !== undefined && environment.now() - before < snapshotInterval)
    throw new Refusal({ code: 'RATE_LIMITED' })
  maintenance.snapshotAt = environment.now()
  try {
    await environment.snapshot()
    return emptyAnswer
  } catch (error) {
    maintenance.snapshotAt = before
    throw error
  }
}

/** Snapshots and integrity checks of the records. */
export const databaseOperations: Handlers = {
  checkDataIntegrity: (_, environment) => startSearch(environment, false),
  fixDataIntegrity: (_, environment) => startSearch(environment, true),
  dataIntegrityResults: (_, { maintenance }) => {
    const { startTime, endTime, ...rest } = maintenance.search
    return {
      data: { ...rest, startTime: formatTimeOrNull(startTime), endTime: formatTimeOrNull(endTime) },
      meta: { pagination: { limit: -1, offset: 0, totalCount: rest.results.length } },
    }
  },
  createDatabaseSnapshot: (_, environment) => takeSnapshot(environment),
}

/** Maximum number of reported findings; the check stops when there are more. */
const maxFindings = 1000

const collectFindings = (
  check: ReferenceCheck,
  room: number,
  records: Reading,
  writing?: Writing,
): Finding[] => {
  const found: Finding[] = []
  for (const finding of check(records, writing)) if (found.push(finding) > room) break
  return found
}

/**
 * Finds references to missing records and fixes them on request. It checks one entity at a time, so
 * that other requests are served meanwhile. The result goes into `maintenance`.
 */
async function searchReferences(
  { maintenance, now, read, write }: Pick<Environment, 'maintenance' | 'now' | 'read' | 'write'>,
  fixingErrors: boolean,
): Promise<void> {
  const search = {
    startTime: now(),
    endTime: null,
    error: null,
    fixingErrors,
    inProgress: true,
    tooManyErrors: false,
    results: [],
  }
  maintenance.search = search
  const outcome = { results: new Array<Finding>(), error: '' }
  try {
    for (const check of createReferenceChecks(entities)) {
      await setImmediate()
      const room = maxFindings - outcome.results.length
      outcome.results.push(
        ...(fixingErrors
          ? await write((records) => collectFindings(check, room, records, records))
          : await read((records) => collectFindings(check, room, records))),
      )
      if (outcome.results.length > maxFindings) break
    }
  } catch (error) {
    outcome.error = error instanceof Error ? error.message : String(error)
  }
  const { results, error } = outcome
  maintenance.search = {
    ...search,
    endTime: now(),
    inProgress: false,
    error: error === '' ? null : error,
    tooManyErrors: results.length > maxFindings,
    results: results.slice(0, maxFindings),
  }
}
