import ipaddr from 'ipaddr.js'
import type { Format } from './format.js'
import { withoutBrackets } from './host.js'
import { text } from './scalar.js'

const isIpv4 = (value: string): boolean =>
  /^\d+\.\d+\.\d+\.\d+$/.test(value) &&
  value.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part)

/**
 * Whether Go's `net.ParseIP` accepts the string: four decimal parts without leading zeros, or IPv6 without zone, which
 * may end in four decimal parts.
 */
export function isIp(value: string): boolean {
  if (!value.includes(':')) return isIpv4(value)
  const lastPart = value.slice(value.lastIndexOf(':') + 1)
  return (
    !value.includes('%') &&
    ipaddr.IPv6.isValid(value) &&
    (!lastPart.includes('.') || isIpv4(lastPart))
  )
}

const hostNamePattern = /^(?:\*\.)?[A-Za-z0-9_](?:[\w-]*\w)?(?:\.[A-Za-z0-9_](?:[\w-]*\w)?)*\.?$/

/** Whether a string is a host name that a certificate may cover, perhaps with a leading `*.`. */
export const isHostName = (value: string): boolean => hostNamePattern.test(value)

/** The kind of host: 'name', 'empty', or a range such as 'unspecified', 'loopback', 'private', 'unicast'. */
export function classifyHost(host: string): string {
  if (/^[A-Za-z][^:]*$/.test(host)) return 'name'
  const bareHost = withoutBrackets(host)
  if (bareHost === '') return 'empty'
  // By far the most frequent host of listeners: parsing it would take a tenth of the time of all rules.
  if (bareHost === '0.0.0.0') return 'unspecified'
  return isIp(bareHost) ? ipaddr.process(bareHost).range() : 'name'
}

/** Whether a string is an IP address exactly as Go prints it. */
const isCanonicalIp = (value: string): boolean =>
  isIp(value) && (!value.includes(':') || ipaddr.IPv6.parse(value).toRFC5952String() === value)

/** The host of an address or URL such as `tls:192.0.2.1:6262`; undefined if there is none. */
function findHost(value: string): string | undefined {
  const [, host] =
    /^(?:[a-z]+:(?:\/\/)?)?(\[[^\]]+\]|[^:/[\]]+)?(?::\d*)?(?:\/.*)?$/.exec(value) ?? []
  return host && withoutBrackets(host)
}

/** A network interface of the router's machine: its name, or one of its addresses. */
export const networkInterface: Format = {
  ...text,
  name: 'interface',
  expected: 'the name or an IP address of a network interface',
  read: (scalar, { allowsBrackets }) => {
    const value = String(scalar.value)
    const expected = 'the name or an IP address of a network interface, such as `eth0`'
    if (value === '') return { fault: 'range', expected }
    if (!/[:/]/.test(value)) {
      return isIp(value) && classifyHost(value) === 'unspecified'
        ? { fault: 'range', expected: `${expected}; \`${value}\` belongs to no interface` }
        : { value }
    }
    if (isCanonicalIp(value) && allowsBrackets && classifyHost(value) !== 'unspecified')
      return { value }
    if (isIp(value) && !allowsBrackets)
      return {
        fault: 'format',
        expected: `${expected}; this release does not support IPv6 addresses`,
      }
    const host = findHost(value)
    return {
      fault: 'format',
      expected:
        host !== undefined && isIp(host) && classifyHost(host) !== 'unspecified'
          ? `${expected} or \`${host}\`, without a protocol or port`
          : `${expected}, without a protocol or port`,
    }
  },
}

export const ip: Format = {
  ...text,
  name: 'ip',
  expected: 'an IP address',
  read: (scalar) => {
    const value = String(scalar.value)
    if (isIp(value)) return { value }
    const hint =
      /[a-z]/i.test(value) && !value.includes(':')
        ? '; move host names to `dns`'
        : value.includes('/')
          ? ' without a prefix length'
          : ''
    return { fault: 'range', expected: `an IP address such as \`192.0.2.10\`${hint}` }
  },
}

/** Whether each percent sign begins an escape of two hexadecimal digits. */
export const hasValidEscapes = (value: string): boolean => !/%(?![0-9a-fA-F]{2})/.test(value)

/**
 * Whether Go's `url.Parse` accepts the user, host and port of a URL. Escapes in the host must be for non-ASCII bytes,
 * except in an IPv6 zone. A host without brackets must not contain blanks or any of the characters \ ^ ` { | }.
 */
function isValidAuthority(authority: string): boolean {
  const atSign = authority.lastIndexOf('@')
  const host = authority.slice(atSign + 1)
  const user = authority.slice(0, Math.max(0, atSign))
  if (/[^A-Za-z0-9._:~!$&'()*+,;=%@-]/.test(user) || !hasValidEscapes(user)) return false
  if (host.startsWith('['))
    return (
      /^\[[^\]]*\](:\d*)?$/.test(host) &&
      hasValidEscapes(host) &&
      !/%[0-7]/.test(host.split('%25', 1)[0] ?? '')
    )
  if (/[\s\\^`{|}]/.test(host) || /%[0-7]/.test(host) || !hasValidEscapes(host)) return false
  const colon = host.lastIndexOf(':')
  return colon < 0 || /^\d*$/.test(host.slice(colon + 1))
}

/** Whether Go's `url.Parse` accepts the string. */
export function isUri(value: string): boolean {
  const [urlWithoutFragment = ''] = value.split('#', 1)
  if (/[\u0000-\u001f\u007f]/.test(urlWithoutFragment)) return false
  if (!hasValidEscapes(value.slice(urlWithoutFragment.length))) return false
  if (urlWithoutFragment.startsWith(':')) return false
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(urlWithoutFragment)?.[1]
  const rest =
    (scheme === undefined ? urlWithoutFragment : urlWithoutFragment.slice(scheme.length + 1)).split(
      '?',
      1,
    )[0] ?? ''
  if (!rest.startsWith('/')) {
    if (scheme !== undefined) return true
    return !(rest.split('/', 1)[0] ?? '').includes(':') && hasValidEscapes(rest)
  }
  const authority =
    rest.startsWith('//') && !rest.startsWith('///') ? (rest.slice(2).split('/', 1)[0] ?? '') : ''
  return isValidAuthority(authority) && hasValidEscapes(rest.slice(authority.length))
}

export const uri: Format = {
  ...text,
  name: 'uri',
  expected: 'a URI',
  read: (scalar) => {
    const value = String(scalar.value)
    return isUri(value)
      ? { value }
      : { fault: 'range', expected: 'a URI such as `spiffe://example.com/router`' }
  },
}
