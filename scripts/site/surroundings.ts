import { stringify } from 'yaml'
import type { Json, JsonMap } from '../../src/document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../../src/document/record.js'

/** The files of an identity. */
export const identity = {
  cert: 'router.cert',
  key: 'router.key',
  server_cert: 'server.cert',
  ca: 'ca.cert',
}
const csr = { sans: { dns: ['router.example.com'], ip: ['127.0.0.1'] } }
const dialers = [{ binding: 'transport' }]
const edgeListener = {
  binding: 'edge',
  address: 'tls:0.0.0.0:3022',
  options: { advertise: 'router.example.com:3022' },
}

const proxy = { type: 'http', address: 'proxy.example.com:3128' }
const healthServer = {
  name: 'health',
  identity,
  apis: [{ binding: 'health-checks' }],
  bindPoints: [{ interface: '0.0.0.0:8081', address: 'router.example.com:8081' }],
}
/** A server whose address is a service of the overlay network. */
const overlayServer = {
  ...healthServer,
  bindPoints: [{ identity: { file: 'overlay.json', service: 'health' } }],
}
const dtlsListener = {
  binding: 'transport',
  bind: 'dtls:0.0.0.0:6000',
  advertise: 'dtls:router.example.com:6000',
}

/** Valid sections of a router file. */
const sections = {
  v: 3,
  identity,
  ctrl: { endpoint: 'tls:ctrl.example.com:6262' },
  csr,
  link: { dialers },
  edge: { heartbeatIntervalSeconds: 60 },
  listeners: [edgeListener],
}

/** What routers require beside a key of a listener, by its binding. */
const listeners: Readonly<Record<string, JsonMap>> = {
  edge: edgeListener,
  tunnel: { options: { mode: 'tproxy' } },
  proxy: { address: 'tcp:0.0.0.0:9000', service: 'web' },
  proxy_udp: { address: 'udp:0.0.0.0:9000', service: 'web' },
  transport: { address: 'tls:0.0.0.0:4022' },
  transport_udp: { address: 'udp:0.0.0.0:4022' },
}

/** What routers require beside a key in other sections. In lists, it applies to the first entry. */
const required: JsonMap = {
  identity,
  csr,
  ctrl: {
    listeners: [{ bind: 'tls:0.0.0.0:6001', advertise: 'tls:router.example.com:6001' }],
    rateLimiter: { minSize: 5 },
  },
  edge: { apiProxy: { listener: 'localhost:1281', upstream: 'localhost:1280' }, csr },
  link: {
    dialers,
    listeners: [
      { binding: 'transport', bind: 'tls:0.0.0.0:6000', advertise: 'tls:router.example.com:6000' },
    ],
  },
  proxy,
  transport: { proxy, wss: { identity } },
  web: [healthServer],
}

/** What must be in other sections so that routers read a key, by the start of its path. */
const readers: readonly (readonly [start: string, sections: JsonMap])[] = [
  ['healthChecks', { web: [healthServer] }],
  [
    'transport.wss',
    {
      listeners: [
        edgeListener,
        {
          ...edgeListener,
          address: 'wss:0.0.0.0:3023',
          options: { advertise: 'router.example.com:3023' },
        },
      ],
    },
  ],
  ['transport.dtls', { link: { dialers, listeners: [dtlsListener] } }],
  ['transport.handshakeTimeout', { link: { dialers, listeners: [dtlsListener] } }],
]

/**
 * Completes a part of a file to a whole file, so that routers report problems of the part only; its lines come first.
 */
export function completePart(part: JsonMap): string {
  const own = surround(part)
  const { ctrl, edge, link } = own
  const endpoints = ['endpoint', 'endpoints', 'endpointsFile']
  const file: JsonMap = {
    ...own,
    ...(isJsonMap(ctrl) && hasNone(ctrl, endpoints) && { ctrl: { ...ctrl, ...sections.ctrl } }),
    ...(isJsonMap(link) &&
      hasNone(link, ['dialers', 'listeners']) && { link: { ...link, dialers } }),
  }
  const read = readers.flatMap(([start, more]) => (hasPath(own, start) ? [more] : []))
  // Routers read the `csr` in `edge` only if there is no top-level one.
  const others = Object.entries(sections).filter(
    ([name]) => !(name in file || (name === 'csr' && isJsonMap(edge) && 'csr' in edge)),
  )
  return stringify({ ...file, ...Object.assign(Object.fromEntries(others), ...read) })
}

const hasPath = (map: Json | undefined, path: string): boolean => {
  const [name = '', ...rest] = path.split('.')
  return isJsonMap(map) && name in map && (rest.length === 0 || hasPath(map[name], rest.join('.')))
}

const hasNone = (map: JsonMap, names: readonly string[]): boolean =>
  names.every((name) => !(name in map))

/** Adds what routers require beside a part of a file, so that they report no other problems. */
function surround(placed: JsonMap): JsonMap {
  const { listeners: placedListeners } = placed
  const [entry] = isJsonList(placedListeners) ? placedListeners : []
  const name = isJsonMap(entry) ? entry['binding'] : undefined
  const binding = typeof name === 'string' ? name : ''
  const around: JsonMap = {
    ...required,
    ...(isOnOverlay(placed) && { web: [overlayServer] }),
    ...(listeners[binding] && {
      listeners:
        binding === 'edge' ? [edgeListener] : [{ binding, ...listeners[binding] }, edgeListener],
    }),
  }
  return mergeSections(around, placed)
}

const firstOf = (list: Json | undefined): JsonMap =>
  toJsonMap(isJsonList(list) ? list[0] : undefined)

const isOnOverlay = ({ web }: JsonMap): boolean => 'identity' in firstOf(firstOf(web)['bindPoints'])

/** Adds the surroundings of each placed section; in containers, only those of each placed part. */
const mergeSections = (around: JsonMap, placed: JsonMap): JsonMap =>
  Object.fromEntries(
    Object.entries(placed).map(([name, value]): [string, Json] => {
      const own = around[name]
      return containers.has(name) && isJsonMap(own) && isJsonMap(value)
        ? [name, mergeSections(own, value)]
        : [name, addSurroundings(own, value)]
    }),
  )

const omit = (map: JsonMap, without: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !(name in without)))

/**
 * Adds the required entries that surround a part of a file, map by map. In a list of maps, the part has only one entry:
 * completes that entry, and adds the other entries of the surroundings after it.
 */
export function addSurroundings(surroundings: Json | undefined, part: Json): Json {
  if (isJsonList(surroundings) && isJsonList(part)) {
    const [first, ...others] = surroundings
    const [entry] = part
    return first === undefined || !isJsonMap(entry)
      ? part
      : [addSurroundings(first, entry), ...others]
  }
  if (!isJsonMap(surroundings) || !isJsonMap(part)) return part
  const merged: JsonMap = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, addSurroundings(surroundings[name], value)]),
  )
  return { ...merged, ...omit(surroundings, part) }
}

/** Sections to which only the surroundings of their existing parts are added. */
const containers: ReadonlySet<string> = new Set(['ctrl', 'edge', 'link', 'transport'])
