import { endSession } from './end-sessions.js'
import type { Environment } from './environment.js'
import { endOf, lastActivity } from './sessions.js'

/** How long what settling does may wait, in ms. */
const pause = 60_000

/** Removes sessions that ended and revocations that lapsed, and stores when the others were used, so that a restart ends none of them early. */
export async function settle(environment: Environment): Promise<void> {
  const { sessions, now, write } = environment
  const at = now()
  sessions.settledAt = at
  await write((records) => {
    for (const session of [...records.list('apiSessions')]) {
      const usedAt = lastActivity(session, sessions)
      if (endOf(session, sessions) <= at) endSession(session.id, { records, environment })
      else if (usedAt > session.lastActivityAt)
        records.put('apiSessions', { ...session, lastActivityAt: usedAt })
    }
    for (const { id, expiresAt } of [...records.list('revocations')])
      if (expiresAt <= at) records.delete('revocations', id)
  })
}

/** Settles, if that was not done for a while. */
export async function settleInTime(environment: Environment): Promise<void> {
  if (environment.now() - environment.sessions.settledAt >= pause) await settle(environment)
}
