import { classifyHost, isIp } from '../formats/internet.js'

/** A host, IPv6 without brackets, and how certificates name it. */
export type Host = { host: string; kind: 'dns' | 'ipv4' | 'ipv6' }

/** A host, and a port where one is given. */
export type HostAndPort = Host & { port?: number }

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

const isName = (text: string): boolean => {
  const labels = text.replace(/\.$/, '').split('.')
  return (
    text.length <= 253 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

const getHostKind = (host: string): Host['kind'] =>
  isIp(host) ? (host.includes(':') ? 'ipv6' : 'ipv4') : 'dns'

/** Reads a host name or an IP address, IPv6 with or without brackets. */
function parseHost(text: string): Host | { why: string } {
  const host = text.replace(/^\[([^[\]]*)\]$/, '$1')
  if (isIp(host))
    return classifyHost(host) === 'unspecified'
      ? {
          why: `\`${text}\` stands for every address, and nobody can connect to that; name the host or an address of it`,
        }
      : { host, kind: getHostKind(host) }
  if (text === '') return { why: 'the host is empty; name the host or an IP address of it' }
  return isName(text)
    ? { host, kind: 'dns' }
    : { why: `\`${text}\` is no host: ${formatHint(text)}` }
}

function formatHint(text: string): string {
  if (text.includes('://') || text.includes('/'))
    return 'write the host alone, without `https://` and path'
  if (/[^\u0000-\u007f]/.test(text))
    return 'write names with other than ASCII letters in their `xn--` form'
  if (/^[\d.]+$/.test(text)) return 'an IPv4 address has four numbers from 0 to 255'
  if (/\s/.test(text)) return 'it has a blank'
  if (text.includes('*')) return 'a wildcard cannot be connected to; it belongs under `sans.dns`'
  return 'a name has letters, digits and `-` between dots'
}

/** Reads HOST or HOST:PORT; IPv6 with a port needs brackets. A protocol in front, as in `tls:host:port`, is let pass where it is the one named. */
export function parseHostAndPort(text: string, protocol?: string): HostAndPort | { why: string } {
  const bare =
    protocol !== undefined && text.startsWith(`${protocol}:`)
      ? text.slice(protocol.length + 1)
      : text
  if (text.includes('://')) return parseHost(text)
  const [, name = '', digits] = /^(\[[^[\]]*\]|[^:]*):(\d+)$/.exec(bare) ?? []
  if (digits === undefined) {
    const port = /^([^:[\]]+|\[[^[\]]*\]):([^:]*)$/.exec(bare)?.[2]
    return port === undefined || isIp(bare)
      ? parseHost(bare)
      : { why: `\`${text}\` has no port from 1 to 65535 behind the host` }
  }
  const host = parseHost(name)
  if ('why' in host) return host
  const port = Number(digits)
  return port >= 1 && port <= 65535
    ? { ...host, port }
    : { why: `\`${text}\` has the port ${digits}; ports go from 1 to 65535` }
}

/** Why a name cannot be covered by a certificate; a wildcard may stand for its first label. */
export function findNameFault(text: string): string | undefined {
  const read = parseHost(text.replace(/^\*\./, 'any.'))
  return 'why' in read ? `\`${text}\` is no host name: ${formatHint(text)}` : undefined
}

/** A host as addresses have it. */
export const formatHost = ({ host, kind }: Host): string => (kind === 'ipv6' ? `[${host}]` : host)
