import { getFolderName } from '../document/paths.js'
import type { Path } from '../document/diagnostic.js'
import { splitAddress } from '../formats/address.js'
import { isIp } from '../formats/internet.js'
import {
  areLinksManaged,
  getStem,
  removeRouterSuffix,
  isLoopback,
  isUnspecified,
} from '../lint/fleet/fleet.js'
import type { LintHost } from '../lint/host.js'
import type { Analysis, LintRun } from '../lint/lint.js'
import type { CoveredHosts } from '../lint/listeners.js'
import {
  coversHost,
  findRequestedHosts,
  findServerCertificates,
  listAdvertisedHosts,
  parseLinkHost,
} from '../lint/listeners.js'
import { hasBehavior } from '../schema/release.js'

/** A dialer: the part of a router that connects to listeners of others. */
export type LinkDialer = {
  /**
   * The network interface of the dialer or listener; routers use it to tell links apart. `default` if the file names
   * none.
   */
  networkInterface: string
  /** The groups of the dialer or listener; undefined if they depend on variables. */
  groups: readonly string[] | undefined
}

/** A listener: the part of a router that other routers connect to. */
export type LinkListener = LinkDialer & {
  protocol: string
  /**
   * The address that the listener advertises (default: its `bind`); undefined if it depends on variables, or if neither
   * is set.
   */
  address: string | undefined
  /** Why no router can connect to the listener; undefined if routers can, or if that is not known. */
  obstacle: string | undefined
  /** Whether only routers on the same machine can connect to the listener. */
  isLocal: boolean
}

/** The facts about a router that determine its links. */
export type MeshRouter = {
  name: string
  file?: string
  /** Why the router makes no links at all; undefined if it may make some. */
  obstacle: string | undefined
  dialers: readonly LinkDialer[]
  listeners: readonly LinkListener[]
  /** Whether the controller sets the links of the router, so that its file says nothing about them. */
  isManaged: boolean
  /**
   * Whether the router dials a controller at a loopback address, and so runs on the machine of that controller;
   * undefined if that is not known, for example because the address depends on variables.
   */
  isWithController: boolean | undefined
}

/** The facts about a router that are not in its file. */
export type RouterFacts = {
  name: string
  file?: string
  /** Whether the controller rejects the router. */
  isDisabled?: boolean
  /** Whether the router is known to run; then problems in its file do not matter. */
  isRunning?: boolean
  /** The machine, if the certificates on it may be read. */
  host?: LintHost | undefined
}

/**
 * The name of a router by the path of its file: `north/router.yml`, `north.yml` and `north.router.yml` describe the
 * router north.
 */
export function nameRouter(path: string): string {
  const stem = removeRouterSuffix(getStem(path))
  const folder = getFolderName(path)
  return stem === 'router' && folder !== undefined && !/^\.+$/.test(folder) ? folder : stem
}

const removeExtension = (path: string): string =>
  removeRouterSuffix(path.replace(/\.[^./\\]*$/, ''))

export function createMeshRouter(run: LintRun, { name, file, ...facts }: RouterFacts): MeshRouter {
  const { analysis } = run
  const { isDisabled = false, isRunning = false, host } = facts
  const hosts = analysis && !isRunning ? findCoveredHosts(analysis, host) : undefined
  return {
    name,
    ...(file !== undefined && { file }),
    obstacle: isRunning ? undefined : findRouterObstacle(run, hosts, isDisabled),
    dialers: analysis ? listDialers(analysis) : [],
    listeners: analysis ? listListeners(analysis, hosts) : [],
    isManaged: analysis !== undefined && areLinksManaged(analysis.knownConfig),
    isWithController: analysis && reachesControllerLocally(analysis),
  }
}

/** A router that makes no links, whatever its file says. */
export const createIdleRouter = (name: string, obstacle: string): MeshRouter => ({
  name,
  obstacle,
  dialers: [],
  listeners: [],
  isManaged: false,
  isWithController: undefined,
})

/** The hosts that the certificates of a router cover, or the hosts that it requests for its next certificate. */
type Coverage = { origin: 'certificate' | 'request'; hosts: readonly CoveredHosts[] }

/** The hosts that a router may advertise; undefined if they are unknown. */
function findCoveredHosts(
  { credentials, knownConfig, readResult }: Analysis,
  host: LintHost | undefined,
): Coverage | undefined {
  const certificates = host?.checks.has('certificates')
    ? findServerCertificates(credentials(), host)
    : []
  if (certificates.length > 0)
    return { origin: 'certificate', hosts: certificates.map(({ certificate }) => certificate) }
  const requestedHosts = findRequestedHosts(knownConfig)
  return requestedHosts && !readResult.unknownPaths.some((path) => path.includes('sans'))
    ? { origin: 'request', hosts: [requestedHosts] }
    : undefined
}

const isCovered = (coverage: Coverage | undefined, host: string): boolean =>
  coverage?.hosts.some((hosts) => coversHost(hosts, host)) ?? true

const formatNotCovered = (host: string, coverage: Coverage | undefined): string =>
  coverage?.origin === 'request'
    ? `\`csr.sans\` does not name \`${host}\`, so its certificate does not cover it`
    : `its certificate does not cover \`${host}\``

/** Why a router makes no links: its controller rejects it, or it does not run. Undefined if it runs and is accepted. */
function findRouterObstacle(
  { analysis, diagnostics }: LintRun,
  coverage: Coverage | undefined,
  isDisabled: boolean,
): string | undefined {
  if (isDisabled) return 'is disabled'
  const error = diagnostics().find(({ severity }) => severity === 'error')
  if (error) return `does not run: ${error.message}`
  if (!analysis || hasBehavior(analysis.model.release, 'accepts-uncovered-advertise'))
    return undefined
  const uncoveredHost = listAdvertisedHosts(analysis.knownConfig).find(
    ({ host }) => !isCovered(coverage, host),
  )
  return uncoveredHost && `does not run: ${formatNotCovered(uncoveredHost.host, coverage)}`
}

/** Whether a dialer or listener makes links: its binding must be `transport`, which is the default. */
const isTransport = ({ binding }: { binding?: string }): boolean =>
  binding === undefined || binding === 'transport' || binding === ''

function listDialers({ knownConfig }: Analysis): LinkDialer[] {
  const dialers = (knownConfig.link?.dialers ?? []).filter(isTransport)
  const listeners = (knownConfig.link?.listeners ?? []).filter(isTransport)
  // If a router has exactly one dialer and one listener, the dialer uses the interface of the listener by default.
  const sharedInterface =
    dialers.length === 1 && listeners.length === 1
      ? listeners.map(getListenerInterface)[0]
      : undefined
  return dialers.map(({ groups, bind, bindInterface }) => ({
    networkInterface: toInterface(bindInterface || bind || '') ?? sharedInterface ?? 'default',
    groups,
  }))
}

/**
 * The network interface for a name or address: `lo` for a loopback address, otherwise the text itself; undefined for an
 * empty text and for an unspecified address.
 */
function toInterface(text: string): string | undefined {
  if (isUnspecified(text)) return undefined
  return isIp(text) && isLoopback(text) ? 'lo' : text
}

const getListenerInterface = ({
  bind,
  bindInterface,
}: {
  bind?: string
  bindInterface?: string
}): string => bindInterface || toInterface(splitAddress(bind)?.host ?? '') || 'default'

function listListeners(
  { knownConfig, readResult: { unknownPaths } }: Analysis,
  coverage: Coverage | undefined,
): LinkListener[] {
  const isUnknown = (path: Path): boolean =>
    unknownPaths.some((otherPath) => path.every((step, index) => step === otherPath[index]))
  return (knownConfig.link?.listeners ?? []).flatMap((listener, index): LinkListener[] => {
    if (!isTransport(listener)) return []
    const { advertise, bind, groups } = listener
    const address = isUnknown(['link', 'listeners', index, 'advertise'])
      ? undefined
      : advertise || bind
    const protocol = splitAddress(address ?? bind)?.protocol ?? address?.split(':')[0] ?? 'tls'
    return [
      {
        networkInterface: getListenerInterface(listener),
        groups,
        protocol,
        address,
        obstacle: findListenerObstacle(protocol, address, coverage),
        isLocal: isLoopback(splitAddress(address)?.host ?? ''),
      },
    ]
  })
}

/** Protocols whose connections use certificates, which identify the routers. */
const linkProtocols: ReadonlySet<string> = new Set(['tls', 'dtls', 'wss'])

/** Why no router can make a link to a listener; undefined if routers can, or if its address is unknown. */
function findListenerObstacle(
  protocol: string,
  address: string | undefined,
  coverage: Coverage | undefined,
): string | undefined {
  if (!linkProtocols.has(protocol))
    return `routers refuse links over ${protocol}, which has no certificates; use tls`
  const parts = splitAddress(address)
  if (address === undefined || !parts) return undefined
  if (isUnspecified(parts.host) || parts.port === '0')
    return `nobody can connect to \`${address}\`; advertise a name or address of the router`
  const host = parseLinkHost(address) === undefined ? undefined : parts.host
  return host === undefined || isCovered(coverage, host)
    ? undefined
    : formatNotCovered(host, coverage)
}

/** Whether a router reaches a controller through a loopback address; undefined if the address depends on variables. */
function reachesControllerLocally({
  knownConfig: { ctrl },
  readResult: { unknownPaths },
}: Analysis): boolean | undefined {
  const isOnLoopback = (ctrl?.endpoints ?? []).some((endpoint) =>
    isLoopback(splitAddress(endpoint)?.host ?? ''),
  )
  if (isOnLoopback) return true
  return unknownPaths.some(
    ([section, name]) => section === 'ctrl' && String(name).startsWith('endpoint'),
  )
    ? undefined
    : false
}

/** Where the file of a router is: its full path, and the path to display. */
export type RouterPath = { path: string; displayPath: string }

/**
 * The names of the routers in some files. Routers that would have the same name are named by the paths of their files.
 */
export function nameRouters(files: readonly RouterPath[]): string[] {
  const names = files.map(({ path }) => nameRouter(path))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return files.map(({ displayPath }, index) => {
    const name = names[index] ?? ''
    return counts.get(name) === 1 ? name : removeExtension(displayPath)
  })
}
