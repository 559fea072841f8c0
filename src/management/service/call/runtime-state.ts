import type { EntityRecords } from './records.js'

/** Time in ms after which a session without requests expires; the default of controllers. */
export const idleLimit = 30 * 60_000

/**
 * Maximum age of a session in ms. An OpenID Connect session has no maximum age: it expires this long after its last
 * use. Its refresh tokens are valid for the same time.
 */
export const absoluteLimit = 24 * 60 * 60_000

/** The data of sessions that is kept in memory. */
export type Sessions = {
  /** The latest token of each session that was issued or presented since the service started, by session id. */
  tokens: Map<string, string>
  /** When each session was last used, in ms since 1970, by session id. The cleanup stores these times. */
  activity: Map<string, number>
  /** When the cleanup last ran, in ms since 1970. */
  cleanedUpAt: number
}

export const createSessions = (): Sessions => ({
  tokens: new Map(),
  activity: new Map(),
  cleanedUpAt: -Infinity,
})

/** When a session was last used, in ms since 1970. */
export const getLastActivity = (
  session: EntityRecords['apiSessions'],
  { activity }: Sessions,
): number => activity.get(session.id) ?? session.lastActivityAt

/**
 * When a session expires, in ms since 1970. An OpenID Connect session has no idle limit: it expires `absoluteLimit`
 * after its last use.
 */
export const getSessionEnd = (session: EntityRecords['apiSessions'], sessions: Sessions): number =>
  session.isOidc
    ? getLastActivity(session, sessions) + absoluteLimit
    : Math.min(getLastActivity(session, sessions) + idleLimit, session.createdAt + absoluteLimit)

/** A broken reference, and whether it was fixed. */
export type IntegrityFinding = { description: string; fixed: boolean }

/** The last or current integrity check; times in ms since 1970. */
export type IntegrityCheck = {
  startTime: number | null
  endTime: number | null
  error: string | null
  fixingErrors: boolean
  inProgress: boolean
  tooManyErrors: boolean
  results: IntegrityFinding[]
}

/**
 * The last or current integrity check since the start of the service, and the time of the last snapshot in ms since
 * 1970.
 */
export type Maintenance = { integrityCheck: IntegrityCheck; snapshotAt: number | undefined }

export const createMaintenance = (): Maintenance => ({
  integrityCheck: {
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
