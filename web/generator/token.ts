import { formatCount } from '../../src/document/words.js'
import { readEnrollment } from '../../src/generate/enrollment.js'

/** A fact about the token: a short label and its values. */
export type TokenFact = { name: string; values: readonly string[]; isWarning?: boolean }

/** Kinds of routers, by enrollment method. */
const kinds: Readonly<Record<string, string>> = { erott: 'edge router', trott: 'fabric router' }

/**
 * Returns facts about an enrollment token, none of which can be used to enroll. `now` is in
 * milliseconds since 1970.
 */
export function listTokenFacts(jwt: string, now: number): TokenFact[] {
  if (jwt.trim() === '') return []
  const { enrollment } = readEnrollment(jwt, now)
  if (!enrollment) return []
  const { subject, issuer, method, controllers, expires, begins } = enrollment
  const facts: TokenFact[] = [
    { name: 'Enrolls', values: [kinds[method] ?? `something else (${method || 'no method'})`] },
    { name: 'Router id', values: [subject] },
    { name: 'Issued by', values: [issuer] },
    { name: 'Controllers', values: controllers.length > 0 ? controllers : ['not in the token'] },
    ...(begins > now ? [{ name: 'Valid from', values: [formatTime(begins, now)] }] : []),
    {
      name: expires <= now ? 'Expired' : 'Expires',
      values: [formatTime(expires, now)],
      isWarning: expires - now < soon,
    },
  ]
  return facts.filter(({ values }) => values.some((value) => value !== ''))
}

const soon = 10 * 60_000

/** Formats a time with its distance from now. */
function formatTime(time: number, now: number): string {
  if (Number.isNaN(time)) return 'not in the token'
  const distance = formatDistance(Math.abs(time - now))
  const when = new Date(time).toISOString().replace('T', ' ').replace('.000', '')
  return `${when} (${time > now ? `in ${distance}` : `${distance} ago`})`
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

function formatDistance(milliseconds: number): string {
  const [size, unit] = units.find(([limit]) => milliseconds >= limit) ?? [1000, 'second']
  return formatCount(Math.floor(milliseconds / size), unit)
}
