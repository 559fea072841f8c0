import type { Path } from '../../diagnostic.js'
import type { Document } from '../../document.js'
import { parseCredential } from '../../formats/credential.js'
import { hostClass } from '../../formats/internet.js'
import type { Draft } from '../../schema/draft.js'
import type { Model } from '../../schema/router.js'
import type { Credential } from '../credentials.js'
import type { Host } from '../host.js'
import { family, listenerSockets, webSockets } from '../sockets.js'
import { partialKeys } from './partial-keys.js'
import type { Advertised, Group, Router } from './rule.js'

/** What is known of one file after it was read. */
export type Known = {
  document: Document
  model: Model
  draft: Draft
  reading: { unknown: readonly Path[] }
  credentials: () => readonly Credential[]
}

const isLoopback = (host: string): boolean => host === 'localhost' || hostClass(host) === 'loopback'

const isNowhere = (host: string): boolean => ['empty', 'unspecified'].includes(hostClass(host))

const split = (
  address: string | undefined,
): { protocol: string; host: string; port: string } | undefined => {
  const [, protocol = '', host = '', port] = /^(\w+):(.*):(\d+)$/.exec(address ?? '') ?? []
  return port === undefined
    ? undefined
    : { protocol, host: host.toLowerCase().replace(/\.$/, ''), port: String(Number(port)) }
}

/**
 * Addresses that lead to one machine for everybody. Those that loop back do so for links, which need another router on
 * the same machine; an edge listener that only programs on its own machine use is like that on many machines.
 */
function advertisedOf({ draft: { link, listeners } }: Known): Advertised[] {
  const links = (link?.listeners ?? []).flatMap(({ advertise, bind }, index): Advertised[] => {
    const address = split(advertise || bind)
    if (!address || isNowhere(address.host)) return []
    const host = isLoopback(address.host) ? 'localhost' : address.host
    return [
      {
        use: 'link',
        family: family(address.protocol),
        host,
        port: address.port,
        path: ['link', 'listeners', index, advertise ? 'advertise' : 'bind'],
      },
    ]
  })
  const edges = (listeners ?? []).flatMap(({ binding, options }, index): Advertised[] => {
    const advertise = binding === 'edge' ? options?.advertise : undefined
    const address = advertise === undefined ? undefined : split(`tls:${advertise}`)
    if (!address || isNowhere(address.host) || isLoopback(address.host)) return []
    return [
      {
        use: 'edge',
        family: 'tcp',
        host: address.host,
        port: address.port,
        path: ['listeners', index, 'options', 'advertise'],
      },
    ]
  })
  return [...links, ...edges]
}

const startsWith = (path: Path, ...steps: readonly string[]): boolean =>
  steps.every((step, index) => step === path[index])

/** Whether the file says all about links: nothing hangs on variables, the text is whole, and no controller sets them. */
function linksAreKnown({
  document,
  draft: { link, managedConfig },
  reading: { unknown },
}: Known): boolean {
  const isManaged =
    !link?.listeners?.length &&
    !link?.dialers?.length &&
    (managedConfig?.allow ?? []).some((kind) => kind === 'all' || kind?.startsWith('router.link'))
  return (
    document.problems.length === 0 &&
    !isManaged &&
    !unknown.some((path) => startsWith(path, 'link') && path.includes('groups'))
  )
}

function groupsOf(known: Known, side: 'dialers' | 'listeners'): Group[] | undefined {
  if (!linksAreKnown(known)) return undefined
  return (known.draft.link?.[side] ?? []).flatMap(({ groups = [] }, index) => {
    const path = ['link', side, index]
    const isWritten = known.document.at([...path, 'groups']) !== undefined
    return groups.map((name, entry) => ({
      name,
      path: isWritten ? [...path, 'groups', entry] : [...path, 'binding'],
    }))
  })
}

/** Undefined where an address is not known, and where one is that of the same machine, which has other names for the others. */
function controllersOf({
  document,
  draft: { ctrl },
  reading: { unknown },
}: Known): Router['controllers'] {
  if (
    document.problems.length > 0 ||
    unknown.some((path) => startsWith(path, 'ctrl') && String(path[1]).startsWith('endpoint'))
  )
    return undefined
  const single = document.at(['ctrl', 'endpoint']) !== undefined
  const all = (ctrl?.endpoints ?? []).map((endpoint, index) => ({
    address: String(endpoint).toLowerCase(),
    path: single ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index],
  }))
  const isOdd = ({ address }: { address: string }): boolean => {
    const host = split(address)?.host ?? ''
    return isLoopback(host) || isNowhere(host)
  }
  return all.some(isOdd) ? undefined : all
}

const stemOf = (path: string): string =>
  (/([^/\\]*)$/.exec(path)?.[1] ?? '').replace(/\.[^.]*$/, '')

/** What a router may be called: as its certificate's file, its own file, or its folder. */
function namesOf(path: string, certificate: string | undefined): string[] {
  const location = parseCredential(certificate ?? '')
  const folder = /([^/\\]+)[/\\][^/\\]*$/.exec(path)?.[1]
  return [
    ...(location.kind === 'file' ? [stemOf(location.path)] : []),
    stemOf(path),
    ...(folder === undefined ? [] : [folder]),
  ].filter((name) => name !== '')
}

/** What tells which router a file is for, and what its record has a say in. */
function belongings(
  path: string,
  { draft, document, credentials }: Known,
  host: Host | undefined,
): Pick<Router, 'names' | 'identity' | 'certificate' | 'tunnel' | 'linkListener'> {
  const credential = credentials().find(({ path }) => path.join('.') === 'identity.cert')
  const certificate =
    credential?.found.kind === 'file' ? host?.certificates(credential.found.text)[0] : undefined
  const tunnel = (draft.listeners ?? []).findIndex(({ binding }) => binding === 'tunnel')
  return {
    names: namesOf(path, draft.identity?.cert),
    ...(document.at(['identity', 'cert']) && { identity: ['identity', 'cert'] }),
    ...(certificate && {
      certificate: { commonName: certificate.commonName, fingerprint: certificate.fingerprint },
    }),
    ...(tunnel >= 0 && { tunnel: ['listeners', tunnel, 'binding'] }),
    ...(document.at(['link', 'listeners', 0]) && {
      linkListener: ['link', 'listeners', 0, 'binding'],
    }),
  }
}

/** What the fleet rules need of a file, without the file; what stands on the machine is known where that may be looked at. */
export function summarize(path: string, known: Known, host?: Host): Router {
  const { document, model, draft } = known
  return {
    path,
    release: model.release,
    advertised: advertisedOf(known),
    dialed: groupsOf(known, 'dialers'),
    listened: groupsOf(known, 'listeners'),
    controllers: controllersOf(known),
    sockets: [...listenerSockets(draft), ...webSockets(draft)].map(
      ({ path, protocol, host, port }) => ({ path, protocol, host, port }),
    ),
    keys: partialKeys(document, model.schema),
    ...belongings(path, known, host),
  }
}
