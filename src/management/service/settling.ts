import type { Environment, Writing } from './environment.js'
import { endOf, endSession, lastActivity } from './sessions.js'

/** How long what settling does may wait, in ms. */
const pause = 60_000

/** Removes sessions that ended and revocations that lapsed, and stores when the others were used, so that a restart ends none of them early. */
export async function settle({ sessions, now, write }: Environment): Promise<void> {
  const at = now()
  sessions.settledAt = at
  await write((records) => {
    for (const session of [...records.list('apiSessions')]) {
      const usedAt = lastActivity(session, sessions)
      if (endOf(session, sessions) <= at) endSession(session.id, records)
      else if (usedAt > session.lastActivityAt) records.put('apiSessions', { ...session, lastActivityAt: usedAt })
    }
    for (const { id, expiresAt } of [...records.list('revocations')]) if (expiresAt <= at) records.delete('revocations', id)
    forgetEnded(sessions, records)
  })
}

/** Settles, if that was not done for a while. */
export async function settleInTime(environment: Environment): Promise<void> {
  if (environment.now() - environment.sessions.settledAt >= pause) await settle(environment)
}

function forgetEnded({ tokens, activity }: Environment['sessions'], records: Writing): void {
  for (const known of [tokens, activity]) for (const id of [...known.keys()]) if (!records.get('apiSessions', id)) known.delete(id)
}
