import { findHostRange } from '../formats/address.js'
import { isIp } from '../formats/internet.js'
import type { Json, JsonMap } from '../document/record.js'
import { unprivilegedResolver } from '../lint/rules/tunnel-option-unused.js'
import { hasBehavior } from '../schema/release.js'
import { isJsonMap } from '../document/record.js'
import type { PlannedListener, Plan } from './plan.js'
import { getFolder, joinPath } from './paths.js'

/** A map with one entry; an empty map if `isPresent` is false or the value is undefined. */
const entryIf = (
  name: string,
  value: Json | undefined,
  isPresent = value !== undefined,
): JsonMap => (isPresent && value !== undefined ? { [name]: value } : {})

/**
 * Composes the router file of a plan. Merges the sections of the answers into the file, and adds a CSR that covers
 * every host that the file advertises.
 */
export function composeFile(plan: Plan): JsonMap {
  const { answers, edge, link, tunnel } = plan
  const file = mergeMaps(
    {
      v: 3,
      identity: createIdentity(plan),
      ctrl:
        plan.controllers.length === 1
          ? { endpoint: plan.controllers[0] ?? '' }
          : entryIf('endpoints', plan.controllers, plan.controllers.length > 0),
      ...entryIf('ha', { enabled: true }, needsHa(plan)),
      // Without `heartbeatIntervalSeconds`, the router logs that it is not set.
      ...entryIf('edge', { heartbeatIntervalSeconds: 60 }, edge.length > 0),
      link: {
        dialers: [{ binding: 'transport' }],
        ...entryIf('listeners', link.map(createLinkListener), link.length > 0),
      },
      ...entryIf(
        'listeners',
        [
          ...edge.map((listener) => createEdgeListener(listener, plan)),
          ...(tunnel === 'none' ? [] : [createTunnelListener(plan)]),
        ],
        edge.length > 0 || tunnel !== 'none',
      ),
    },
    answers.sections ?? {},
  )
  const csr = file['csr'] ?? {}
  const fullCsr = isJsonMap(csr) ? mergeMaps(createCsr(plan, file), csr) : csr
  const isUnderEdge = hasBehavior(plan.release, 'csr-under-edge') && file['edge'] !== undefined
  return isUnderEdge
    ? mergeMaps(omitKey(file, 'csr'), { edge: { csr: fullCsr } })
    : { ...file, csr: fullCsr }
}

/**
 * Whether the file needs `ha`: some releases need it to follow the router data model, if there are several controllers
 * and an edge listener.
 */
const needsHa = ({ release, controllers, edge }: Plan): boolean =>
  controllers.length > 1 &&
  edge.length > 0 &&
  !hasBehavior(release, 'follows-data-model-as-announced')

const omitKey = (map: JsonMap, name: string): JsonMap =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key !== name))

/** Merges two maps: maps in both are merged; for everything else, the second wins. */
function mergeMaps(defaults: JsonMap, overrides: JsonMap): JsonMap {
  const entries = Object.entries(overrides).map(([name, value]): [string, Json] => {
    const other = defaults[name]
    return [name, isJsonMap(value) && isJsonMap(other) ? mergeMaps(other, value) : value]
  })
  return { ...defaults, ...Object.fromEntries(entries) }
}

function createIdentity(plan: Plan): JsonMap {
  const folder = getFolder(plan.answers)
  const pathPrefix = joinPath(folder, plan.fileName)
  return {
    cert: `${pathPrefix}.cert`,
    server_cert: `${pathPrefix}.server.chain.cert`,
    key: `${pathPrefix}.key`,
    ca: `${pathPrefix}.cas`,
  }
}

const createLinkListener = ({
  protocol,
  bind,
  port,
  advertise,
  advertisedPort,
  otherOptions,
}: PlannedListener): JsonMap => ({
  binding: 'transport',
  bind: `${protocol}:${bind}:${port}`,
  advertise: `${protocol}:${advertise}:${advertisedPort}`,
  ...otherOptions,
})

const createEdgeListener = (
  { protocol, bind, port, advertise, advertisedPort }: PlannedListener,
  { answers }: Plan,
): JsonMap => ({
  binding: 'edge',
  address: `${protocol}:${bind}:${port}`,
  options: { advertise: `${advertise}:${advertisedPort}`, ...answers.edgeOptions },
})

function createTunnelListener({
  tunnel,
  release,
  answers: { diverter, services, tunnelOptions },
}: Plan): JsonMap {
  const mode = diverter === undefined ? tunnel : `${tunnel}:${diverter}`
  const opensResolverPort = tunnel !== 'tproxy' && hasBehavior(release, 'resolver-in-every-mode')
  return {
    binding: 'tunnel',
    options: {
      mode,
      ...entryIf('services', services),
      ...entryIf('resolver', unprivilegedResolver, opensResolverPort),
      ...tunnelOptions,
    },
  }
}

/** A CSR that covers every host at which the router is reached, with names and addresses separated. */
function createCsr({ hosts, answers: { sans = {}, subject = {} } }: Plan, file: JsonMap): JsonMap {
  const { local = true, dns = [], ip = [], email, uri } = sans
  const allHosts = [
    ...(local ? ['localhost', '127.0.0.1', '::1'] : []),
    ...hosts.map(({ host }) => host),
    ...listAdvertisedHosts(file),
    ...dns,
    ...ip,
  ]
  const names = removeDuplicates(allHosts.filter((host) => !isIp(host)))
  const addresses = removeDuplicates(allHosts.filter(isIp))
  return {
    ...subject,
    sans: {
      ...entryIf('dns', names, names.length > 0),
      ...entryIf('ip', addresses, addresses.length > 0),
      ...entryIf('email', email),
      ...entryIf('uri', uri),
    },
  }
}

const removeDuplicates = (texts: readonly string[]): string[] => [...new Set(texts)]

/**
 * The hosts that a file advertises in any section: values of `advertise`, and of `address` and `newAddress` beside
 * `interface`, as in web servers. Unspecified addresses are left out.
 */
function listAdvertisedHosts(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(listAdvertisedHosts)
  if (!isJsonMap(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const holdsAddress =
      name === 'advertise' ||
      ('interface' in value && (name === 'address' || name === 'newAddress'))
    return typeof item === 'string'
      ? holdsAddress
        ? parseHosts(item)
        : []
      : listAdvertisedHosts(item)
  })
}

function parseHosts(address: string): string[] {
  const host = address.slice(...findHostRange(address))
  return ['', '0.0.0.0', '::'].includes(host) ? [] : [host]
}
