import { isIp } from '../../formats/internet.js'
import type { Place } from '../../schema/places.js'
import { below } from '../place.js'
import { exampleFor, hostIn, portFor } from './required.js'
import type { Scene } from './scene.js'

/** A value that may be written; `snippet` is what is written where parts of it are to be filled in. */
export type Candidate = { text: string; detail?: string; isDefault?: boolean; snippet?: string }

type Protocol = { name: string; detail: string; port?: string; dialed?: true }

/** Protocols in the order in which they are used, with the port that goes with some of them. */
const protocols: readonly Protocol[] = [
  { name: 'tls', detail: 'TLS' },
  { name: 'wss', detail: 'WebSocket over TLS', port: '443' },
  { name: 'dtls', detail: 'DTLS over UDP' },
  { name: 'tcp', detail: 'plain TCP' },
  { name: 'udp', detail: 'plain UDP' },
  { name: 'ws', detail: 'plain WebSocket', port: '80', dialed: true },
]

/** The port of an address in the map that is some steps above the value at the cursor. */
function portAt(
  { cursor: { document, path } }: Scene,
  up: number,
  steps: readonly string[],
): string | undefined {
  let value = path.length === up ? document.root : document.at(path.slice(0, -up))?.value
  for (const step of steps) value = below(document, value, step)
  return value?.kind === 'text' ? /:(\d+)$/.exec(value.value)?.[1] : undefined
}

/** The port that another key of the same listener names, or one that is free. */
function portOf(scene: Scene, { path }: Place): string {
  const beside = path.endsWith('.options.advertise')
    ? portAt(scene, 2, ['address'])
    : path.endsWith('advertise')
      ? portAt(scene, 1, ['bind'])
      : (portAt(scene, 1, ['options', 'advertise']) ??
        portAt(scene, 1, ['advertise']) ??
        portAt(scene, 1, ['interface']))
  return beside ?? portFor(path, scene.facts)
}

/** The host of an address: every interface to listen on, a name to be dialed. */
function hostOf({ facts }: Scene, { key, path }: Place): string {
  if (path.startsWith('ctrl.endpoint')) return 'ctrl.example.com'
  return path.endsWith('advertise') || key.format?.name === 'link-advertise'
    ? hostIn(facts)
    : '0.0.0.0'
}

function withProtocols(scene: Scene, place: Place): Candidate[] {
  const schemes = place.key.source['x-schemes'] ?? []
  const host = hostOf(scene, place)
  const port = portOf(scene, place)
  return protocols
    .filter(({ name, dialed }) => schemes.includes(name) && !(dialed && host === '0.0.0.0'))
    .map(({ name, detail, port: usual = port }) => ({
      text: `${name}:${host}:${usual}`,
      detail,
      snippet: `${name}:\${1:${host}}:\${2:${usual}}`,
    }))
}

/** Hosts and ports for a client; the port of the listener, then the others that the router listens on. */
function withHosts(scene: Scene, place: Place): Candidate[] {
  const { facts } = scene
  const port = portOf(scene, place)
  const hosts = facts.hosts().length > 0 ? facts.hosts() : [hostIn(facts)]
  const others = facts.ports().filter((other) => other !== port)
  return [
    ...hosts.map((host) => ({ text: `${host}:${port}` })),
    ...others.map((other) => ({ text: `${hosts[0] ?? ''}:${other}`, detail: 'port in use' })),
  ]
}

/** Addresses, hosts and other texts that a key may have: with every protocol of the release, hosts that the file names, and fitting ports. */
export function addresses(scene: Scene, place: Place): Candidate[] {
  const { facts } = scene
  const format = place.key.format?.name ?? ''
  if (format === 'edge-advertise') return withHosts(scene, place)
  if (format === 'ip') return [...facts.hosts().filter(isIp), '127.0.0.1'].map((text) => ({ text }))
  if (place.path.includes('.sans.dns'))
    return [...facts.hosts().filter((host) => !isIp(host)), 'localhost'].map((text) => ({ text }))
  if (['address', 'listen-address', 'edge-address', 'link-advertise'].includes(format))
    return withProtocols(scene, place)
  const example = exampleFor(place, facts)
  return example === '' ? [] : [{ text: example, detail: 'example' }]
}
