import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { RE2JS } from 're2js'
import { isIp, isUri } from '../../../formats/internet.js'
import { isMailAddress } from './mail-address.js'

type TextCheck = (text: string) => boolean

/** Formats in which controllers agree with Ajv. */
type AjvFormat = 'date' | 'json-pointer' | 'relative-json-pointer'

/** A format of Ajv, compiled on first use: otherwise each thread would compile it at its start. */
function createAjvCheck(format: AjvFormat): TextCheck {
  let check: TextCheck | undefined
  return (text) => {
    check ??= addFormats(new Ajv({ strict: false, meta: false, validateSchema: false }), [
      format,
    ]).compile({ format })
    return check(text)
  }
}

const isDate = createAjvCheck('date')

/** A time of day as Go parses `15:04:05`: the hour may have one digit, and fractions of a second are optional. */
const timePattern = /^(\d{1,2}):(\d\d):(\d\d)(?:[.,]\d+)?(Z|[+-](\d\d):(\d\d))?$/

function isTime(text: string, { needsZone = false }: { needsZone?: boolean } = {}): boolean {
  const [, hour, minute, second, zone, zoneHour = 0, zoneMinute = 0] = timePattern.exec(text) ?? []
  return (
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(zoneHour) <= 24 &&
    Number(zoneMinute) <= 60 &&
    !(needsZone && zone === undefined)
  )
}

/** Controllers take a date, a time, or both with `T` between them and a time zone. */
const isDateTime = (text: string): boolean =>
  isTime(text) ||
  isDate(text) ||
  (text.charAt(10) === 'T' &&
    isDate(text.slice(0, 10)) &&
    isTime(text.slice(11), { needsZone: true }))

/** The host and port of a URI, with the scheme before them. */
const authorityPattern = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?\/\/(?!\/)(?:[^/?#]*@)?([^/?#]*)/

/** Whether a text is a URI reference for `url.Parse` of controllers, which is stricter with hosts than that of older routers. */
export function isParsedAsReference(text: string): boolean {
  if (!isUri(text)) return false
  const [, scheme = '', host = ''] = authorityPattern.exec(text) ?? []
  if (!host.includes('[')) return !/^https?$/i.test(scheme) || !/:.*:/.test(host)
  const [, address = ''] = /^\[([^%\]]*)(?:%25[^\]\s]+)?\](?::\d*)?$/.exec(host) ?? []
  return address.includes(':') && isIp(address)
}

/** Whether a text has the format of a URI reference. */
const isReference = (text: string): boolean => !text.includes('\\') && isParsedAsReference(text)

const isAbsoluteReference = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && isReference(text)

const balancedBracesPattern = RE2JS.compile('^([^{]*({[^}]*})?)*$')

/** A URI reference whose path has an end for each `{`. */
function isTemplate(text: string): boolean {
  if (!isReference(text)) return false
  const [withoutFragment = ''] = text.split('#', 1)
  const [, scheme, rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*:)?([^?]*)/.exec(withoutFragment) ?? []
  // After a scheme, a part without a leading slash is not a path.
  if (scheme !== undefined && !rest.startsWith('/')) return true
  const path =
    rest.startsWith('//') && !(scheme === undefined && rest.startsWith('///'))
      ? rest.replace(/^\/\/[^/]*/, '')
      : rest
  return balancedBracesPattern.matches(path)
}

const hostNamePattern =
  /^(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]))*$/

const uuidPattern = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/

export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text)
    return true
  } catch {
    return false
  }
}

/** The formats of JSON Schema that controllers check, with the same tests; a text with another format always passes. */
const formatChecks: ReadonlyMap<string, TextCheck> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['hostname', (text) => text.length < 256 && hostNamePattern.test(text)],
  ['email', isMailAddress],
  ['idn-email', isMailAddress],
  // An IPv6 address that ends in an IPv4 address has both.
  ['ipv4', (text) => text.includes('.') && isIp(text)],
  ['ipv6', (text) => text.includes(':') && isIp(text)],
  ['uri', isAbsoluteReference],
  ['iri', isAbsoluteReference],
  ['uri-reference', isReference],
  ['iri-reference', isReference],
  ['uri-template', isTemplate],
  ['uuid', (text) => uuidPattern.test(text)],
  ['regex', isPattern],
  ['json-pointer', createAjvCheck('json-pointer')],
  ['relative-json-pointer', createAjvCheck('relative-json-pointer')],
])

/**
 * Whether a value has a format, as controllers check it. Numbers always pass, because no known format is for numbers.
 */
export function hasFormat(value: string | number, format: unknown): boolean {
  const check = typeof format === 'string' ? formatChecks.get(format) : undefined
  return check === undefined || (typeof value === 'string' && check(value))
}
