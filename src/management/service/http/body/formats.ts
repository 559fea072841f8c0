import { ReadError } from './go-text.js'

const datePattern = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`
const hourPattern = String.raw`(?<hour>\d{1,2})`
const minutesPattern = String.raw`:(?<minute>\d\d):(?<second>\d\d)(?<fraction>[.,]\d+)?`
const zonePattern = String.raw`(?<zone>Z|[+-]\d\d:\d\d)`

/**
 * The layouts that the controller tries: with and without zone, seconds, time. A zone without colon
 * requires three or six fractional digits.
 */
const dateTimePatterns = [
  `${datePattern}T${hourPattern}${minutesPattern}${zonePattern}`,
  String.raw`${datePattern}T${hourPattern}:(?<minute>\d\d):(?<second>\d\d)(?<fraction>[.,]\d{3}(?:\d{3})?)(?<zone>[+-]\d{4})`,
  `${datePattern}[T ]${hourPattern}${minutesPattern}`,
  String.raw`${datePattern}T${hourPattern}:(?<minute>\d\d)Z?`,
  datePattern,
].map((layout) => new RegExp(`^${layout}$`))

const countDays = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Parses a zone to its offset in minutes. */
function parseOffset(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

const isValidZone = (zone: string): boolean =>
  zone === 'Z' || (Number(zone.slice(1, 3)) <= 24 && Number(zone.slice(-2)) <= 60)

function toTime(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const {
    year = '',
    month = '',
    day = '',
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '.0',
    zone = 'Z',
  } = parts
  const isTime =
    Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 && isValidZone(zone)
  const isDate =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= countDays(Number(year), Number(month))
  if (!isTime || !isDate) return undefined
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  time.setUTCHours(
    Number(hour),
    Number(minute) - parseOffset(zone),
    Number(second),
    Number(fraction.slice(1, 4).padEnd(3, '0')),
  )
  return time.getTime()
}

/**
 * Parses a `date-time` and formats it as RFC 3339 with milliseconds in UTC. A time without a zone
 * is in UTC; `''` is the start of 1970.
 * @throws {ReadError} in the words of the controller, which name the last layout that it tried, the
 * date alone.
 */
export function parseDateTime(text: string): string {
  if (text === '') return new Date(0).toISOString()
  for (const layout of dateTimePatterns) {
    const time = toTime(layout.exec(text)?.groups ?? {})
    if (time !== undefined) return new Date(time).toISOString()
  }
  throw new ReadError(explainDateFault(text))
}

const goDateLayout = '2006-01-02'

const escapeBytes = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('')

const quoteBytes = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[^ -\x7f]/gu, escapeBytes)}"`

/**
 * Explains why a string is not a date: the part of the layout that did not match, or a number out
 * of range.
 */
function explainDateFault(text: string): string {
  const wrong = (part: string, at: number): string =>
    `parsing time ${quoteBytes(text)} as "${goDateLayout}": cannot parse ${quoteBytes(text.slice(at))} as "${part}"`
  if (!/^\d{4}/.test(text)) return wrong('2006', 0)
  if (text.charAt(4) !== '-') return wrong('-', 4)
  if (!/^\d\d/.test(text.slice(5))) return wrong('01', 5)
  const month = Number(text.slice(5, 7))
  if (month < 1 || month > 12) return `parsing time ${quoteBytes(text)}: month out of range`
  if (text.charAt(7) !== '-') return wrong('-', 7)
  if (!/^\d\d/.test(text.slice(8))) return wrong('02', 8)
  if (text.length > 10)
    return `parsing time ${quoteBytes(text)}: extra text: ${quoteBytes(text.slice(10))}`
  return `parsing time ${quoteBytes(text)}: day out of range`
}

/**
 * The offset where a string without line breaks is not valid base64, as the controller counts;
 * undefined if it is valid.
 */
function findBase64Fault(text: string): number | undefined {
  const at = text.search(/[^A-Za-z0-9+/]/)
  if (at < 0) return text.length % 4 === 0 ? undefined : text.length - (text.length % 4)
  const digits = at % 4
  if (text.charAt(at) !== '=' || digits < 2) return at
  if (digits === 2 && text.charAt(at + 1) !== '=') return at + 1 < text.length ? at : text.length
  const end = at + 4 - digits
  return end < text.length ? end : undefined
}

/**
 * Removes line breaks from base64.
 * @throws {ReadError} if it is not valid base64.
 */
export function normalizeBase64(text: string): string {
  const plain = text.replaceAll(/[\r\n]/g, '')
  const wrong = findBase64Fault(plain)
  if (wrong !== undefined) throw new ReadError(`illegal base64 data at input byte ${wrong}`)
  return plain
}

const escapePattern = '%[0-9A-Fa-f]{2}'
const userPattern = `(?:[A-Za-z0-9\\-._:~!$&'()*+,;=%@]*@)?`
/** In host names, only non-ASCII characters may be percent-encoded. */
const hostPattern = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:<>"\\]\\u0080-\\u{10ffff}]|%[89A-Fa-f][0-9A-Fa-f])*`
const bracketedHostPattern = `\\[[0-9A-Fa-f:.]+(?:%25(?:[^\\]%]|${escapePattern})+)?\\](?::\\d*)?`
const authorityPattern = new RegExp(
  `^${userPattern}(?:${bracketedHostPattern}|${hostPattern})$`,
  'u',
)
const pathPattern = new RegExp(`^(?:[^%]|${escapePattern})*$`, 'u')
const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]*)?:/

/** Whether the text after the last colon of a host is a port or empty. */
const hasValidPort = (text: string): boolean =>
  /^[^:]*$|:\d*$|\]$/.test(text.slice(text.lastIndexOf('@') + 1).replace(/^\[.*\]/, '[]'))

/** Whether a string is an absolute URL or path, as the controller checks the format `uri`. */
export function isRequestUri(text: string): boolean {
  if (/[\0-\x1f\x7f]/.test(text) || text === '') return false
  if (text === '*') return true
  const found = schemePattern.exec(text)
  if (found && found[1] === undefined) return false
  const afterScheme = found ? text.slice(found[0].length) : text
  const rest = afterScheme.slice(
    0,
    afterScheme.includes('?') ? afterScheme.indexOf('?') : afterScheme.length,
  )
  if (!rest.startsWith('/')) return found !== null
  if (!found || !rest.startsWith('//')) return pathPattern.test(rest)
  const end = rest.indexOf('/', 2)
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end)
  return (
    authorityPattern.test(authority) &&
    hasValidPort(authority) &&
    pathPattern.test(end < 0 ? '' : rest.slice(end))
  )
}
