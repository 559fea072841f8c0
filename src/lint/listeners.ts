import ipaddr from 'ipaddr.js'
import type { Path, Fix } from '../document/diagnostic.js'
import { withoutBrackets } from '../formats/host.js'
import { classifyHost, isHostName, isIp } from '../formats/internet.js'
import { memoizeLastObject, memoizePerObject } from '../document/lazy.js'
import type { PartialConfig } from '../schema/reader.js'
import type { Document } from '../document/document.js'
import { addEntry, copy, formatScalar } from '../edit/edit.js'
import { createFix } from '../edit/edits.js'
import { hasBehavior } from '../schema/release.js'
import { foldName } from '../schema/visit.js'
import { findPlaceholder } from '../document/environment.js'
import type { CertificateFacts, LintHost, LoadedCredential } from './host.js'

/**
 * A socket that the router opens. `host` is where it listens, so `localhost` is 127.0.0.1; other names are not
 * resolved. `shared` is the text by which the router finds the TLS listener of an address: listeners with the same text
 * share a socket, and the router assigns clients by the application protocols that each listener `claims`.
 */
export type Socket = {
  path: Path
  protocol: string
  place: string
  host: string
  port: string
  shared?: string
  claims: readonly string[]
}

/** The application protocols of HTTP, which every WebSocket listener claims. */
const httpProtocols = ['h2', 'http/1.1']

/** Web servers also serve clients that ask for no protocol. */
const webProtocols = [...httpProtocols, '']

/** Protocols whose listeners share one TLS listener. */
const sharingProtocols = new Set(['tls', 'wss'])

type SocketAddress = Pick<Socket, 'protocol' | 'place' | 'host' | 'port'>

const createSocket = (
  path: Path,
  parts: SocketAddress | undefined,
  protocols: readonly string[],
): Socket[] => {
  if (!parts) return []
  const { protocol, place, host, port } = parts
  if (!sharingProtocols.has(protocol))
    return [{ path, protocol, place, host, port, claims: protocols }]
  // Written out: a spread takes twenty times as long, and a fleet has many listeners.
  return [
    {
      path,
      protocol,
      place,
      host,
      port,
      shared: `${place.slice(0, place.lastIndexOf(':'))}:${port}`,
      claims: protocol === 'wss' ? httpProtocols : protocols,
    },
  ]
}

function parseSocketAddress(address: string | undefined): SocketAddress | undefined {
  const [, protocol, host, port] = /^(\w+):(.*):(\d+)$/.exec(address ?? '') ?? []
  if (protocol === undefined || host === undefined || port === undefined) return undefined
  return {
    protocol,
    place: `${host}:${port}`,
    host: toListeningHost(host),
    port: String(Number(port)),
  }
}

/** The host where a router listens: IP addresses have many spellings, and Go prefers IPv4 for `localhost`. */
function toListeningHost(host: string): string {
  const name = host.toLowerCase()
  if (name === 'localhost') return '127.0.0.1'
  return name.includes(':') && isIp(withoutBrackets(name))
    ? ipaddr.process(withoutBrackets(name)).toString()
    : name
}

const parseListenerSocket = ({ binding, address }: Listener): SocketAddress | undefined =>
  binding === 'tunnel' ? undefined : parseSocketAddress(address)

/** The sockets of listeners, in the order in which they are opened. */
export const listListenerSockets = memoizeLastObject(
  ({ link, listeners, ctrl, edge, transport }: PartialConfig): readonly Socket[] => {
    const proxy = edge?.apiProxy?.listener
    const extra = transport?.protocol
    const added = extra === undefined ? [] : [extra]
    const [forLinks, forEdge] = [
      [...added, 'ziti-link'],
      [...added, 'ziti-edge', ''],
    ]
    return [
      ...(proxy === undefined
        ? []
        : createSocket(['edge', 'apiProxy', 'listener'], parseSocketAddress(`tcp:${proxy}`), [])),
      ...(link?.listeners ?? []).flatMap((listener, index) =>
        isSkippedLink(listener)
          ? []
          : createSocket(
              ['link', 'listeners', index, 'bind'],
              parseSocketAddress(listener.bind),
              forLinks,
            ),
      ),
      ...(listeners ?? []).flatMap((listener, index) =>
        createSocket(
          ['listeners', index, 'address'],
          parseListenerSocket(listener),
          listener.binding === 'edge' ? forEdge : [extra ?? ''],
        ),
      ),
      ...(ctrl?.listeners ?? []).flatMap(({ bind }, index) =>
        createSocket(['ctrl', 'listeners', index, 'bind'], parseSocketAddress(bind), ['ziti-ctrl']),
      ),
    ]
  },
)

/** The sockets of web servers. */
export function listWebSockets({ web }: PartialConfig): Socket[] {
  return (web ?? []).flatMap(({ bindPoints = [] }, server) =>
    bindPoints.flatMap(({ interface: place }, index) =>
      createSocket(
        ['web', server, 'bindPoints', index, 'interface'],
        parseSocketAddress(place === undefined ? undefined : `tls:${place.trim()}`),
        webProtocols,
      ).map((socket) => ({ ...socket, shared: socket.place })),
    ),
  )
}

/** The transport of a protocol: listeners on different transports do not conflict. */
export const getFamily = (protocol: string): 'tcp' | 'udp' =>
  /^(udp|dtls|unixgram)/.test(protocol) ? 'udp' : 'tcp'

const isWildcardHost = (host: string): boolean =>
  ['empty', 'unspecified'].includes(classifyHost(host))

type ListenAddress = Pick<Socket, 'protocol' | 'host' | 'port'>

/** Whether two programs on one machine conflict if both open their socket. */
export function overlaps(left: ListenAddress, right: ListenAddress): boolean {
  if (
    left.port !== right.port ||
    left.port === '0' ||
    getFamily(left.protocol) !== getFamily(right.protocol)
  )
    return false
  return left.host === right.host || isWildcardHost(left.host) || isWildcardHost(right.host)
}

/** Whether one router cannot open both sockets. */
const collides = (left: Socket, right: Socket): boolean =>
  left.shared !== undefined && left.shared === right.shared
    ? left.claims.some((claim) => right.claims.includes(claim))
    : overlaps(left, right)

/** A socket that a router cannot open, since it opens another one first. */
type Collision = { later: Socket; earlier: Socket }

/** The sockets that collide with one that is opened before them: one of `before`, or one earlier in the list. */
export function findCollisions(
  sockets: readonly Socket[],
  before: readonly Socket[] = [],
): Collision[] {
  const all = [...before, ...sockets]
  // In nearly all files, each socket has a port of its own.
  if (new Set(all.map(({ port }) => port)).size === all.length) return []
  const taken = indexSockets<Socket>(collides)
  before.forEach(taken.add)
  return sockets.flatMap((later) => {
    const earlier = taken.findFirst(later)
    taken.add(later)
    return earlier ? [{ later, earlier }] : []
  })
}

/** The parts of a socket that decide whether it conflicts with another one. */
type IndexedSocket = ListenAddress & Partial<Pick<Socket, 'shared' | 'claims'>>

/** An index of sockets. `findFirst` finds the first one that conflicts with another socket. */
type SocketIndex<Own extends IndexedSocket> = {
  add: (socket: Own) => void
  findFirst: (socket: Own) => Own | undefined
}

type Numbered<Own> = { socket: Own; number: number }

/** The sockets of a port, by host. Those in `unindexed` are indexed on the next lookup: few ports have two sockets. */
type PortSockets<Own> = {
  unindexed: Own[]
  known: Set<string>
  all: Numbered<Own>[]
  byHost: Map<string, Numbered<Own>[]>
}

/** All wildcard hosts are indexed under this string, which is not a host. */
const wildcardHost = '*'

/**
 * Sockets by port and host: a file may have thousands of them, and comparing each with all others would take quadratic
 * time. Of sockets that are alike, only the first is kept.
 */
export function indexSockets<Own extends IndexedSocket>(
  isConflict: (left: Own, right: Own) => boolean,
): SocketIndex<Own> {
  const ports = new Map<string, PortSockets<Own>>()
  const toPort = ({ protocol, port }: Own): string => `${getFamily(protocol)} ${port}`
  return {
    add: (socket) => {
      if (socket.port === '0' && socket.shared === undefined) return
      const port = toPort(socket)
      const sockets = ports.get(port)
      if (sockets) sockets.unindexed.push(socket)
      else ports.set(port, { unindexed: [socket], known: new Set(), all: [], byHost: new Map() })
    },
    findFirst: (socket) => {
      const sockets = ports.get(toPort(socket))
      if (!sockets) return undefined
      indexNewSockets(sockets)
      const { all, byHost } = sockets
      const candidates = isWildcardHost(socket.host)
        ? [all]
        : [byHost.get(wildcardHost), byHost.get(socket.host)]
      return candidates
        .flatMap((group) => group?.find((other) => isConflict(other.socket, socket)) ?? [])
        .sort((left, right) => left.number - right.number)[0]?.socket
    },
  }
}

function indexNewSockets<Own extends IndexedSocket>({
  unindexed,
  known,
  all,
  byHost,
}: PortSockets<Own>): void {
  for (const socket of unindexed.splice(0)) {
    const { protocol, host, shared, claims } = socket
    const alike = JSON.stringify([protocol, host, shared, claims])
    if (known.has(alike)) continue
    known.add(alike)
    const numbered = { socket, number: all.length }
    all.push(numbered)
    const group = isWildcardHost(host) ? wildcardHost : host
    const others = byHost.get(group)
    if (others) others.push(numbered)
    else byHost.set(group, [numbered])
  }
}

const trimName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether a certificate covers a host, as Go decides it: IP addresses by IP, names ignoring case, `*.` for one label.
 */
export function coversHost({ names, addresses }: CoveredHosts, host: string): boolean {
  const bare = withoutBrackets(host)
  if (isIp(bare)) return indexAddresses(addresses).has(ipaddr.process(bare).toString())
  const { plain, wildcards } = indexNames(names)
  const name = trimName(host)
  if (name === '' || name.split('.').includes('')) return false
  return plain.has(name) || wildcards.has(name.replace(/^[^.]*/, ''))
}

const indexAddresses = memoizePerObject(
  (addresses: readonly string[]): ReadonlySet<string> =>
    new Set(addresses.filter(isIp).map((address) => ipaddr.process(address).toString())),
)

/** Exact names, and for wildcards the part after the star. */
const indexNames = memoizePerObject((names: readonly string[]) => {
  const trimmed = names.map(trimName)
  return {
    plain: new Set(trimmed),
    wildcards: new Set(
      trimmed.flatMap((name) => (/^\*(?:\.|$)/.test(name) ? [name.slice(1)] : [])),
    ),
  }
})

export type CoveredHosts = Pick<CertificateFacts, 'names' | 'addresses'>

/** The hosts that the next certificate of a router will cover; undefined if its file does not say. */
export function findRequestedHosts({ csr }: PartialConfig): CoveredHosts | undefined {
  const { dns, ip } = csr?.sans ?? {}
  return csr?.sans && { names: dns ?? [], addresses: ip ?? [] }
}

/**
 * A certificate whose hosts a router may advertise. `isExtra` if it is the client certificate; `place` is its file,
 * empty if the router file contains it.
 */
export type ServerCertificate = {
  certificate: CertificateFacts
  isExtra: boolean
  isAlternative: boolean
  place: string
}

/**
 * The certificates of a router's identity for which it may advertise hosts, in the order in which it serves them; none
 * if no server certificate is known.
 */
export function findServerCertificates(
  credentials: readonly LoadedCredential[],
  host: LintHost,
): ServerCertificate[] {
  const all = credentials
    .filter(({ path }) => path[0] === 'identity')
    .flatMap(({ use, found, place, path }) =>
      found.kind === 'file'
        ? host
            .certificates(found.text)
            .flatMap((certificate) =>
              certificate
                ? [{ use, certificate, place, isAlternative: path[1] === 'alt_server_certs' }]
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
    ...servers.map(({ use: _, ...server }) => ({ ...server, isExtra: false })),
    ...clients.map(({ use: _, ...client }) => ({ ...client, isExtra: true })),
  ]
}

/**
 * The alternative server certificates whose content is known. The router presents the first certificate that covers a
 * host, so a host that one of these covers must not be in the certificate request.
 */
export const findAlternatives = (
  credentials: readonly LoadedCredential[],
  host: LintHost,
): CoveredHosts[] =>
  findServerCertificates(
    credentials.filter(({ path }) => path[1] === 'alt_server_certs'),
    host,
  ).map(({ certificate }) => certificate)

/** Whether a router has alternative server certificates; what they cover may be unknown. */
export const hasAlternatives = ({ identity }: PartialConfig): boolean =>
  (identity?.alt_server_certs ?? []).length > 0

/** The host that the router looks for in its certificates, from the advertised address of a link listener. */
export function parseLinkHost(advertise: string): string | undefined {
  const [protocol, host] = advertise.split(':')
  return protocol === 'tls' || protocol === 'dtls' ? host : undefined
}

/**
 * The host of `options.advertise` of a listener: the part before the first colon, after a leading
 * `tls:`.
 */
function parseListenerHost(advertise: string): string {
  const start = advertise.startsWith('tls:') ? 'tls:'.length : 0
  const end = advertise.indexOf(':', start)
  return advertise.slice(start, end < 0 ? undefined : end)
}

/** An entry of `listeners`. */
export type Listener = NonNullable<PartialConfig['listeners']>[number]

export const getAdvertisedHost = ({ options }: Listener): string | undefined =>
  typeof options?.advertise === 'string' ? parseListenerHost(options.advertise) : undefined

/** Whether an advertised host is the beginning of an IPv6 address: the router cuts it off at the first colon. */
export const isIpv6Literal = (host: string): boolean => host.startsWith('[')

/** Hosts that the router looks for in its certificates when it starts. Several rules ask for them. */
export const listAdvertisedHosts = memoizeLastObject(
  ({ link, listeners }: PartialConfig): readonly { path: Path; host: string }[] => {
    const found: { path: Path; host: string }[] = []
    link?.listeners?.forEach(({ advertise }, index) => {
      const host = advertise === undefined ? undefined : parseLinkHost(advertise)
      if (host !== undefined) found.push({ path: ['link', 'listeners', index, 'advertise'], host })
    })
    listeners?.forEach((listener, index) => {
      const host = getAdvertisedHost(listener)
      if (host !== undefined)
        found.push({ path: ['listeners', index, 'options', 'advertise'], host })
    })
    return found
  },
)

/**
 * The path of a list of `csr.sans` in a file, where the router reads the request. The router matches the name ignoring
 * case, unless the file also has the spelling of the schema.
 */
export function findSansPath(document: Document, list: 'dns' | 'ip' | 'email' | 'uri'): Path {
  const csr = [...(document.find(['csr']) ? [] : ['edge']), 'csr']
  const sans = [...csr, findSpelling(document, csr, 'sans', 'Sans')]
  return [...sans, findSpelling(document, sans, list, list)]
}

/** How a map spells a key that the router reads ignoring case, unless the preferred spelling is there. */
function findSpelling(document: Document, map: Path, name: string, preferred: string): string {
  const { value } = document.find(map) ?? {}
  const named = value?.kind === 'map' ? document.entries(value).named : undefined
  return named?.has(preferred)
    ? preferred
    : ([...(named?.keys() ?? [])].findLast((other) => foldName(other) === name) ?? name)
}

/** Whether others can connect to a host, so that a certificate may be requested for it. */
export const isReachableHost = (host: string): boolean =>
  isIp(host)
    ? classifyHost(host) !== 'unspecified'
    : isHostName(host) &&
      !host.includes('*') &&
      !/(?:^|\.)\d+\.?$/.test(host) &&
      findPlaceholder(host) === undefined

/** Whether a release before 2.1 skips a link listener, as it knows no such binding; later ones refuse it. */
const isSkippedLink = ({ binding }: { binding?: string }): boolean =>
  binding !== undefined && !['', 'transport'].includes(binding)

/** Whether edge functionality is enabled: the heartbeat interval is 0 if and only if it is disabled. */
export const isEdgeEnabled = ({ edge }: PartialConfig): boolean =>
  edge !== undefined && edge.heartbeatIntervalSeconds !== 0

/**
 * Adds a certificate request that covers every host that a file advertises, at the path that the release reads.
 * Undefined if the file advertises none, or if an alternative certificate may cover them.
 */
export function createCsrFix(
  document: Document,
  draft: PartialConfig,
  release: string,
): Fix | undefined {
  const section = hasBehavior(release, 'csr-under-edge') ? ['edge'] : []
  // Enrollment reads the root `csr`; the running router needs the same request under `edge`.
  if (section.length > 0 && document.find(['csr']))
    return createFix('copy `csr` to `edge.csr`', copy(document, ['csr'], [...section, 'csr']))
  const hosts = [...new Set(listAdvertisedHosts(draft).map(({ host }) => host))].filter(
    isReachableHost,
  )
  if (hosts.length === 0 || hasAlternatives(draft)) return undefined
  const list = (name: string, found: readonly string[]): string[] =>
    found.length > 0
      ? [`    ${name}:`, ...found.map((host) => `      - ${formatScalar(host)}`)]
      : []
  const below = [
    '  sans:',
    ...list(
      'dns',
      hosts.filter((host) => !isIp(host)),
    ),
    ...list('ip', hosts.filter(isIp)),
  ]
  return createFix(
    `add \`${[...section, 'csr'].join('.')}\` with the advertised hosts`,
    addEntry(document, section, { name: 'csr', rest: '', below }),
  )
}
