import type { Writing } from './environment.js'
import type { Kinds } from './records.js'
import { endSessions } from './sessions.js'

type Identity = Kinds['identities']

/** Whether an identity may do nothing at a moment, in ms since 1970. A time that is over needs nobody to enable it. */
export const isDisabled = ({ disabledAt, disabledUntil }: Identity, now: number): boolean => disabledAt !== null && (disabledUntil === null || disabledUntil > now)

/** The end of the year 9999, in ms since 1970: no later time can be written. */
const lastMoment = 253_402_300_799_999

/** Disables an identity for so many minutes, or without end for none. Its sessions end. */
export function disable(identity: Identity, minutes: number, { records, now }: { records: Writing; now: number }): void {
  endSessions('identity', identity.id, records)
  records.put('identities', { ...identity, disabledAt: now, disabledUntil: minutes > 0 ? Math.min(now + minutes * 60_000, lastMoment) : null, updatedAt: now })
}
