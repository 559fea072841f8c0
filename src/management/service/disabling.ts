import { endSessions } from './end-sessions.js'
import type { WritingScope } from './kinds/kind.js'
import type { Kinds } from './records.js'

/** The end of the year 9999, in ms since 1970: no later time can be written. */
const lastMoment = 253_402_300_799_999

/** Disables an identity for so many minutes, or without end for none. Its sessions end. */
export function disable(identity: Kinds['identities'], minutes: number, scope: WritingScope): void {
  const { records, now } = scope
  endSessions('identity', identity.id, scope)
  records.put('identities', {
    ...identity,
    disabledAt: now,
    disabledUntil: minutes > 0 ? Math.min(now + minutes * 60_000, lastMoment) : null,
    updatedAt: now,
  })
}
