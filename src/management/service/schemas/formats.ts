import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { RE2JS } from 're2js'
import { isIp, isUri } from '../../../formats/internet.js'
import { isMailAddress } from './mail-address.js'

type TextCheck = (text: string) => boolean

/** The formats that controllers check in the same way as Ajv. */
type AjvFormat = 'date' | 'json-pointer' | 'relative-json-pointer'

/** Creates the check for a format with Ajv. The check is compiled on first use, so that threads start quickly. */
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

/**
 * A time of day as Go parses the layout `15:04:05`: the hour may have one digit, and a fraction of a second may follow;
 * then, optionally, a time zone.
 */
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

/**
 * Whether controllers accept a string as `date-time`: a date, a time, or both with `T` between them and a time zone.
 */
const isDateTime = (text: string): boolean =>
  isTime(text) ||
  isDate(text) ||
  (text.charAt(10) === 'T' &&
    isDate(text.slice(0, 10)) &&
    isTime(text.slice(11), { needsZone: true }))

/** Matches the start of a URI. The first group is the scheme, the second is the host and port. */
const authorityPattern = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?\/\/(?!\/)(?:[^/?#]*@)?([^/?#]*)/

/**
 * Whether Go's `url.Parse` accepts a string. The version of Go that controllers use is stricter than that of older
 * routers (`isUri`): brackets in the host must contain an IPv6 address, and without brackets, the host and port of
 * `http` and `https` have at most one colon.
 */
export function isParsedAsReference(text: string): boolean {
  if (!isUri(text)) return false
  const [, scheme = '', host = ''] = authorityPattern.exec(text) ?? []
  if (!host.includes('[')) return !/^https?$/i.test(scheme) || !/:.*:/.test(host)
  const [, address = ''] = /^\[([^%\]]*)(?:%25[^\]\s]+)?\](?::\d*)?$/.exec(host) ?? []
  return address.includes(':') && isIp(address)
}

/** Whether a string has the format `uri-reference`. */
const isReference = (text: string): boolean => !text.includes('\\') && isParsedAsReference(text)

/** Whether a string has the format `uri`: a reference with a scheme. */
const isAbsoluteReference = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && isReference(text)

const balancedBracesPattern = RE2JS.compile('^([^{]*({[^}]*})?)*$')

/** Whether a string has the format `uri-template`: a URI reference with a `}` for each `{` in its path. */
function isTemplate(text: string): boolean {
  if (!isReference(text)) return false
  const [withoutFragment = ''] = text.split('#', 1)
  const [, scheme, hierarchicalPart = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*:)?([^?]*)/.exec(withoutFragment) ?? []
  // After a scheme, only a part with a leading slash is a path, in which braces are checked.
  if (scheme !== undefined && !hierarchicalPart.startsWith('/')) return true
  const path =
    hierarchicalPart.startsWith('//') &&
    !(scheme === undefined && hierarchicalPart.startsWith('///'))
      ? hierarchicalPart.replace(/^\/\/[^/]*/, '')
      : hierarchicalPart
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

/** The checks for the JSON Schema formats that controllers check; all other formats accept any string. */
const formatChecks: ReadonlyMap<string, TextCheck> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['hostname', (text) => text.length < 256 && hostNamePattern.test(text)],
  ['email', isMailAddress],
  ['idn-email', isMailAddress],
  // An IPv6 address that ends in an IPv4 address, such as `::1.2.3.4`, has both formats for controllers.
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

/** Whether a value has a format, as controllers check it; true for a format that they do not know. */
export function hasFormat(value: string | number, format: unknown): boolean {
  const check = typeof format === 'string' ? formatChecks.get(format) : undefined
  return check === undefined || (typeof value === 'string' && check(value))
}
