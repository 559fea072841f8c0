import type { Kinds } from './records.js'

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

export const emptySessions = (): Sessions => ({
  tokens: new Map(),
  activity: new Map(),
  settledAt: -Infinity,
})

/** When a session was used last. */
export const lastActivity = (session: Kinds['apiSessions'], { activity }: Sessions): number =>
  Math.max(activity.get(session.id) ?? 0, session.lastActivityAt)

/** When a session ends if nobody uses it. */
export const endOf = (session: Kinds['apiSessions'], sessions: Sessions): number =>
  Math.min(lastActivity(session, sessions) + idleLimit, session.createdAt + absoluteLimit)
