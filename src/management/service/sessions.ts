import type { Reading } from './environment.js'
import type { Caller } from './handler.js'
import type { Kinds } from './records.js'
import { storedToken } from './tokens/stored-token.js'

/** How long a session lives without a request, in ms; as controllers do by default. */
export const idleLimit = 30 * 60_000

/** How long a session lives at most, in ms. */
export const absoluteLimit = 24 * 60 * 60_000

/** What is known of sessions besides what is stored: the texts of tokens seen since the start, and when each was used. */
export type Sessions = { tokens: Map<string, string>; activity: Map<string, number> }

export const emptySessions = (): Sessions => ({ tokens: new Map(), activity: new Map() })

/** When a session was used last. */
export const lastActivity = (session: Kinds['apiSessions'], { activity }: Sessions): number => Math.max(activity.get(session.id) ?? 0, session.lastActivityAt)

/** When a session ends if nobody uses it. */
export const endOf = (session: Kinds['apiSessions'], sessions: Sessions): number => Math.min(lastActivity(session, sessions) + idleLimit, session.createdAt + absoluteLimit)

/** Who holds a token; nobody where there is no such session, or it has ended. Using it makes it live longer. */
export function callerOf(token: string, records: Reading, { now, sessions }: { now: number; sessions: Sessions }): Caller | undefined {
  const [session] = records.find('apiSessions', 'tokenHash', storedToken(token))
  if (!session || endOf(session, sessions) <= now) return undefined
  const identity = records.get('identities', session.identity)
  if (!identity) return undefined
  sessions.tokens.set(session.id, token)
  sessions.activity.set(session.id, now)
  return { session, identity }
}
