import { withoutBrackets } from '../formats/host.js'
import { classifyHost, isIp } from '../formats/internet.js'

/** A host (IPv6 without brackets), and whether it is a DNS name, an IPv4 address or an IPv6 address. */
export type HostName = { host: string; kind: 'dns' | 'ipv4' | 'ipv6' }

export type HostAndPort = HostName & { port?: number }

const labelPattern = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

const isHostName = (text: string): boolean => {
  const labels = text.replace(/\.$/, '').split('.')
  return (
    text.length <= 253 &&
    labels.every((part) => labelPattern.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

const getHostKind = (host: string): HostName['kind'] =>
  isIp(host) ? (host.includes(':') ? 'ipv6' : 'ipv4') : 'dns'

/** Parses a host name or an IP address, IPv6 with or without brackets. `why` explains why it is invalid. */
function parseHost(text: string): HostName | { why: string } {
  const host = withoutBrackets(text)
  if (isIp(host))
    return classifyHost(host) === 'unspecified'
      ? {
          why: `\`${text}\` means every address, so nobody can connect to it; enter the name or an address of the host`,
        }
      : { host, kind: getHostKind(host) }
  if (text === '') return { why: 'the host is empty; enter the name or an IP address of the host' }
  return isHostName(text)
    ? { host, kind: 'dns' }
    : { why: `invalid host \`${text}\`: ${formatHint(text)}` }
}

function formatHint(text: string): string {
  if (text.includes('://') || text.includes('/'))
    return 'enter only the host, without `https://` and path'
  if (/[^\u0000-\u007f]/.test(text)) return 'enter non-ASCII names in their `xn--` form'
  if (/^[\d.]+$/.test(text)) return 'an IPv4 address has four numbers between 0 and 255'
  if (/\s/.test(text)) return 'it contains a space'
  if (text.includes('*')) return 'nobody can connect to a wildcard; move it to `sans.dns`'
  return 'a name consists of letters, digits and `-`, separated by dots'
}

/**
 * Parses HOST or HOST:PORT; IPv6 with a port needs brackets. A protocol prefix, as in `tls:host:port`, is allowed only
 * if it is `protocol`. `why` explains why the text is invalid.
 */
export function parseHostAndPort(text: string, protocol?: string): HostAndPort | { why: string } {
  const withoutProtocol =
    protocol !== undefined && text.startsWith(`${protocol}:`)
      ? text.slice(protocol.length + 1)
      : text
  if (text.includes('://')) return parseHost(text)
  const [, name = '', digits] = /^(\[[^[\]]*\]|[^:]*):(\d+)$/.exec(withoutProtocol) ?? []
  if (digits === undefined) {
    const port = /^([^:[\]]+|\[[^[\]]*\]):([^:]*)$/.exec(withoutProtocol)?.[2]
    return port === undefined || isIp(withoutProtocol)
      ? parseHost(withoutProtocol)
      : { why: `\`${text}\` has no port; add a port between 1 and 65535 after the host` }
  }
  const host = parseHost(name)
  if ('why' in host) return host
  const port = Number(digits)
  return port >= 1 && port <= 65535
    ? { ...host, port }
    : { why: `invalid port ${digits} in \`${text}\`; a port must be between 1 and 65535` }
}

/** Why a certificate cannot cover a name; undefined if it can. The first label may be a wildcard. */
export function findNameFault(text: string): string | undefined {
  const host = parseHost(text.replace(/^\*\./, 'any.'))
  return 'why' in host ? `invalid host name \`${text}\`: ${formatHint(text)}` : undefined
}
