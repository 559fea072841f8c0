import { createHash } from 'node:crypto'
import { getString } from '../../plain.js'
import { isPlainObject } from '../../../document/record.js'
import type { RunningRouter } from '../call/context.js'

/** A simulated running router with its id: the id of its record, or an id derived from its name. */
export type ConnectedRouter = RunningRouter & { id: string }

/** Derives an id from the name of a router that has no record: the same name always gives the same id. */
export const createRouterId = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 10)

/** A link between two simulated routers. The id follows from the protocol and the ids of the routers. */
export type RunningLink = {
  id: string
  protocol: string
  dialingRouter: ConnectedRouter
  dialedRouter: ConnectedRouter
}

const listMaps = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isPlainObject) : []

const listLinkEntries = (
  { config }: RunningRouter,
  kind: 'dialers' | 'listeners',
): Readonly<Record<string, unknown>>[] =>
  isPlainObject(config['link']) ? listMaps(config['link'][kind]) : []

/** The protocols of links between routers; recorded responses of real controllers contain no others. */
const linkProtocols = ['tls', 'dtls']

/**
 * Lists the advertised addresses of the link listeners of a router, with their protocols and groups. A listener that
 * advertises no address is listed with its `bind`.
 */
const listAdvertisedListeners = (
  router: RunningRouter,
): { address: string; protocol: string; groups: readonly string[] }[] =>
  listLinkEntries(router, 'listeners').flatMap((listener) => {
    const address = getString(listener, 'advertise') ?? getString(listener, 'bind')
    return address === undefined
      ? []
      : [{ address, protocol: address.split(':', 1)[0] ?? '', groups: readGroups(listener) }]
  })

export const listListenerAddresses = (
  router: RunningRouter,
): { address: string; protocol: string }[] =>
  listAdvertisedListeners(router).map(({ address, protocol }) => ({ address, protocol }))

function readGroups({ groups }: Readonly<Record<string, unknown>>): readonly string[] {
  const names = (Array.isArray(groups) ? groups : [groups]).filter(
    (name) => typeof name === 'string',
  )
  return names.length > 0 ? names : ['default']
}

/**
 * Lists the links of a network: a router dials the listeners of other routers that share a group with one of its own
 * dialers. Two routers have at most one link for each protocol, dialed by the earlier router in the list if possible.
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
 * Returns the config of a router as the router reports it: the content of its file, with the path of the file as
 * `@file`, and with `protocol: ziti-link` in each link listener.
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
