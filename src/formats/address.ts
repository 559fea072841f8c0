import type { FormatTraits, Format, FormatResult } from './format.js'
import { classifyHost } from './internet.js'
import { isNumericName, guessAddress, readNumericAddress } from './meant-address.js'
import { text } from './scalar.js'

/** An address of the form protocol:host:port. For dtls, the host is not checked, and an invalid port is undefined. */
export type Address = { protocol: string; host: string; port: number | undefined }

const parsePort = (digits: string): number | undefined =>
  /^\d+$/.test(digits) ? toPort(digits) : undefined

const toPort = (digits: string): number | undefined => {
  const value = Number(digits)
  return value <= 65535 ? value : undefined
}

/**
 * Reads an address as the router does: the protocol must be in lower case, the port must be a number (except with
 * dtls), and the host is not resolved. `schemes` and `allowsBrackets` (IPv6 hosts) depend on the release. Undefined if
 * the address is invalid.
 */
export function parseAddress(
  value: string,
  { schemes, allowsBrackets }: Pick<FormatTraits, 'schemes' | 'allowsBrackets'>,
): Address | undefined {
  const protocol = value.split(':', 1)[0] ?? ''
  if (protocol === value || !schemes.includes(protocol)) return undefined
  const rest = value.slice(protocol.length + 1)
  if (protocol === 'dtls')
    return {
      protocol,
      host: rest.split(':', 1)[0] ?? '',
      port: parsePort(rest.split(':')[1] ?? ''),
    }
  const match = /^(\[[^[\]]*\]|[^:[\]]*):(\d+)$/.exec(rest)
  const [, host = '', digits = ''] = match ?? []
  const portNumber = toPort(digits)
  if (!match || portNumber === undefined || (host.startsWith('[') && !allowsBrackets))
    return undefined
  return { protocol, host, port: portNumber }
}

const addressExample = 'an address such as `tls:router.example.com:3022`'

/** Suggests a replacement for the IPv6 wildcard, as in `tls:[::]:3022`; undefined for other addresses. */
function suggestIpv4Wildcard(value: string): string | undefined {
  const [, protocol, host, port] = /^([a-z]+:)\[?([\da-f:.]*)\]?(:\d+)$/i.exec(value) ?? []
  return host?.includes(':') && classifyHost(`[${host}]`) === 'unspecified'
    ? `\`${protocol}0.0.0.0${port}\`, which also listens on IPv6`
    : undefined
}

/**
 * Rewrites a value that looks like an address, such as a URL, as an address for the router. Undefined if host or port
 * are unclear, or if the router would refuse the result.
 */
function toAddress(
  value: string,
  { schemes, allowsBrackets }: Pick<FormatTraits, 'schemes' | 'allowsBrackets'>,
): string | undefined {
  const { protocol = 'tls', host, port } = guessAddress(value) ?? {}
  if (host === undefined || port === undefined) return undefined
  const usedProtocol = schemes.includes(protocol) ? protocol : 'tls'
  const hostName = isNumericName(host) ? (readNumericAddress(host) ?? host) : host
  const correction = `${usedProtocol}:${hostName}:${port}`
  return parseAddress(correction, { schemes, allowsBrackets }) ? correction : undefined
}

/** Like `toAddress`, for an address to listen on, whose protocol cannot be `ws`. */
const toListenAddress = (value: string, traits: FormatTraits): string | undefined =>
  toAddress(value, traits)?.replace(/^ws:/, 'wss:')

function describeExpectedAddress(
  value: string,
  traits: FormatTraits,
  correction: string | undefined,
): string {
  const protocol = value.split(':', 1)[0] ?? ''
  const protocols = `${traits.schemes.slice(0, -1).join(', ')} or ${traits.schemes.at(-1)}`
  const example = correction === undefined ? addressExample : `\`${correction}\``
  if (value.includes('//'))
    return `${example}, without slashes${/\/\/[^/]+\/[^/]/.test(value) ? ' and path' : ''}`
  if (protocol === value) {
    const host = guessAddress(value)?.host ?? ''
    // A value in lower case may be a host. A value with capitals may be a token, which the message must not repeat.
    const isHost = host !== '' && host === host.toLowerCase()
    const example = isHost ? `an address such as \`tls:${host}:3022\`` : addressExample
    return `${example}, with a protocol and a port`
  }
  if (!traits.schemes.includes(protocol)) {
    if (traits.schemes.includes(protocol.toLowerCase()))
      return `${example}, with the protocol in lower case`
    if (/^[^:]+:\d+$/.test(value) || value.startsWith(':') || value.startsWith('['))
      return `an address with a protocol, such as \`${correction ?? `tls:${value}`}\``
    return `an address with the protocol ${protocols}${correction === undefined ? '' : `, such as \`${correction}\``}`
  }
  const wildcard = suggestIpv4Wildcard(value)
  if (wildcard !== undefined)
    return `${wildcard}; ${traits.allowsBrackets ? 'an IPv6 host needs brackets' : 'this release does not support IPv6 hosts'}`
  if (value.includes('[') && !traits.allowsBrackets)
    return `${addressExample}; this release does not support IPv6 hosts`
  return correction === undefined ? `${addressExample}, with a port between 0 and 65535` : example
}

/**
 * The host of an address if it has characters that no host name has, so that Go does not even query a name server for
 * it; otherwise undefined.
 */
const findImpossibleHost = ({ host }: Address): string | undefined =>
  host.startsWith('[') || /^[\w.-]*$/.test(host) ? undefined : host

/** The text before the colon of a port, and the port. Without a port: the whole text, and an empty string. */
function splitPort(value: string): [before: string, port: string] {
  const colon = value.lastIndexOf(':')
  const port = value.slice(colon + 1)
  return colon >= 0 && /^\d+$/.test(port) ? [value.slice(0, colon), port] : [value, '']
}

/** The address as the router prints it: without leading zeros of the port, which the router stores as a number. */
const printAddress = (value: string): string => {
  if (!value.includes(':0')) return value
  const [before, port] = splitPort(value)
  return port === '' ? before : `${before}:${port.replace(/^0+(?=\d)/, '')}`
}

export const address: Format = {
  ...text,
  name: 'address',
  expected: addressExample,
  read: (scalar, traits) => {
    const value = String(scalar.value)
    const findCorrection = (): string | undefined => toAddress(value, traits)
    return readAddress(value, parseAddress(value, traits), traits, { findCorrection })
  },
  guessMeaning: toAddress,
}

/** Finds a valid replacement for a value, if there is an obvious one. Only called for messages. */
type FindCorrection = () => string | undefined

/** The address as the router uses it, with a note if its host cannot work; or a fault if the address is invalid. */
function readAddress(
  value: string,
  parsedAddress: Address | undefined,
  traits: FormatTraits,
  { findCorrection, use = 'dial' }: { findCorrection: FindCorrection; use?: 'listen' | 'dial' },
): FormatResult {
  if (!parsedAddress)
    return { fault: 'format', expected: describeExpectedAddress(value, traits, findCorrection()) }
  const usedAddress = parsedAddress.port === undefined ? value : printAddress(value)
  const host = findImpossibleHost(parsedAddress)
  if (host !== undefined)
    return {
      value: usedAddress,
      note: `the router reads \`${host}\` as the host, which cannot exist; write ${formatCorrection(findCorrection())}`,
    }
  const note = describeNumericName(parsedAddress.host, findCorrection, use)
  return { value: usedAddress, ...(note !== undefined && { note }) }
}

const formatCorrection = (correction: string | undefined): string =>
  correction === undefined ? 'the name or address of a host' : `\`${correction}\``

/**
 * Describes how the router treats a host that consists of numbers but is not an IP address; undefined for other hosts.
 * `findCorrection` returns the whole value with the IP address that was probably meant.
 */
const describeNumericName = (
  host: string,
  findCorrection: FindCorrection,
  use: 'listen' | 'dial',
): string | undefined =>
  isNumericName(host)
    ? `\`${host}\` is not an IP address for the router${use === 'listen' ? ', which can only listen where the system resolves it as a name, as few do' : ', and most systems cannot resolve it as a name'}; write ${formatCorrection(readNumericAddress(host) === undefined ? undefined : findCorrection())}`
    : undefined

/** The expected format of a dtls listen address; undefined if it is valid. The port may be any 64-bit integer. */
function describeExpectedDtls(rest: string): string | undefined {
  const parts = splitHostPort(rest)
  if (!parts && rest.split(':').length > 2)
    return `${addressExample}, with an IPv6 host in brackets`
  if (!isGoInteger(parts?.port)) return `${addressExample}, with a port`
  return parts?.host === ''
    ? `${addressExample}, with a host: dtls cannot listen without`
    : undefined
}

/** An address to listen on, whose protocol cannot be ws. */
export const listenAddress: Format = {
  ...address,
  name: 'listen-address',
  read: (scalar, traits) => {
    const value = String(scalar.value)
    const findCorrection = (): string | undefined => toListenAddress(value, traits)
    if (value.startsWith('ws:'))
      return {
        fault: 'format',
        expected: `\`${findCorrection() ?? `wss${value.slice(2)}`}\`; a listener cannot use ws`,
      }
    if (value.startsWith('dtls:')) {
      const expected = describeExpectedDtls(value.slice('dtls:'.length))
      if (expected !== undefined) return { fault: 'format', phase: 'start', expected }
    }
    const parsedAddress = parseAddress(value, traits)
    const host = parsedAddress && findImpossibleHost(parsedAddress)
    if (host !== undefined) {
      const correction = findCorrection()
      return {
        fault: 'format',
        phase: 'start',
        expected: `${correction === undefined ? addressExample : `\`${correction}\``}; \`${host}\` is not a host`,
      }
    }
    return readAddress(value, parsedAddress, traits, { findCorrection, use: 'listen' })
  },
  guessMeaning: toListenAddress,
}

/** Whether Go's `strconv.Atoi` accepts the digits: integers that fit in 64 bits. */
function isGoInteger(digits: string | undefined): boolean {
  if (digits === undefined || !/^[+-]?\d+$/.test(digits)) return false
  if (digits.length < 16) return true
  const value = BigInt(digits.replace('+', ''))
  return BigInt.asIntN(64, value) === value
}

/** Whether Go's `unicode.IsSpace` considers the character a blank. */
const isBlank = (character: string): boolean => /[^\S\ufeff]|\u0085/.test(character)

/** Like Go's `strings.TrimSpace`. A regular expression would take quadratic time for many blanks within the string. */
function trimGoSpace(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && isBlank(value.charAt(start))) start += 1
  while (end > start && isBlank(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** Like `toListenAddress`, but undefined for IPv6 hosts. */
function toEdgeAddress(value: string, traits: FormatTraits): string | undefined {
  const correction = toListenAddress(value, traits)
  return correction?.includes('[') ? undefined : correction
}

/** Whether a value, such as a URL, contains an IPv6 address but does not have the format that the router expects. */
function meansIpv6(value: string, traits: FormatTraits): boolean {
  if (!value.includes('[')) return false
  const correction = toListenAddress(value, traits)
  return correction !== value && correction?.includes('[') === true
}

/** The address of an edge listener: its port is expected after the second colon, so IPv6 hosts are impossible. */
export const edgeAddress: Format = {
  ...address,
  name: 'edge-address',
  read: (scalar, traits) => {
    const value = String(scalar.value)
    const isIpv6 = parseAddress(value, traits) ? !isGoInteger(value.split(':')[2]) : false
    if (isIpv6 || meansIpv6(value, traits))
      return {
        fault: 'format',
        expected: `${suggestIpv4Wildcard(value) ?? addressExample}; edge listeners do not support IPv6 hosts`,
      }
    return listenAddress.read(scalar, traits)
  },
  guessMeaning: toEdgeAddress,
}

/** The advertised address of a link listener. If it is only a protocol, the certificate check of the router crashes. */
export const linkAdvertise: Format = { ...address, name: 'link-advertise' }

/** Rewrites a value that looks like an address, such as a URL, as HOST:PORT; undefined if host or port are unclear. */
function toHostPort(value: string): string | undefined {
  const { host, port } = guessAddress(value) ?? {}
  if (host === undefined || port === undefined) return undefined
  return `${isNumericName(host) ? (readNumericAddress(host) ?? host) : host}:${port}`
}

/** The part of a value that HOST:PORT does not allow, as the end of a sentence. */
const describeExcess = (value: string): string =>
  /^(?:[a-z]+:)?\/\/[^/]+\/[^/]/i.test(value)
    ? ', without a protocol and path'
    : ', without a protocol'

/** HOST:PORT that an edge listener advertises: its port is expected after the first colon. */
export const edgeAdvertise: Format = {
  ...text,
  name: 'edge-advertise',
  expected: 'HOST:PORT such as `router.example.com:3022`',
  read: (scalar) => {
    const value = String(scalar.value)
    if (isGoInteger(value.split(':')[1])) return noteNumericName(value)
    if (value.includes('['))
      return {
        fault: 'format',
        expected: 'HOST:PORT; edge listeners cannot advertise an IPv6 address',
      }
    const correction = toHostPort(value)
    if (correction !== undefined)
      return { fault: 'format', expected: `\`${correction}\`${describeExcess(value)}` }
    return { fault: 'format', expected: 'HOST:PORT such as `router.example.com:3022`' }
  },
  guessMeaning: toHostPort,
}

/** HOST:PORT, with a note if the host looks like an IP address but is not one. */
function noteNumericName(value: string): FormatResult {
  const host = splitHostPort(value)?.host ?? ''
  const note = describeNumericName(host, () => toHostPort(value), 'dial')
  return { value, ...(note !== undefined && { note }) }
}

/** NETWORK:ADDRESS of UDP listeners. ADDRESS is the path of a socket for `unixgram`, otherwise HOST:PORT or empty. */
export const udpAddress: Format = {
  ...text,
  name: 'udp-address',
  expected: 'an address such as `udp:0.0.0.0:53`',
  read: (scalar) => {
    const value = String(scalar.value)
    const expectedAddress = 'an address such as `udp:0.0.0.0:53`'
    const network = /^(udp|udp4|udp6|unixgram):/.exec(value)?.[1]
    if (network === undefined)
      return {
        fault: 'format',
        expected: `${expectedAddress} with the protocol udp, udp4, udp6 or unixgram`,
      }
    const rest = value.slice(network.length + 1)
    const parts = splitHostPort(rest)
    if (network === 'unixgram' || rest === '' || (parts && isPossiblePort(parts.port)))
      return { value }
    const hint = !parts && rest.split(':').length > 2 ? 'an IPv6 host in brackets' : 'a port'
    return { fault: 'format', phase: 'start', expected: `${expectedAddress}, with ${hint}` }
  },
}

/** Whether Go's `net.Listen` may accept a port: a number from 0 to 65535, an empty string, or the name of a service. */
const isPossiblePort = (port: string): boolean =>
  /^[a-z][a-z-]*$/i.test(port) || (/^\d*$/.test(port) && Number(port) <= 65535)

/** HOST and PORT as Go's `net.SplitHostPort` splits them; undefined if it refuses the value. */
export function splitHostPort(value: string): { host: string; port: string } | undefined {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(value)
  return match ? { host: match[1] ?? match[2] ?? '', port: match[3] ?? '' } : undefined
}

/** The parts of `tls:host:6000`; undefined for any other text. The host is in lower case and has no final dot. */
export function splitAddress(
  address: string | undefined,
): { protocol: string; host: string; port: string } | undefined {
  if (address === undefined) return undefined
  const firstColon = address.indexOf(':')
  const lastColon = address.lastIndexOf(':')
  const [protocol, port] = [address.slice(0, Math.max(firstColon, 0)), address.slice(lastColon + 1)]
  if (firstColon === lastColon || !/^\w+$/.test(protocol) || !/^\d+$/.test(port)) return undefined
  const host = address.slice(firstColon + 1, lastColon)
  if (/[\n\r\u2028\u2029]/.test(host)) return undefined
  return {
    protocol,
    host: (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase(),
    port: String(Number(port)),
  }
}

/** The range of the host in `tls:host:port` or `host:port`, without brackets; empty if the address has another form. */
export function findHostRange(address: string): readonly [start: number, end: number] {
  const [, prefix = '', bracketedHost, plain = ''] =
    /^([a-z]+:(?=.*:)|)(?:\[([^\]]*)\]|([^:[\]]*)):\d+$/.exec(address) ?? []
  return bracketedHost === undefined
    ? [prefix.length, prefix.length + plain.length]
    : [prefix.length + 1, prefix.length + 1 + bracketedHost.length]
}

/** HOST:PORT with a host that is not empty and a port from 1 to 65535. */
export const hostPort: Format = {
  ...text,
  name: 'host-port',
  expected: 'HOST:PORT such as `0.0.0.0:8081`',
  read: (scalar) => {
    const value = String(scalar.value)
    const parts = splitHostPort(trimGoSpace(value))
    const portNumber = isGoInteger(parts?.port) ? Number(parts?.port) : 0
    if (parts && parts.host !== '' && portNumber >= 1 && portNumber <= 65535)
      return noteNumericName(value)
    const correction = toHostPort(value)
    if (correction !== undefined && value.includes('//'))
      return { fault: 'range', expected: `\`${correction}\`${describeExcess(value)}` }
    const hint =
      parts?.host === '' ? ', with a host such as `0.0.0.0`' : ', with a port between 1 and 65535'
    return { fault: 'range', expected: `HOST:PORT such as \`0.0.0.0:8081\`${hint}` }
  },
  guessMeaning: toHostPort,
}

/** HOST:PORT as Go's `net.Listen` accepts it: any host, and any port, including 0 and port names. */
export const listenHostPort: Format = {
  ...text,
  name: 'listen-host-port',
  expected: 'HOST:PORT such as `0.0.0.0:1080`',
  read: (scalar) => {
    const value = String(scalar.value)
    const parts = splitHostPort(value)
    if (parts && isPossiblePort(parts.port)) return noteNumericName(value)
    const correction = toHostPort(value)
    return {
      fault: 'range',
      expected:
        correction === undefined
          ? 'HOST:PORT such as `0.0.0.0:1080`, without a protocol'
          : `\`${correction}\`${describeExcess(value)}`,
    }
  },
  guessMeaning: toHostPort,
}

export const hostPortOrEmpty: Format = {
  ...hostPort,
  name: 'host-port-or-empty',
  read: (scalar, traits) => (scalar.value === '' ? { value: '' } : hostPort.read(scalar, traits)),
}

/**
 * An advertised address that the router only checks against its certificates. If it is only `tls` or `dtls`, the router
 * crashes.
 */
export const checkedAdvertise: Format = {
  ...text,
  name: 'checked-advertise',
  read: (scalar) => {
    const value = String(scalar.value)
    return /^d?tls$/.test(value) ? { fault: 'format', expected: addressExample } : { value }
  },
}
