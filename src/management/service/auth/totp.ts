import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import type { RandomBytes } from '../call/identifiers.js'
import { createRandomText } from '../call/identifiers.js'

/** The TOTP time step in ms (RFC 6238): how long an authenticator app shows a code. */
const stepLength = 30_000

/** The allowed clock drift between client and service, in steps, in either direction. */
const allowedDrift = 1

/** A new 160-bit secret (RFC 4226, section 4) in base 32: 32 characters. */
export const createSecret = (random: RandomBytes): string => base32nopad.encode(random(20))

/** The number of the time step that contains a time (RFC 6238, section 4.2). */
const toStep = (time: Date): number => Math.floor(time.getTime() / stepLength)

/** The six-digit code for a time step; the secret is in base 32 (RFC 4226, section 5.3, with SHA-1). */
function createCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', base32nopad.decode(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/**
 * The time step of a submitted code; undefined if the code is wrong or spent. The step must be the current one, or the
 * one before or after, and later than the steps in `usedSteps`. Used steps later than this range, which are possible
 * after the clock was set back, do not block earlier steps. The caller stores the step, so that no code works twice.
 * Every candidate is compared in constant time.
 */
export function findAcceptedStep(
  code: string,
  secret: string,
  { time, usedSteps = [] }: { time: Date; usedSteps?: readonly number[] },
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const currentStep = toStep(time)
  const candidates = Array.from(
    { length: 2 * allowedDrift + 1 },
    (_, index) => currentStep - allowedDrift + index,
  ).filter((step) => step >= 0)
  const matchingSteps = candidates.filter((step) =>
    timingSafeEqual(Buffer.from(createCode(secret, step)), Buffer.from(code)),
  )
  const isSpent = (step: number): boolean =>
    usedSteps.some(
      (usedStep) =>
        step === usedStep || (step < usedStep && usedStep <= currentStep + allowedDrift),
    )
  return matchingSteps.find((step) => !isSpent(step))
}

/** The characters of base 32 (RFC 4648, section 6). */
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function createRecoveryCodes(random: RandomBytes): string[] {
  const codes = new Set<string>()
  while (codes.size < 20) codes.add(createRandomText(base32Alphabet, 6, random))
  return [...codes]
}

const equalsInConstantTime = (left: string, right: string): boolean => {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)]
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}

/** The remaining codes after one of them was used; undefined if `usedCode` is not one of them. */
export function removeRecoveryCode(
  codes: readonly string[],
  usedCode: string,
): string[] | undefined {
  const remainingCodes = codes.filter((code) => !equalsInConstantTime(code, usedCode))
  return remainingCodes.length < codes.length ? remainingCodes : undefined
}

/**
 * The `otpauth:` URL from which an authenticator app imports a secret in base 32. The app shows `issuer` beside the
 * name.
 */
export function createProvisioningUrl(
  name: string,
  secret: string,
  issuer = 'openziti.io',
): string {
  const encodedIssuer = encodeURIComponent(issuer)
  return `otpauth://totp/${encodedIssuer}:${encodeURIComponent(name)}?issuer=${encodedIssuer}&secret=${secret}`
}

/** A string as a QR code: a PNG with 4 pixels per module, black on white. */
export const renderQrCode = (text: string): Uint8Array =>
  toPngBuffer(generate(text), { on: [0, 0, 0], off: [255, 255, 255], scale: 4 })
