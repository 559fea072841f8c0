import type { Problem } from './problem.js'

/** What an enrollment token says. */
export type Enrollment = {
  /** Id of the router. */
  subject: string
  /** URL of the controller. */
  issuer: string
  /** Kind: `erott` for edge routers, `trott` for fabric routers. */
  method: string
  /** Id of the enrollment. */
  token: string
  /** When it expires, in milliseconds since 1970. */
  expires: number
  /** When it begins to count, in milliseconds since 1970; 0 where it does not say. */
  begins: number
  /** Addresses of the controllers; older controllers name none. */
  controllers: readonly string[]
  /** How it is signed. */
  algorithm: string
}

/** Kinds of tokens that enroll something else, in words. */
const others: Readonly<Record<string, string>> = {
  ott: 'an identity',
  ottca: 'an identity with a certificate of another authority',
  updb: 'an identity with a password',
  ca: 'identities by a certificate authority',
  network: 'nothing, but tells of a network',
}

/** Bytes of a signature by algorithm, where that is fixed. */
const lengths: Readonly<Record<string, number>> = { ES256: 64, ES384: 96, ES512: 132, EdDSA: 64 }

/** A token that expires sooner than this, in milliseconds, is worth a word. */
const soon = 10 * 60_000

/** Milliseconds as people say them. */
const inWords = (time: number): string => {
  const [amount, unit] = time < 120_000 ? [time / 1000, 'second'] : [time / 60_000, 'minute']
  const count = Math.max(1, Math.round(amount))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function bytesOf(part: string): Uint8Array | undefined {
  if (part === '' || part.length % 4 === 1 || !/^[\w-]+$/.test(part)) return undefined
  return Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
}

function recordOf(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = bytesOf(part)
    const value: unknown =
      bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined
  } catch {
    return undefined
  }
}

/** Takes a token apart; the sentence says what is wrong with its form, and never shows it. */
function partsOf(
  jwt: string,
):
  | { header: Readonly<Record<string, unknown>>; claims: Readonly<Record<string, unknown>> }
  | { why: string } {
  if (jwt === '') return { why: 'the enrollment token is empty' }
  const parts = jwt.split('.')
  if (!jwt.startsWith('eyJ'))
    return {
      why: 'this is no enrollment token: one starts with `eyJ` and has three parts between dots',
    }
  const [first = '', second = '', third = ''] = parts
  const header = recordOf(first)
  if (parts.length > 3 || (!header && parts.length > 1))
    return {
      why: 'this is no enrollment token: it does not have three parts of base64url text between dots',
    }
  const claims = recordOf(second)
  const signature = bytesOf(third)
  const { alg } = header ?? {}
  const length = typeof alg === 'string' ? lengths[alg] : undefined
  const isWhole =
    signature !== undefined &&
    (length === undefined
      ? signature.length >= 128 && signature.length % 64 === 0
      : signature.length === length)
  if (alg === 'none') return { why: 'the enrollment token is not signed' }
  if (typeof alg === 'string' && alg.startsWith('HS'))
    return {
      why: 'the enrollment token is signed with a secret, and controllers sign theirs with a key; ask for one that a controller made',
    }
  return header && claims && isWhole
    ? { header, claims }
    : { why: 'the enrollment token is damaged or cut short; copy all of it, or download it again' }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A time of a token, in milliseconds since 1970. */
const timeOf = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) < 8.64e12 ? seconds * 1000 : undefined

const isHttps = (url: string): boolean => /^https:\/\/[^/\s]+/.test(url)

/** What a token lacks or has too much of to enroll a router. */
function faultsOf(
  { subject, issuer, method, token, expires, begins }: Enrollment,
  now: number,
): Omit<Problem, 'path'>[] {
  const kind = others[method]
  if (method !== 'erott' && method !== 'trott')
    return [
      {
        rule: 'token-kind',
        severity: 'error',
        message: `the token ${kind === undefined ? `has the enrollment method \`${method.slice(0, 20)}\`` : `enrolls ${kind}`}; a router needs one of method \`erott\` or \`trott\``,
      },
    ]
  const missing = [
    subject === '' && '`sub`',
    token === '' && '`jti`',
    !isHttps(issuer) && '`iss` with an https URL',
    Number.isNaN(expires) && '`exp`',
  ].filter((name) => name !== false)
  if (missing.length > 0)
    return [
      {
        rule: 'token-malformed',
        severity: 'error',
        message: `the enrollment token has no ${missing.join(', no ')}; create a new one`,
      },
    ]
  if (expires <= now)
    return [
      {
        rule: 'token-expired',
        severity: 'error',
        message: `the enrollment token expired at ${new Date(expires).toISOString()}; re-enroll the router for a new one`,
      },
    ]
  if (begins > now)
    return [
      {
        rule: 'token-too-early',
        severity: 'warning',
        message: `the enrollment token counts from ${new Date(begins).toISOString()} on only; enroll the router then`,
      },
    ]
  return expires - now < soon
    ? [
        {
          rule: 'token-expires',
          severity: 'warning',
          message: `the enrollment token expires in ${inWords(expires - now)} (${new Date(expires).toISOString()})`,
        },
      ]
    : []
}

/** Reads an enrollment token for a router and says what is wrong with it. `now` is in milliseconds since 1970. The signature is looked at by `verifyEnrollment`. */
export function readEnrollment(
  jwt: string,
  now: number,
): { enrollment?: Enrollment; problems: Omit<Problem, 'path'>[] } {
  const parts = partsOf(jwt.trim())
  if ('why' in parts)
    return { problems: [{ rule: 'token-malformed', severity: 'error', message: parts.why }] }
  const { sub, iss, em, jti, exp, nbf, ctrls } = parts.claims
  const enrollment: Enrollment = {
    subject: textOf(sub),
    issuer: textOf(iss),
    method: textOf(em),
    token: textOf(jti),
    expires: timeOf(exp) ?? Number.NaN,
    begins: timeOf(nbf) ?? 0,
    controllers: Array.isArray(ctrls) ? ctrls.filter((address) => typeof address === 'string') : [],
    algorithm: textOf(parts.header['alg']),
  }
  return { enrollment, problems: faultsOf(enrollment, now) }
}
