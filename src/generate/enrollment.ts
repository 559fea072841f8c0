import {
  base64url,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  importSPKI,
  importX509,
} from 'jose'
import type { Diagnostic } from '../document/diagnostic.js'
import { formatCount } from '../document/words.js'
import type { Problem } from './answers.js'
import { toDiagnostic } from './answers.js'

/** The content of an enrollment token. */
export type Enrollment = {
  /** Id of the router. */
  subject: string
  /** URL of the controller. */
  issuer: string
  /** Enrollment method: `erott` for edge routers, `trott` for fabric routers; other methods do not enroll routers. */
  method: string
  /** Id of the enrollment. */
  token: string
  /** Expiry time, in milliseconds since 1970; NaN if not set. */
  expires: number
  /** Start of its validity, in milliseconds since 1970; 0 if not set. */
  begins: number
  /** Addresses of the controllers; tokens of older controllers have none. */
  controllers: readonly string[]
  /** The signature algorithm. */
  algorithm: string
}

/** The object that a token enrolls, by enrollment method, for tokens that do not enroll a router. */
const otherTokenKinds: Readonly<Record<string, string>> = {
  ott: 'an identity',
  ottca: 'an identity with a third-party certificate',
  updb: 'an identity with a password',
  ca: 'identities with a certificate authority',
  network: 'nothing, but describes a network',
}

/** Signature lengths in bytes by algorithm, if they are fixed. */
const signatureLengths: Readonly<Record<string, number>> = {
  ES256: 64,
  ES384: 96,
  ES512: 132,
  EdDSA: 64,
}

/** Warn about tokens that expire within this time, in milliseconds. */
const expiryWarningTime = 10 * 60_000

/** Formats a duration in milliseconds as seconds or minutes; at least 1. */
const formatDuration = (time: number): string => {
  const [amount, unit] = time < 120_000 ? [time / 1000, 'second'] : [time / 60_000, 'minute']
  const count = Math.max(1, Math.round(amount))
  return formatCount(count, unit)
}

/** Decodes a part of a token; undefined if it is damaged. `jose` alone would accept white space and padding. */
function decodePart<Content>(part: string, decode: (part: string) => Content): Content | undefined {
  if (!/^[\w-]+$/.test(part)) return undefined
  try {
    return decode(part)
  } catch {
    return undefined
  }
}

/** Decodes the header and the claims of a token. `why` says what is wrong with its format, without the token itself. */
function splitToken(
  jwt: string,
):
  | { header: Readonly<Record<string, unknown>>; claims: Readonly<Record<string, unknown>> }
  | { why: string } {
  if (jwt === '') return { why: 'the enrollment token is empty' }
  const parts = jwt.split('.')
  if (!jwt.startsWith('eyJ'))
    return {
      why: 'invalid enrollment token: it must start with `eyJ` and have three parts separated by dots',
    }
  const [first = '', second = '', third = ''] = parts
  const header = decodePart(first, (part) => decodeProtectedHeader({ protected: part }))
  if (parts.length > 3 || (!header && parts.length > 1))
    return {
      why: 'invalid enrollment token: it must have three base64url parts separated by dots',
    }
  const claims = decodePart(second, () => decodeJwt(jwt))
  const signature = decodePart(third, base64url.decode)
  const { alg } = header ?? {}
  const length = typeof alg === 'string' ? signatureLengths[alg] : undefined
  const isSignatureComplete =
    signature !== undefined &&
    (length === undefined
      ? signature.length >= 128 && signature.length % 64 === 0
      : signature.length === length)
  if (alg === 'none') return { why: 'the enrollment token is not signed' }
  if (typeof alg === 'string' && alg.startsWith('HS'))
    return {
      why: 'the enrollment token is signed with a shared secret, but controllers sign with a key; get a token from the controller',
    }
  return header && claims && isSignatureComplete
    ? { header, claims }
    : { why: 'the enrollment token is damaged or incomplete; copy all of it, or download it again' }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Converts a time claim to milliseconds since 1970; undefined if it is not a number, or too large for a `Date`. */
const toMilliseconds = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) < 8.64e12 ? seconds * 1000 : undefined

const isHttps = (url: string): boolean => /^https:\/\/[^/\s]+/.test(url)

type TokenProblem = Omit<Problem, 'path'>

/**
 * The first problem: an error if the token cannot enroll a router; a warning if it is not valid yet or expires soon.
 */
function findTokenProblem(
  { subject, issuer, method, token, expires, begins }: Enrollment,
  now: number,
): TokenProblem | undefined {
  const createError = (rule: string, message: string): TokenProblem => ({
    rule,
    severity: 'error',
    message,
  })
  const createWarning = (rule: string, message: string): TokenProblem => ({
    rule,
    severity: 'warning',
    message,
  })
  const enrolledKind = otherTokenKinds[method]
  if (method !== 'erott' && method !== 'trott')
    return createError(
      'token-kind',
      `the token ${enrolledKind === undefined ? `has the enrollment method \`${method.slice(0, 20)}\`` : `enrolls ${enrolledKind}`}; a router needs a token with the method \`erott\` or \`trott\``,
    )
  const missingClaims = [
    subject === '' && '`sub`',
    token === '' && '`jti`',
    !isHttps(issuer) && '`iss` with an https URL',
    Number.isNaN(expires) && '`exp`',
  ].filter((name) => name !== false)
  if (missingClaims.length > 0)
    return createError(
      'token-malformed',
      `the enrollment token has no ${missingClaims.join(', no ')}; create a new one`,
    )
  if (expires <= now)
    return createError(
      'token-expired',
      `the enrollment token expired at ${new Date(expires).toISOString()}; re-enroll the router for a new one`,
    )
  if (begins > now)
    return createWarning(
      'token-too-early',
      `the enrollment token is not valid before ${new Date(begins).toISOString()}; enroll the router after that`,
    )
  if (expires - now >= expiryWarningTime) return undefined
  return createWarning(
    'token-expires',
    `the enrollment token expires in ${formatDuration(expires - now)} (${new Date(expires).toISOString()})`,
  )
}

/**
 * Reads an enrollment token and finds its first problem. `now` is in milliseconds since 1970. Use `verifyEnrollment` to
 * check the signature.
 */
export function readEnrollment(
  jwt: string,
  now: number,
): { enrollment?: Enrollment; problems: TokenProblem[] } {
  const parts = splitToken(jwt.trim())
  if ('why' in parts)
    return { problems: [{ rule: 'token-malformed', severity: 'error', message: parts.why }] }
  const { sub, iss, em, jti, exp, nbf, ctrls } = parts.claims
  const enrollment: Enrollment = {
    subject: toText(sub),
    issuer: toText(iss),
    method: toText(em),
    token: toText(jti),
    expires: toMilliseconds(exp) ?? Number.NaN,
    begins: toMilliseconds(nbf) ?? 0,
    controllers: Array.isArray(ctrls) ? ctrls.filter((address) => typeof address === 'string') : [],
    algorithm: toText(parts.header['alg']),
  }
  const problem = findTokenProblem(enrollment, now)
  return { enrollment, problems: problem ? [problem] : [] }
}

/** The certificates and public keys in a PEM text, each as a text of its own. */
const listKeys = (pem: string): string[] =>
  pem.split('-----BEGIN ').flatMap((part) =>
    ['CERTIFICATE', 'PUBLIC KEY'].flatMap((label) => {
      const endLine = `-----END ${label}-----`
      const end = part.startsWith(`${label}-----`) ? part.indexOf(endLine) : -1
      return end < 0 ? [] : [`-----BEGIN ${part.slice(0, end)}${endLine}`]
    }),
  )

/** Whether a token is signed with the key of a certificate, or with a public key; false if the key cannot be read. */
async function isSignedBy(pem: string, jwt: string, algorithm: string): Promise<boolean> {
  try {
    const key = pem.includes('BEGIN CERT')
      ? await importX509(pem, algorithm)
      : await importSPKI(pem, algorithm)
    await compactVerify(jwt, key)
    return true
  } catch {
    return false
  }
}

/**
 * Checks the signature of an enrollment token. `pem` holds certificates or public keys, one of which must have signed
 * it, such as the server certificate that the controller presents at the URL in the token. Returns the problem, if any.
 */
export async function verifyEnrollment(jwt: string, pem: string): Promise<Diagnostic[]> {
  const { enrollment } = readEnrollment(jwt, 0)
  const blocks = listKeys(pem)
  const report = (message: string): Diagnostic[] => [
    toDiagnostic({ rule: 'token-foreign', severity: 'error', path: ['jwt'], message }),
  ]
  if (blocks.length === 0)
    return report('a certificate or public key is needed to check the signature of the token')
  for (const block of enrollment ? blocks : []) {
    if (await isSignedBy(block, jwt.trim(), enrollment?.algorithm ?? '')) return []
  }
  return report(
    `the enrollment token is not signed by the controller of this network${enrollment ? `: ${enrollment.issuer} issued it` : ''}; give the server certificate of that controller`,
  )
}
