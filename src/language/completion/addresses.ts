import type { Place } from '../../schema/places.js'
import { below } from '../place.js'
import { exampleFor, hostIn, portFor } from './required.js'
import type { Scene } from './scene.js'
import type { Candidate } from './values.js'

/** Protocols in the order in which they are used; each with the port that goes with it as a rule. */
const protocols: readonly (readonly [name: string, port: string])[] = [['tls', ''], ['wss', '443'], ['dtls', ''], ['tcp', ''], ['udp', ''], ['ws', '80']]

const isListening = ({ key }: Place): boolean => /^(?:listen|edge)-address$/.test(key.format?.name ?? '')

/** A text of an entry beside the cursor. */
function beside({ cursor: { document, path } }: Scene, steps: readonly string[]): string | undefined {
  let value = document.root && path.length === 0 ? document.root : document.at(path)?.value
  for (const step of steps) value = below(document, value, step)
  return value?.kind === 'text' && !value.value.includes('\ue000') ? value.value : undefined
}

const portOf = (address: string | undefined): string | undefined => /:(\d+)$/.exec(address ?? '')?.[1]

/** The port that another key of the same listener names. */
function portBeside(scene: Scene, place: Place): string | undefined {
  const up: Scene = { ...scene, cursor: { ...scene.cursor, path: scene.cursor.path.slice(0, place.path.endsWith('.options.advertise') ? -2 : -1) } }
  const others = place.path.endsWith('advertise') ? [['bind'], ['address']] : place.path.endsWith('.address') && place.path.includes('bindPoints') ? [['interface']] : [['options', 'advertise'], ['advertise']]
  return others.map((steps) => portOf(beside(up, steps))).find((port) => port !== undefined)
}

/** Addresses that a key may have: with every protocol that the release knows, hosts that the file names, and fitting ports. */
export function addresses(scene: Scene, place: Place): Candidate[] {
  const { facts } = scene
  const format = place.key.format?.name ?? ''
  const example = exampleFor(place, facts)
  const port = portBeside(scene, place) ?? portFor(place.path, facts)
  const hosts = facts.hosts().length > 0 ? facts.hosts() : [hostIn(facts)]
  if (format === 'edge-advertise') return [...hosts.map((host) => ({ text: `${host}:${port}` })), ...facts.ports().filter((other) => other !== port).map((other) => ({ text: `${hosts[0]}:${other}`, detail: 'port in use' }))]
  if (format === 'ip') return [...hosts.filter((host) => /^[\d.]+$|:/.test(host)), '127.0.0.1'].map((text) => ({ text }))
  if (/^csr\.sans\.dns|\.sans\.dns/.test(place.path)) return [...hosts.filter((host) => !/^[\d.]+$|:/.test(host)), 'localhost'].map((text) => ({ text }))
  if (/^(?:certificate|key)$/.test(format)) return example === '' ? [] : [{ text: example, detail: 'example' }]
  if (!/address$|^link-advertise$/.test(format) || format === 'udp-address') return example === '' ? [] : [{ text: example }]
  const host = isListening(place) || (format === 'address' && !place.path.startsWith('ctrl') && !place.path.endsWith('advertise')) ? '0.0.0.0' : place.path.startsWith('ctrl') && !place.path.includes('listeners') ? 'ctrl.example.com' : (hosts[0] ?? '')
  const known = protocols.filter(([name]) => (place.key.source['x-schemes'] ?? []).includes(name) && !(name === 'ws' && isListening(place)))
  return known.map(([name, usual]) => {
    const chosen = usual || port
    return { text: `${name}:${host}:${chosen}`, detail: facts.ports().includes(chosen) && isListening(place) ? 'port in use' : protocolNames[name] ?? '', snippet: `${name}:\${1:${host}}:\${2:${chosen}}` }
  })
}

const protocolNames: Readonly<Record<string, string>> = { tls: 'TLS', wss: 'WebSocket over TLS', dtls: 'DTLS over UDP', tcp: 'plain TCP', udp: 'plain UDP', ws: 'plain WebSocket' }
