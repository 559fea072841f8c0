import type { EntityRecords } from './entities/records.js'

/** How long a session lives without a request, in ms; as controllers do by default. */
export const idleLimit = 30 * 60_000

/** How long a session lives at most, in ms. */
export const absoluteLimit = 24 * 60 * 60_000

/** What is known of sessions besides what is stored: the texts of tokens seen since the start, when each was used, and when that was stored last. */
export type Sessions = {
  tokens: Map<string, string>
  activity: Map<string, number>
  settledAt: number
}

export const createSessions = (): Sessions => ({
  tokens: new Map(),
  activity: new Map(),
  settledAt: -Infinity,
})

/** When a session was used last. */
export const getLastActivity = (
  session: EntityRecords['apiSessions'],
  { activity }: Sessions,
): number => Math.max(activity.get(session.id) ?? 0, session.lastActivityAt)

/** When a session expires without use. */
export const getSessionEnd = (session: EntityRecords['apiSessions'], sessions: Sessions): number =>
  Math.min(getLastActivity(session, sessions) + idleLimit, session.createdAt + absoluteLimit)

/** The result of a check: a broken reference, and whether it was fixed. */
export type Finding = { description: string; fixed: boolean }

/** The last search, or the one that goes on; times in ms since 1970. */
export type IntegritySearch = {
  startTime: number | null
  endTime: number | null
  error: string | null
  fixingErrors: boolean
  inProgress: boolean
  tooManyErrors: boolean
  results: Finding[]
}

/** What is known of the care of the records since the service began. */
export type Maintenance = { search: IntegritySearch; snapshotAt: number | undefined }

export const createMaintenance = (): Maintenance => ({
  search: {
    startTime: null,
    endTime: null,
    error: null,
    fixingErrors: false,
    inProgress: false,
    tooManyErrors: false,
    results: [],
  },
  snapshotAt: undefined,
})
