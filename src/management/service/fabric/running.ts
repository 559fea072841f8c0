import { createHash } from 'node:crypto'
import { getString } from '../../plain.js'
import { isPlainObject } from '../../../document/record.js'
import type { RunningRouter } from '../call/context.js'

/** A simulated running router with the id of its record, or a derived one. */
export type ConnectedRouter = RunningRouter & { id: string }

/** The id of a router without a record, derived from its name. */
export const createRouterId = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 10)

/** A link between two routers; the first dialed it. */
export type RunningLink = {
  id: string
  protocol: string
  dialingRouter: ConnectedRouter
  dialedRouter: ConnectedRouter
}

const listMaps = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isPlainObject) : []

/** The entries of `link.dialers` or `link.listeners` in the config of a router. */
const listLinkEntries = (
  { config }: RunningRouter,
  kind: 'dialers' | 'listeners',
): Readonly<Record<string, unknown>>[] =>
  isPlainObject(config['link']) ? listMaps(config['link'][kind]) : []

/** Protocols of links in recorded networks. */
const linkProtocols = ['tls', 'dtls']

/** The advertised link addresses, with the protocol and the groups of their listeners. */
const listAdvertisedListeners = (
  router: RunningRouter,
): { address: string; protocol: string; groups: readonly string[] }[] =>
  listLinkEntries(router, 'listeners').flatMap((listener) => {
    const address = getString(listener, 'advertise') ?? getString(listener, 'bind')
    return address === undefined
      ? []
      : [{ address, protocol: address.split(':', 1)[0] ?? '', groups: readGroups(listener) }]
  })

/** The link listener addresses of a router, as the fabric API lists them. */
export const listListenerAddresses = (
  router: RunningRouter,
): { address: string; protocol: string }[] =>
  listAdvertisedListeners(router).map(({ address, protocol }) => ({ address, protocol }))

/** The link groups of a dialer or listener; without any, `default`. */
function readGroups({ groups }: Readonly<Record<string, unknown>>): readonly string[] {
  const names = (Array.isArray(groups) ? groups : [groups]).filter(
    (name) => typeof name === 'string',
  )
  return names.length > 0 ? names : ['default']
}

/**
 * The links of a network: each router dials the listeners of all others that share a group with one
 * of its dialers. If two routers can dial each other over a protocol, they keep one link.
 */
export function listLinks(routers: readonly ConnectedRouter[]): RunningLink[] {
  const links = new Map<string, RunningLink>()
  const listenersByRouter = new Map(
    routers.map((router) => [router, listAdvertisedListeners(router)]),
  )
  for (const dialingRouter of routers) {
    const dialedGroups = new Set(listLinkEntries(dialingRouter, 'dialers').flatMap(readGroups))
    for (const dialedRouter of routers) {
      if (dialingRouter === dialedRouter) continue
      for (const { protocol, groups } of listenersByRouter.get(dialedRouter) ?? []) {
        if (!linkProtocols.includes(protocol) || !groups.some((name) => dialedGroups.has(name)))
          continue
        const linkKey = JSON.stringify([protocol, ...[dialingRouter.id, dialedRouter.id].sort()])
        if (links.has(linkKey)) continue
        const id = createHash('sha256').update(linkKey).digest('base64url').replaceAll(/\W|_/g, '')
        links.set(linkKey, { id: id.slice(0, 22), protocol, dialingRouter, dialedRouter })
      }
    }
  }
  return [...links.values()]
}

/**
 * The config of a router as it reports it: the content of its file, with the path of the file as
 * `@file`, and with a protocol in each link listener.
 */
export function reportConfig({ config, file }: RunningRouter): Readonly<Record<string, unknown>> {
  const { link } = config
  const reportedConfig = { '@file': file, ...config }
  if (!isPlainObject(link) || !Array.isArray(link['listeners'])) return reportedConfig
  const listeners = link['listeners'].map((listener: unknown) =>
    isPlainObject(listener) ? { ...listener, protocol: 'ziti-link' } : listener,
  )
  return { ...reportedConfig, link: { ...link, listeners } }
}
