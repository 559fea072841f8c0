import { setImmediate } from 'node:timers/promises'
import type { Environment, Reading, Writing } from '../environment.js'
import type { Finding } from './maintenance.js'
import type { Check } from './references.js'
import { references } from './references.js'

/** Findings that are kept; a search ends when there are more. */
const most = 1000

const collect = (check: Check, room: number, records: Reading, writing?: Writing): Finding[] => {
  const found: Finding[] = []
  for (const finding of check(records, writing)) if (found.push(finding) > room) break
  return found
}

/** Looks for references to records that are not there, a kind of record at a time so that others are served meanwhile, and mends them where asked. What comes of it is told by `maintenance`. */
export async function searchReferences(
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
    for (const check of references) {
      await setImmediate()
      const room = most - outcome.results.length
      outcome.results.push(
        ...(fixingErrors
          ? await write((records) => collect(check, room, records, records))
          : await read((records) => collect(check, room, records))),
      )
      if (outcome.results.length > most) break
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
    tooManyErrors: results.length > most,
    results: results.slice(0, most),
  }
}
