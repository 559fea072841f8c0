import type { Environment } from '../environment.js'
import type { Answer, Handlers } from '../handler.js'
import { searchReferences } from '../integrity/search.js'
import { Refusal } from '../refusal.js'
import { timeOrNull } from '../show.js'

/** How long one snapshot stands for all, in ms. */
const snapshotEvery = 60_000

const done: Answer = { data: {}, meta: {} }

function search(environment: Environment, fixingErrors: boolean): Answer {
  if (environment.maintenance.search.inProgress) throw new Refusal({ code: 'RATE_LIMITED' })
  void searchReferences(environment, fixingErrors)
  return done
}

async function snapshot({ maintenance, now, snapshot: take }: Environment): Promise<Answer> {
  const before = maintenance.snapshotAt
  if (before !== undefined && now() - before < snapshotEvery)
    throw new Refusal({ code: 'RATE_LIMITED' })
  maintenance.snapshotAt = now()
  try {
    await take()
    return done
  } catch (error) {
    maintenance.snapshotAt = before
    throw error
  }
}

/** The care of the records. */
export const database: Handlers = {
  checkDataIntegrity: (_, environment) => search(environment, false),
  fixDataIntegrity: (_, environment) => search(environment, true),
  dataIntegrityResults: (_, { maintenance }) => {
    const { startTime, endTime, ...rest } = maintenance.search
    return {
      data: { ...rest, startTime: timeOrNull(startTime), endTime: timeOrNull(endTime) },
      meta: { pagination: { limit: -1, offset: 0, totalCount: rest.results.length } },
    }
  },
  createDatabaseSnapshot: (_, environment) => snapshot(environment),
}
