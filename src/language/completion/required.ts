import type { Key } from '../../schema/key.js'
import type { Place } from '../../schema/places.js'
import { oncePer } from '../../once.js'
import { childrenOf, itemOf, nameOf } from '../place.js'
import type { Facts } from './facts.js'
import type { Shape } from './shape.js'
import { isUsual } from './usual.js'

/** Hosts of examples, where a file names none. */
const exampleHost = 'router.example.com'

/** A host under which the router can be reached, as far as a file says. */
export const hostIn = ({ hosts }: Facts): string =>
  hosts().find((host) => host.includes('.') && !host.startsWith('127.')) ??
  hosts()[0] ??
  exampleHost

/** The usual port for a key, or the next one that the router does not listen on yet. */
export function portFor(path: string, { ports }: Facts): string {
  const taken = new Set(ports())
  let port = usualPort(path)
  while (taken.has(String(port))) port += 1
  return String(port)
}

const usualPort = (path: string): number => {
  if (path.startsWith('ctrl')) return 6262
  if (path.startsWith('link')) return 10080
  if (path.startsWith('web')) return 8081
  return path.includes('binding=edge') ? 3022 : path.includes('proxy') ? 8080 : 7001
}

/** Files as the router itself names them when it enrolls. */
const files: Readonly<Record<string, string>> = {
  cert: 'pki/router.cert',
  server_cert: 'pki/router.server.chain.cert',
  key: 'pki/router.key',
  server_key: 'pki/router.key',
  ca: 'pki/router.cas',
}

/** Examples of texts, by the name of the format. */
const examples: Readonly<Record<string, (place: Place, facts: Facts) => string>> = {
  address: (place, facts) =>
    place.path.startsWith('ctrl') && !place.path.includes('listeners')
      ? 'tls:ctrl.example.com:6262'
      : `tls:0.0.0.0:${portFor(place.path, facts)}`,
  'listen-address': ({ path }, facts) => `tls:0.0.0.0:${portFor(path, facts)}`,
  'edge-address': ({ path }, facts) => `tls:0.0.0.0:${portFor(path, facts)}`,
  'link-advertise': ({ path }, facts) => `tls:${hostIn(facts)}:${portFor(path, facts)}`,
  'edge-advertise': (_, facts) => `${hostIn(facts)}:3022`,
  'udp-address': (_, facts) => `udp:0.0.0.0:${portFor('udp', facts)}`,
  'host-port': ({ path }, facts) =>
    (path.endsWith('interface') ? '0.0.0.0' : hostIn(facts)) + `:${portFor(path, facts)}`,
  'listen-host-port': () => '0.0.0.0:1080',
  certificate: (place) => files[nameOf(place)] ?? '',
  key: (place) => files[nameOf(place)] ?? '',
  'tunnel-service': () => 'service:8080',
  resolver: () => 'udp://127.0.0.1:53',
}

/** A likely text for a key; empty where there is none. */
export const exampleFor = (place: Place, facts: Facts): string =>
  examples[place.key.format?.name ?? '']?.(place, facts) ?? ''

/** A number as a file has it: with a decimal point for a key that takes no integer. */
export function numeral({ format }: Key, value: number): string {
  const isFloat =
    format !== undefined && format.accepts.includes('float') && !format.accepts.includes('int')
  return isFloat && Number.isInteger(value) ? value.toFixed(1) : String(value)
}

/** Whether a key is on or off. */
export const isSwitch = ({ format }: Key): boolean =>
  format?.name === 'boolean' || format?.name === 'flag'

/** The words that a key takes, the default first. */
export const wordsOf = oncePer((key: Key): readonly string[] => {
  const { source } = key
  const given = isSwitch(key)
    ? ['true', 'false']
    : [...(key.words ?? []), ...(source.const === undefined ? [] : [source.const])].filter(
        (word) => word !== '',
      )
  const usual = typeof source.default === 'object' ? undefined : String(source.default)
  return [...new Set(given)].sort((left, right) => Number(right === usual) - Number(left === usual))
})

/** What has to be written for a key: of maps what is required in them, of lists one entry. */
export function requiredShape(place: Place, facts: Facts): Shape {
  const { key } = place
  if (key.kinds.has('map') && key.names.length > 0) return requiredEntries(place, facts)
  const item = key.alone ? undefined : itemOf(place)
  if (item) return [requiredShape(item, facts)]
  const [first = '', ...others] = wordsOf(key)
  if (first !== '') return others.length > 0 ? { blank: first, choices: [first, ...others] } : first
  const { bounds, source } = key
  if (bounds && bounds.least === bounds.most) return String(bounds.least)
  const written = typeof source.default === 'number' ? numeral(key, source.default) : source.default
  const usual =
    typeof written === 'object' || written === undefined
      ? exampleFor(place, facts)
      : String(written)
  return {
    blank:
      usual === '' && bounds && Number.isFinite(bounds.least)
        ? (source['x-min'] ?? numeral(key, bounds.least))
        : usual,
  }
}

/** The keys that a map must have; where there are none, the first that it has as a rule. */
const firstKeys = oncePer((shape: Place): readonly Place[] => {
  const children = childrenOf([shape])
  const required = children.filter((child) => child.required)
  return required.length > 0 ? required : children.filter(isUsual).slice(0, 1)
})

/** The entries that a map must have; where there are none, the first that it has as a rule. */
export const requiredEntries = (shape: Place, facts: Facts): Record<string, Shape> =>
  Object.fromEntries(firstKeys(shape).map((child) => [nameOf(child), requiredShape(child, facts)]))
