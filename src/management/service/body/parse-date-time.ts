import { ReadError } from './json-node.js'

const date = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`
const hour = String.raw`(?<hour>\d{1,2})`
const rest = String.raw`:(?<minute>\d\d):(?<second>\d\d)(?<fraction>[.,]\d+)?`
const zone = String.raw`(?<zone>Z|[+-]\d\d:\d\d)`

/** The layouts that the controller tries: with and without zone, seconds, time. A zone without colon goes with three or six digits of a second only. */
const layouts = [
  `${date}T${hour}${rest}${zone}`,
  String.raw`${date}T${hour}:(?<minute>\d\d):(?<second>\d\d)(?<fraction>[.,]\d{3}(?:\d{3})?)(?<zone>[+-]\d{4})`,
  `${date}[T ]${hour}${rest}`,
  String.raw`${date}T${hour}:(?<minute>\d\d)Z?`,
  date,
].map((layout) => new RegExp(`^${layout}$`))

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** The offset of a zone in minutes. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

const isZone = (zone: string): boolean =>
  zone === 'Z' || (Number(zone.slice(1, 3)) <= 24 && Number(zone.slice(-2)) <= 60)

function timeOf(parts: Readonly<Record<string, string | undefined>>): number | undefined {
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
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 && isZone(zone)
  const isDate =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number(year), Number(month))
  if (!isTime || !isDate) return undefined
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  time.setUTCHours(
    Number(hour),
    Number(minute) - offsetOf(zone),
    Number(second),
    Number(fraction.slice(1, 4).padEnd(3, '0')),
  )
  return time.getTime()
}

/**
 * The moment that a text of the format `date-time` means, as RFC 3339 with milliseconds, in UTC; without a zone it is UTC, and `''` is the start of 1970.
 * @throws {ReadError} in the words of the controller, which names the last layout that it tried, the date alone.
 */
export function parseDateTime(text: string): string {
  if (text === '') return new Date(0).toISOString()
  for (const layout of layouts) {
    const time = timeOf(layout.exec(text)?.groups ?? {})
    if (time !== undefined) return new Date(time).toISOString()
  }
  throw new ReadError(dateFault(text))
}

const layout = '2006-01-02'

const bytes = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('')

const quote = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[^ -\x7f]/gu, bytes)}"`

/** Why a text is no date: the part of the layout that did not match, or a number out of range. */
function dateFault(text: string): string {
  const wrong = (part: string, at: number): string =>
    `parsing time ${quote(text)} as "${layout}": cannot parse ${quote(text.slice(at))} as "${part}"`
  if (!/^\d{4}/.test(text)) return wrong('2006', 0)
  if (text.charAt(4) !== '-') return wrong('-', 4)
  if (!/^\d\d/.test(text.slice(5))) return wrong('01', 5)
  const month = Number(text.slice(5, 7))
  if (month < 1 || month > 12) return `parsing time ${quote(text)}: month out of range`
  if (text.charAt(7) !== '-') return wrong('-', 7)
  if (!/^\d\d/.test(text.slice(8))) return wrong('02', 8)
  if (text.length > 10) return `parsing time ${quote(text)}: extra text: ${quote(text.slice(10))}`
  return `parsing time ${quote(text)}: day out of range`
}
