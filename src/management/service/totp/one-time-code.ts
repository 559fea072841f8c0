import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../identifiers.js'
import { fromBase32, toBase32 } from './base32.js'

/** How long a code is shown, in milliseconds. */
const period = 30_000

/** How many steps the clocks of client and service may differ, in either direction. */
const drift = 1

/** A new secret: 10 random bytes in base 32, 16 characters. */
export const newSecret = (random: RandomBytes): string => toBase32(random(10))

/** The step of a time (RFC 6238, section 4.2). */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / period)

/** The six digits of a step by a secret in base 32 (RFC 4226, section 5.3, with SHA-1). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/**
 * The step whose code was given, if it is that of now, or the one before or after it, and later than `used`, the step
 * that was accepted last; the caller stores it, so that no code is accepted twice. Every candidate is compared, each in constant time.
 */
export function acceptedStep(
  code: string,
  secret: string,
  { at, used = -1 }: { at: Date; used?: number },
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const now = stepOf(at)
  const candidates = Array.from(
    { length: 2 * drift + 1 },
    (_, index) => now - drift + index,
  ).filter((step) => step >= 0)
  const matching = candidates.filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
  return matching.find((step) => step > used)
}
