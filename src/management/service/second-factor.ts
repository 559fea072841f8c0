import type { Kinds } from './records.js'
import { acceptedStep } from './totp/one-time-code.js'
import { withoutRecoveryCode } from './totp/recovery-codes.js'

type Mfa = Kinds['mfas']

/** What a code is, and the record to be kept. */
export type Proof = { is: 'one-time' | 'recovery' | 'wrong'; mfa: Mfa }

/** So many wrong codes in a row are free; from then on one is looked at in so many ms (RFC 4226, section 7.3, asks for a throttle and leaves its kind open). */
const free = 10
const delay = 30_000

/** The record after a wrong code. */
const failed = (mfa: Mfa, now: number): Mfa => ({
  ...mfa,
  failures: mfa.failures + 1,
  failedAt: now,
})

/**
 * Looks at a code, at a moment in ms since 1970. `isSpent` where a one-time code is good once only: it, and all before
 * it, are worth nothing afterwards (RFC 6238, section 5.2).
 */
export function proofOf(
  mfa: Mfa,
  code: string,
  { now, isSpent = false }: { now: number; isSpent?: boolean },
): Proof {
  if (mfa.failures >= free && now < mfa.failedAt + delay) return { is: 'wrong', mfa }
  const step = acceptedStep(code, mfa.secret, {
    at: new Date(now),
    ...(isSpent && mfa.lastStep !== null && { used: mfa.lastStep }),
  })
  if (step !== undefined)
    return { is: 'one-time', mfa: { ...mfa, failures: 0, ...(isSpent && { lastStep: step }) } }
  const recoveryCodes = withoutRecoveryCode(mfa.recoveryCodes, code)
  return recoveryCodes
    ? { is: 'recovery', mfa: { ...mfa, failures: 0, recoveryCodes } }
    : { is: 'wrong', mfa: failed(mfa, now) }
}
