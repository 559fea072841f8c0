import type { Writing } from './environment.js'
import type { Kinds } from './records.js'

/** How long a session lives without a request, in ms; as controllers do by default. */
export const idleLimit = 30 * 60_000

/** How long a session lives at most, in ms. */
export const absoluteLimit = 24 * 60 * 60_000

/** What is known of sessions besides what is stored: the texts of tokens seen since the start, when each was used, and when that was stored last. */
export type Sessions = { tokens: Map<string, string>; activity: Map<string, number>; settledAt: number }

export const emptySessions = (): Sessions => ({ tokens: new Map(), activity: new Map(), settledAt: -Infinity })

/** When a session was used last. */
export const lastActivity = (session: Kinds['apiSessions'], { activity }: Sessions): number => Math.max(activity.get(session.id) ?? 0, session.lastActivityAt)

/** When a session ends if nobody uses it. */
export const endOf = (session: Kinds['apiSessions'], sessions: Sessions): number => Math.min(lastActivity(session, sessions) + idleLimit, session.createdAt + absoluteLimit)

/** Ends the service sessions that were opened with a session. */
export function endServiceSessions(apiSession: string, records: Writing): void {
  for (const { id } of [...records.find('sessions', 'apiSession', apiSession)]) records.delete('sessions', id)
}

/** Ends a session, with all that was opened with it. */
export function endSession(id: string, records: Writing): void {
  endServiceSessions(id, records)
  records.delete('apiSessions', id)
}

/** Ends all sessions of an identity, or those that an authenticator opened. */
export function endSessions(index: 'identity' | 'authenticator', id: string, records: Writing): void {
  for (const session of [...records.find('apiSessions', index, id)]) endSession(session.id, records)
}
