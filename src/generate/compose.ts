import { isIp } from '../formats/internet.js'
import type { Json } from '../schema/key.js'
import { within } from '../schema/target.js'
import type { JsonMap } from './answers.js'
import type { Listener, Plan } from './plan.js'
import { folderOf, inFolder } from './places.js'

/** An entry of a map that is there on a condition. */
const when = (name: string, value: Json | undefined, is = value !== undefined): JsonMap =>
  is && value !== undefined ? { [name]: value } : {}

/** The router file as data: what the plan says, with the sections of the answers over it, and a request for certificates that covers what both advertise. */
export function compose(plan: Plan): JsonMap {
  const { answers, edge, link, tunnel } = plan
  const file = joined(
    {
      v: 3,
      identity: identityOf(plan),
      ctrl:
        plan.controllers.length === 1
          ? { endpoint: plan.controllers[0] ?? '' }
          : when('endpoints', plan.controllers, plan.controllers.length > 0),
      // Without the interval the router logs that it is not set.
      ...when('edge', { heartbeatIntervalSeconds: 60 }, edge.length > 0),
      link: {
        dialers: [{ binding: 'transport' }],
        ...when('listeners', link.map(linkListener), link.length > 0),
      },
      ...when(
        'listeners',
        [
          ...edge.map((listener) => edgeListener(listener, plan)),
          ...(tunnel === 'none' ? [] : [tunnelListener(plan)]),
        ],
        edge.length > 0 || tunnel !== 'none',
      ),
    },
    answers.sections ?? {},
  )
  const request = joined(requestOf(plan, file), Object(file['csr'] ?? {}))
  // Before 1.2 a running router looks for its request below edge.
  const isBelow = within(plan.release, ['<1.2.0']) && file['edge'] !== undefined
  return isBelow
    ? joined(without(file, 'csr'), { edge: { csr: request } })
    : { ...file, csr: request }
}

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (map: JsonMap, name: string): JsonMap =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key !== name))

/** Two maps as one: maps in both are joined, of all else that of the second counts. */
function joined(below: JsonMap, above: JsonMap): JsonMap {
  const entries = Object.entries(above).map(([name, value]): [string, Json] => {
    const other = below[name]
    return [name, isMap(value) && isMap(other) ? joined(other, value) : value]
  })
  return { ...below, ...Object.fromEntries(entries) }
}

function identityOf(plan: Plan): JsonMap {
  const folder = folderOf(plan)
  const place = inFolder(folder, plan.fileName)
  return {
    cert: `${place}.cert`,
    server_cert: `${place}.server.chain.cert`,
    key: `${place}.key`,
    ca: `${place}.cas`,
  }
}

const linkListener = ({
  protocol,
  bind,
  port,
  advertise,
  advertisedPort,
  extra,
}: Listener): JsonMap => ({
  binding: 'transport',
  bind: `${protocol}:${bind}:${port}`,
  advertise: `${protocol}:${advertise}:${advertisedPort}`,
  ...extra,
})

const edgeListener = (
  { protocol, bind, port, advertise, advertisedPort }: Listener,
  { answers }: Plan,
): JsonMap => ({
  binding: 'edge',
  address: `${protocol}:${bind}:${port}`,
  options: { advertise: `${advertise}:${advertisedPort}`, ...answers.edgeOptions },
})

function tunnelListener({ tunnel, answers: { diverter, services, tunnelOptions } }: Plan): JsonMap {
  const mode = diverter === undefined ? tunnel : `${tunnel}:${diverter}`
  return { binding: 'tunnel', options: { mode, ...when('services', services), ...tunnelOptions } }
}

/** A request for certificates that covers every host by which the router is reached, names and addresses told apart. */
function requestOf({ hosts, answers: { sans = {}, subject = {} } }: Plan, file: JsonMap): JsonMap {
  const { local = true, dns = [], ip = [], email, uri } = sans
  const all = [
    ...(local ? ['localhost', '127.0.0.1', '::1'] : []),
    ...hosts.map(({ host }) => host),
    ...advertisedIn(file),
    ...dns,
    ...ip,
  ]
  const names = unique(all.filter((host) => !isIp(host)))
  const addresses = unique(all.filter(isIp))
  return {
    ...subject,
    sans: {
      ...when('dns', names, names.length > 0),
      ...when('ip', addresses, addresses.length > 0),
      ...when('email', email),
      ...when('uri', uri),
    },
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Hosts that a file advertises, in whatever section: its listeners, and the web servers with what stands beside `interface`. */
function advertisedIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(advertisedIn)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const isPlace =
      name === 'advertise' ||
      ('interface' in value && (name === 'address' || name === 'newAddress'))
    return typeof item === 'string' ? (isPlace ? hostOf(item) : []) : advertisedIn(item)
  })
}

function hostOf(address: string): string[] {
  const host = /^(?:[a-z]+:)?(\[[^[\]]*\]|[^:]*):\d+$/
    .exec(address)?.[1]
    ?.replace(/^\[(.*)\]$/, '$1')
  return host === undefined || ['', '0.0.0.0', '::'].includes(host) ? [] : [host]
}
