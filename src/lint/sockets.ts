import type { Path } from '../diagnostic.js'
import { hostClass } from '../formats/internet.js'
import { oncePer } from '../once.js'
import type { Draft } from '../schema/draft.js'
import type { Listener } from './coverage.js'

/** A socket that the router opens. TLS listeners on one text share a socket and are told apart by the names they claim. */
export type Socket = {
  path: Path
  protocol: string
  place: string
  host: string
  port: string
  claims: readonly string[]
}

const claims: Readonly<Record<string, readonly string[]>> = { edge: ['ziti-edge', ''] }

type Parts = Pick<Socket, 'protocol' | 'place' | 'host' | 'port'>

// Without spreading the parts: V8 takes several times as long for it, and a file may have thousands.
const socket = (path: Path, parts: Parts | undefined, names: readonly string[]): Socket[] =>
  parts
    ? [
        {
          path,
          protocol: parts.protocol,
          place: parts.place,
          host: parts.host,
          port: parts.port,
          claims: names,
        },
      ]
    : []

function partsOf(address: string | undefined): Parts | undefined {
  const [, protocol, host, port] = /^(\w+):(.*):(\d+)$/.exec(address ?? '') ?? []
  if (protocol === undefined || host === undefined || port === undefined) return undefined
  return {
    protocol,
    place: `${host}:${port}`,
    host: host.toLowerCase(),
    port: String(Number(port)),
  }
}

/** What a listener opens. */
const opened = oncePer(({ binding, address }: Listener) =>
  binding === 'tunnel' ? undefined : partsOf(address),
)

/** The sockets of listeners, in the order in which they are opened. */
export const listenerSockets = oncePer(
  ({ link, listeners, ctrl, edge }: Draft): readonly Socket[] => {
    const proxy = edge?.apiProxy?.listener
    return [
      ...(proxy === undefined
        ? []
        : socket(['edge', 'apiProxy', 'listener'], partsOf(`tcp:${proxy}`), [''])),
      ...(link?.listeners ?? []).flatMap(({ bind }, index) =>
        socket(['link', 'listeners', index, 'bind'], partsOf(bind), ['ziti-link']),
      ),
      ...(listeners ?? []).flatMap((listener, index) =>
        socket(
          ['listeners', index, 'address'],
          opened(listener),
          claims[listener.binding ?? ''] ?? [''],
        ),
      ),
      ...(ctrl?.listeners ?? []).flatMap(({ bind }, index) =>
        socket(['ctrl', 'listeners', index, 'bind'], partsOf(bind), ['ziti-ctrl']),
      ),
    ]
  },
)

/** The sockets of web servers. */
export function webSockets({ web }: Draft): Socket[] {
  return (web ?? []).flatMap(({ bindPoints = [] }, server) =>
    bindPoints.flatMap(({ interface: place }, index) =>
      place === undefined
        ? []
        : socket(
            ['web', server, 'bindPoints', index, 'interface'],
            partsOf(`tcp:${place.trim()}`),
            [''],
          ),
    ),
  )
}

/** What a protocol runs on: listeners of different families do not get in the way of each other. */
export const family = (protocol: string): 'tcp' | 'udp' =>
  /^(udp|dtls|unixgram)/.test(protocol) ? 'udp' : 'tcp'

const coversAll = (host: string): boolean => ['empty', 'unspecified'].includes(hostClass(host))

type Listened = Pick<Socket, 'protocol' | 'host' | 'port'>

/** Whether two programs of one machine cannot both open a socket. */
export function overlap(left: Listened, right: Listened): boolean {
  if (
    left.port !== right.port ||
    left.port === '0' ||
    family(left.protocol) !== family(right.protocol)
  )
    return false
  return left.host === right.host || coversAll(left.host) || coversAll(right.host)
}

/** Whether one router cannot open one of two sockets once it has the other. */
export function collide(left: Socket, right: Socket): boolean {
  if (
    left.protocol === 'tls' &&
    right.protocol === 'tls' &&
    left.place === right.place &&
    left.port !== '0'
  ) {
    return left.claims.some((claim) => right.claims.includes(claim))
  }
  return overlap(left, right)
}
