import ipaddr from 'ipaddr.js'
import type { Path, Fix } from '../document/diagnostic.js'
import { withoutBrackets } from '../formats/host.js'
import { classifyHost, isHostName, isIp } from '../formats/internet.js'
import { memoizeLast, memoizePerObject } from '../document/lazy.js'
import type { PartialConfig } from '../schema/reader.js'
import type { Document } from '../document/document.js'
import { addEntry, copyEntry, formatScalar } from '../edit/edit.js'
import { createFix } from '../edit/edits.js'
import { hasBehavior } from '../schema/release.js'
import { foldName } from '../schema/visit.js'
import { findPlaceholder } from '../document/environment.js'
import type { CertificateFacts, LintHost, LoadedCredential } from './host.js'

/**
 * A socket that the router opens. `host` is where it listens, so `localhost` is 127.0.0.1; other names are not
 * resolved. `hostPort` is the address as written, without its protocol. Listeners with the same `sharingKey` share one
 * TLS listener, which assigns each client by its application protocol to the listener that has this protocol in
 * `claimedProtocols`.
 */
export type Socket = {
  path: Path
  protocol: string
  hostPort: string
  host: string
  port: string
  sharingKey?: string
  claimedProtocols: readonly string[]
}

/** The application protocols of HTTP, which every WebSocket listener claims. */
const httpProtocols = ['h2', 'http/1.1']

/** Web servers also serve clients that ask for no protocol. */
const webProtocols = [...httpProtocols, '']

/** Protocols whose listeners on the same address share one TLS listener. */
const sharingProtocols = new Set(['tls', 'wss'])

type SocketAddress = Pick<Socket, 'protocol' | 'hostPort' | 'host' | 'port'>

const createSocket = (
  path: Path,
  parts: SocketAddress | undefined,
  protocols: readonly string[],
): Socket[] => {
  if (!parts) return []
  const { protocol, hostPort, host, port } = parts
  if (!sharingProtocols.has(protocol))
    return [{ path, protocol, hostPort, host, port, claimedProtocols: protocols }]
  // The properties are written out, because a spread takes twenty times as long, and a fleet has many listeners.
  return [
    {
      path,
      protocol,
      hostPort,
      host,
      port,
      sharingKey: `${hostPort.slice(0, hostPort.lastIndexOf(':'))}:${port}`,
      claimedProtocols: protocol === 'wss' ? httpProtocols : protocols,
    },
  ]
}

function parseSocketAddress(address: string | undefined): SocketAddress | undefined {
  const [, protocol, host, port] = /^(\w+):(.*):(\d+)$/.exec(address ?? '') ?? []
  if (protocol === undefined || host === undefined || port === undefined) return undefined
  return {
    protocol,
    hostPort: `${host}:${port}`,
    host: toListeningHost(host),
    port: String(Number(port)),
  }
}

/**
 * The host that a socket listens on, in the form in which hosts are compared: IP addresses have many spellings, and Go
 * prefers IPv4 for `localhost`.
 */
function toListeningHost(host: string): string {
  const name = host.toLowerCase()
  if (name === 'localhost') return '127.0.0.1'
  return name.includes(':') && isIp(withoutBrackets(name))
    ? ipaddr.process(withoutBrackets(name)).toString()
    : name
}

const parseListenerSocket = ({ binding, address }: Listener): SocketAddress | undefined =>
  binding === 'tunnel' ? undefined : parseSocketAddress(address)

/** The sockets of all listeners except web servers, in the order in which the router opens them. */
export const listListenerSockets = memoizeLast(
  ({ link, listeners, ctrl, edge, transport }: PartialConfig): readonly Socket[] => {
    const proxyListener = edge?.apiProxy?.listener
    const configuredProtocol = transport?.protocol
    const extraProtocols = configuredProtocol === undefined ? [] : [configuredProtocol]
    const [linkProtocols, edgeProtocols] = [
      [...extraProtocols, 'ziti-link'],
      [...extraProtocols, 'ziti-edge', ''],
    ]
    return [
      ...(proxyListener === undefined
        ? []
        : createSocket(
            ['edge', 'apiProxy', 'listener'],
            parseSocketAddress(`tcp:${proxyListener}`),
            [],
          )),
      ...(link?.listeners ?? []).flatMap((listener, index) =>
        isSkippedLink(listener)
          ? []
          : createSocket(
              ['link', 'listeners', index, 'bind'],
              parseSocketAddress(listener.bind),
              linkProtocols,
            ),
      ),
      ...(listeners ?? []).flatMap((listener, index) =>
        createSocket(
          ['listeners', index, 'address'],
          parseListenerSocket(listener),
          listener.binding === 'edge' ? edgeProtocols : [configuredProtocol ?? ''],
        ),
      ),
      ...(ctrl?.listeners ?? []).flatMap(({ bind }, index) =>
        createSocket(['ctrl', 'listeners', index, 'bind'], parseSocketAddress(bind), ['ziti-ctrl']),
      ),
    ]
  },
)

export function listWebSockets({ web }: PartialConfig): Socket[] {
  return (web ?? []).flatMap(({ bindPoints = [] }, serverIndex) =>
    bindPoints.flatMap(({ interface: interfaceAddress }, index) =>
      createSocket(
        ['web', serverIndex, 'bindPoints', index, 'interface'],
        parseSocketAddress(
          interfaceAddress === undefined ? undefined : `tls:${interfaceAddress.trim()}`,
        ),
        webProtocols,
      ).map((socket) => ({ ...socket, sharingKey: socket.hostPort })),
    ),
  )
}

/** The transport of a protocol. Listeners on different transports do not conflict. */
export const getFamily = (protocol: string): 'tcp' | 'udp' =>
  /^(udp|dtls|unixgram)/.test(protocol) ? 'udp' : 'tcp'

const isWildcardHost = (host: string): boolean =>
  ['empty', 'unspecified'].includes(classifyHost(host))

type ListenAddress = Pick<Socket, 'protocol' | 'host' | 'port'>

/** Whether two sockets conflict if two programs on the same machine open them. */
export function overlaps(left: ListenAddress, right: ListenAddress): boolean {
  if (
    left.port !== right.port ||
    left.port === '0' ||
    getFamily(left.protocol) !== getFamily(right.protocol)
  )
    return false
  return left.host === right.host || isWildcardHost(left.host) || isWildcardHost(right.host)
}

/** Whether two sockets conflict if the same router opens them. */
const collides = (left: Socket, right: Socket): boolean =>
  left.sharingKey !== undefined && left.sharingKey === right.sharingKey
    ? left.claimedProtocols.some((claim) => right.claimedProtocols.includes(claim))
    : overlaps(left, right)

/** A socket that a router cannot open (`later`), because it opens a conflicting socket first (`earlier`). */
type Collision = { later: Socket; earlier: Socket }

/** The collisions of sockets with the sockets in `openedBefore` and with earlier sockets in the list. */
export function findCollisions(
  sockets: readonly Socket[],
  openedBefore: readonly Socket[] = [],
): Collision[] {
  const all = [...openedBefore, ...sockets]
  // In nearly all files, each socket has its own port.
  if (new Set(all.map(({ port }) => port)).size === all.length) return []
  const socketIndex = indexSockets<Socket>(collides)
  openedBefore.forEach(socketIndex.add)
  return sockets.flatMap((later) => {
    const earlier = socketIndex.findFirst(later)
    socketIndex.add(later)
    return earlier ? [{ later, earlier }] : []
  })
}

/** The properties of a socket that decide whether it conflicts with another socket. */
type IndexedSocket = ListenAddress & Partial<Pick<Socket, 'sharingKey' | 'claimedProtocols'>>

/** An index of sockets. `findFirst` returns the first socket in the index that conflicts with the given socket. */
type SocketIndex<Own extends IndexedSocket> = {
  add: (socket: Own) => void
  findFirst: (socket: Own) => Own | undefined
}

type Numbered<Own> = { socket: Own; order: number }

/**
 * The sockets of a port, by host. Sockets in `newSockets` are indexed only when the port is looked up again, because
 * most ports have only one socket.
 */
type PortSockets<Own> = {
  newSockets: Own[]
  indexedKeys: Set<string>
  all: Numbered<Own>[]
  byHost: Map<string, Numbered<Own>[]>
}

/** All wildcard hosts are indexed under this string, which is not a host. */
const wildcardHost = '*'

/**
 * Creates an index of sockets by port and host, because a file may have thousands of sockets, and comparing each with
 * all others would take quadratic time. Only the first of several equal sockets is kept.
 */
export function indexSockets<Own extends IndexedSocket>(
  isConflict: (left: Own, right: Own) => boolean,
): SocketIndex<Own> {
  const ports = new Map<string, PortSockets<Own>>()
  const toPortKey = ({ protocol, port }: Own): string => `${getFamily(protocol)} ${port}`
  return {
    add: (socket) => {
      if (socket.port === '0' && socket.sharingKey === undefined) return
      const portKey = toPortKey(socket)
      const sockets = ports.get(portKey)
      if (sockets) sockets.newSockets.push(socket)
      else
        ports.set(portKey, {
          newSockets: [socket],
          indexedKeys: new Set(),
          all: [],
          byHost: new Map(),
        })
    },
    findFirst: (socket) => {
      const sockets = ports.get(toPortKey(socket))
      if (!sockets) return undefined
      indexNewSockets(sockets)
      const { all, byHost } = sockets
      const candidates = isWildcardHost(socket.host)
        ? [all]
        : [byHost.get(wildcardHost), byHost.get(socket.host)]
      return candidates
        .flatMap((group) => group?.find((other) => isConflict(other.socket, socket)) ?? [])
        .sort((left, right) => left.order - right.order)[0]?.socket
    },
  }
}

function indexNewSockets<Own extends IndexedSocket>({
  newSockets,
  indexedKeys,
  all,
  byHost,
}: PortSockets<Own>): void {
  for (const socket of newSockets.splice(0)) {
    const { protocol, host, sharingKey, claimedProtocols } = socket
    const key = JSON.stringify([protocol, host, sharingKey, claimedProtocols])
    if (indexedKeys.has(key)) continue
    indexedKeys.add(key)
    const numberedSocket = { socket, order: all.length }
    all.push(numberedSocket)
    const group = isWildcardHost(host) ? wildcardHost : host
    const others = byHost.get(group)
    if (others) others.push(numberedSocket)
    else byHost.set(group, [numberedSocket])
  }
}

const trimName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether Go accepts a certificate for a host. IP addresses are compared by value, names without regard to case, and
 * `*.` matches one label.
 */
export function coversHost({ names, addresses }: CoveredHosts, host: string): boolean {
  const address = withoutBrackets(host)
  if (isIp(address)) return indexAddresses(addresses).has(ipaddr.process(address).toString())
  const { exactNames, wildcards } = indexNames(names)
  const name = trimName(host)
  if (name === '' || name.split('.').includes('')) return false
  return exactNames.has(name) || wildcards.has(name.replace(/^[^.]*/, ''))
}

const indexAddresses = memoizePerObject(
  (addresses: readonly string[]): ReadonlySet<string> =>
    new Set(addresses.filter(isIp).map((address) => ipaddr.process(address).toString())),
)

/** Exact names, and the part of wildcards after the star, such as `.example.com`. */
const indexNames = memoizePerObject((names: readonly string[]) => {
  const trimmedNames = names.map(trimName)
  return {
    exactNames: new Set(trimmedNames),
    wildcards: new Set(
      trimmedNames.flatMap((name) => (/^\*(?:\.|$)/.test(name) ? [name.slice(1)] : [])),
    ),
  }
})

export type CoveredHosts = Pick<CertificateFacts, 'names' | 'addresses'>

/** The hosts that the next certificate of a router will cover; undefined if the router file has no `csr.sans`. */
export function findRequestedHosts({ csr }: PartialConfig): CoveredHosts | undefined {
  const { dns, ip } = csr?.sans ?? {}
  return csr?.sans && { names: dns ?? [], addresses: ip ?? [] }
}

/**
 * A certificate that may cover advertised hosts. `isAlternative` if it comes from `alt_server_certs`; `filePath` is
 * empty if the router file contains the certificate.
 */
export type ServerCertificate = {
  certificate: CertificateFacts
  isClientCertificate: boolean
  isAlternative: boolean
  filePath: string
}

/**
 * The certificates of a router's identity that may cover advertised hosts: server certificates in the order in which
 * the router tries them, then its client certificate. Empty if no server certificate is known.
 */
export function findServerCertificates(
  credentials: readonly LoadedCredential[],
  host: LintHost,
): ServerCertificate[] {
  const all = credentials
    .filter(({ path }) => path[0] === 'identity')
    .flatMap(({ use, foundFile, filePath, path }) =>
      foundFile.kind === 'file'
        ? host
            .parseCertificates(foundFile.text)
            .flatMap((certificate) =>
              certificate
                ? [{ use, certificate, filePath, isAlternative: path[1] === 'alt_server_certs' }]
                : [],
            )
        : [],
    )
  const servers = all.filter(
    ({ use, certificate }) =>
      use === 'server certificate' && certificate.isForServers && !certificate.isAuthority,
  )
  if (servers.length === 0) return []
  const clients = all.filter(({ use }) => use === 'certificate').slice(0, 1)
  return [
    ...servers.map(({ use: _, ...server }) => ({ ...server, isClientCertificate: false })),
    ...clients.map(({ use: _, ...client }) => ({ ...client, isClientCertificate: true })),
  ]
}

/**
 * The alternative server certificates whose content is known. The router presents the first certificate that covers a
 * host, so hosts that an alternative certificate covers must not be in the certificate request.
 */
export const findAlternativeCertificates = (
  credentials: readonly LoadedCredential[],
  host: LintHost,
): CoveredHosts[] =>
  findServerCertificates(
    credentials.filter(({ path }) => path[1] === 'alt_server_certs'),
    host,
  ).map(({ certificate }) => certificate)

/** Whether a router has alternative server certificates, even if it is unknown what they cover. */
export const hasAlternativeCertificates = ({ identity }: PartialConfig): boolean =>
  (identity?.alt_server_certs ?? []).length > 0

/** The host that the router looks for in its certificates; undefined if the listener uses neither TLS nor DTLS. */
export function parseLinkHost(advertise: string): string | undefined {
  const [protocol, host] = advertise.split(':')
  return protocol === 'tls' || protocol === 'dtls' ? host : undefined
}

/** The host in `options.advertise` of a listener: the part up to the first colon, without a leading `tls:`. */
function parseListenerHost(advertise: string): string {
  const start = advertise.startsWith('tls:') ? 'tls:'.length : 0
  const end = advertise.indexOf(':', start)
  return advertise.slice(start, end < 0 ? undefined : end)
}

export type Listener = NonNullable<PartialConfig['listeners']>[number]

export const getAdvertisedHost = ({ options }: Listener): string | undefined =>
  typeof options?.advertise === 'string' ? parseListenerHost(options.advertise) : undefined

/** Whether an advertised host is the beginning of an IPv6 address, which the router cuts off at the first colon. */
export const isIpv6Literal = (host: string): boolean => host.startsWith('[')

/** Hosts that the router looks for in its certificates when it starts; memoized, because several rules ask for them. */
export const listAdvertisedHosts = memoizeLast(
  ({ link, listeners }: PartialConfig): readonly { path: Path; host: string }[] => {
    const hosts: { path: Path; host: string }[] = []
    link?.listeners?.forEach(({ advertise }, index) => {
      const host = advertise === undefined ? undefined : parseLinkHost(advertise)
      if (host !== undefined) hosts.push({ path: ['link', 'listeners', index, 'advertise'], host })
    })
    listeners?.forEach((listener, index) => {
      const host = getAdvertisedHost(listener)
      if (host !== undefined)
        hosts.push({ path: ['listeners', index, 'options', 'advertise'], host })
    })
    return hosts
  },
)

/**
 * The path of a list of `csr.sans`, or of `edge.csr.sans` if there is no `csr`, spelled as in the file. The router
 * ignores the case of these keys. If there are several spellings, it prefers `Sans` and the lower-case names of the
 * lists.
 */
export function findSansPath(document: Document, list: 'dns' | 'ip' | 'email' | 'uri'): Path {
  const csr = [...(document.find(['csr']) ? [] : ['edge']), 'csr']
  const sans = [...csr, findSpelling(document, csr, 'sans', 'Sans')]
  return [...sans, findSpelling(document, sans, list, list)]
}

/**
 * The spelling in a map of a key whose case the router ignores: `preferredName` if the map has it, or else the last
 * spelling; `name` if there is none.
 */
function findSpelling(
  document: Document,
  mapPath: Path,
  name: string,
  preferredName: string,
): string {
  const { value } = document.find(mapPath) ?? {}
  const fieldsByName = value?.kind === 'map' ? document.entries(value).byName : undefined
  return fieldsByName?.has(preferredName)
    ? preferredName
    : ([...(fieldsByName?.keys() ?? [])].findLast((other) => foldName(other) === name) ?? name)
}

/**
 * Whether a certificate may be requested for a host: an IP address other than a wildcard such as `0.0.0.0`, or a host
 * name without a wildcard or a placeholder.
 */
export const isReachableHost = (host: string): boolean =>
  isIp(host)
    ? classifyHost(host) !== 'unspecified'
    : isHostName(host) &&
      !host.includes('*') &&
      !/(?:^|\.)\d+\.?$/.test(host) &&
      findPlaceholder(host) === undefined

/** Whether releases before 2.1 skip a link listener because its binding is unknown. Later releases refuse to start. */
const isSkippedLink = ({ binding }: { binding?: string }): boolean =>
  binding !== undefined && !['', 'transport'].includes(binding)

/** Whether edge is enabled. Where the router disables it, the loaded heartbeat interval is 0. */
export const isEdgeEnabled = ({ edge }: PartialConfig): boolean =>
  edge !== undefined && edge.heartbeatIntervalSeconds !== 0

/**
 * Adds a certificate request for the advertised hosts at the path that the release reads, or copies `csr` if the
 * release reads only `edge.csr`. Undefined if there is no host to request, or if an alternative certificate may cover
 * the hosts.
 */
export function createCsrFix(
  document: Document,
  knownConfig: PartialConfig,
  release: string,
): Fix | undefined {
  const sectionPath = hasBehavior(release, 'csr-under-edge') ? ['edge'] : []
  // Enrollment reads the root `csr`; the running router needs the same request under `edge`.
  if (sectionPath.length > 0 && document.find(['csr']))
    return createFix(
      'copy `csr` to `edge.csr`',
      copyEntry(document, ['csr'], [...sectionPath, 'csr']),
    )
  const hosts = [...new Set(listAdvertisedHosts(knownConfig).map(({ host }) => host))].filter(
    isReachableHost,
  )
  if (hosts.length === 0 || hasAlternativeCertificates(knownConfig)) return undefined
  const formatList = (name: string, listedHosts: readonly string[]): string[] =>
    listedHosts.length > 0
      ? [`    ${name}:`, ...listedHosts.map((host) => `      - ${formatScalar(host)}`)]
      : []
  const linesBelow = [
    '  sans:',
    ...formatList(
      'dns',
      hosts.filter((host) => !isIp(host)),
    ),
    ...formatList('ip', hosts.filter(isIp)),
  ]
  return createFix(
    `add \`${[...sectionPath, 'csr'].join('.')}\` with the advertised hosts`,
    addEntry(document, sectionPath, { name: 'csr', afterColon: '', linesBelow }),
  )
}
