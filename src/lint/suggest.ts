import type { Path } from '../document/diagnostic.js'
import { isSamePath } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { toWritten } from '../document/document.js'
import { getAt } from '../document/record.js'
import type { Environment } from '../document/environment.js'
import { listVariableReferences } from '../document/environment.js'
import { formatScalar } from '../edit/edit.js'
import { applyEdits } from '../edit/edits.js'
import { isIp } from '../formats/internet.js'
import type { PartialConfig } from '../schema/reader.js'
import {
  findRequestedHosts,
  isReachableHost,
  listAdvertisedHosts,
  listListenerSockets,
  listWebSockets,
} from './listeners.js'
import type { SuggestContext, Suggestion } from './rule.js'
import { findMeantVariable } from './suggest-variables.js'

/** The string at a path, as written in the file; undefined if there is none. */
export function readString(document: Document, path: Path): string | undefined {
  const value = document.find(path)?.value
  return value?.kind === 'text' ? value.value : undefined
}

/** The scalar at a path as written; undefined if there is none. */
function getWritten(document: Document, path: Path): string | undefined {
  const value = document.find(path)?.value
  return value === undefined || value.kind === 'map' || value.kind === 'list'
    ? undefined
    : toWritten(document, value)
}

/**
 * What to write where a lower limit is above an upper one: both values swapped. If only one of them is in the file, the
 * value that the router uses for the other.
 */
export function suggestOrder(
  map: Path,
  [least, most]: readonly [least: string, most: string],
  { document, draft }: SuggestContext,
  format: (value: number) => string = String,
): Suggestion[] {
  const [lower, upper] = [
    [...map, least],
    [...map, most],
  ]
  const [lowest, highest] = [getWritten(document, lower), getWritten(document, upper)]
  if (lowest !== undefined && highest !== undefined)
    return [
      {
        title: `swap \`${least}\` and \`${most}\``,
        path: lower,
        value: highest,
        also: { path: upper, value: lowest },
      },
    ]
  const [absent, written] = lowest === undefined ? [lower, upper] : [upper, lower]
  const value = getAt(draft, absent)
  if (typeof value === 'string') return [{ path: written, value: formatScalar(value) }]
  return typeof value === 'number' ? [{ path: written, value: format(value) }] : []
}

/** Maximum number of hosts to suggest. */
const maxHosts = 3

/** The hosts under which a file says that its router is reached. */
function listOwnHosts(draft: PartialConfig): string[] {
  const { names = [], addresses = [] } = findRequestedHosts(draft) ?? {}
  const advertised = listAdvertisedHosts(draft).map(({ host }) => host)
  const isForOthers = (host: string): boolean =>
    isReachableHost(host) && !/^(?:localhost$|127\.|::1$)/.test(host) && !host.includes(':')
  return [...new Set([...names, ...advertised, ...addresses])]
    .filter(isForOthers)
    .slice(0, maxHosts)
}

/** Suggests a host that the file names, instead of the host of an address that a listener advertises or listens on. */
export function suggestHosts(path: Path, { document, draft }: SuggestContext): Suggestion[] {
  const written = readString(document, path)
  const to = path.at(-1) === 'bind' ? [...path.slice(0, -1), 'advertise'] : path
  if (written === undefined) return []
  return listOwnHosts(draft).map((host) => ({
    path: to,
    value: formatScalar(written.replace(/^((?:[a-z]+:(?=.*:))?).*?((?::\d+)?)$/, `$1${host}$2`)),
  }))
}

/** The first port from `from` on that is free: not used by listeners, or by services other than the one at a path. */
export function findFreePort(draft: PartialConfig, except: Path, from: number): number {
  const sockets = [...listListenerSockets(draft), ...listWebSockets(draft)]
  const services = (draft.listeners ?? []).flatMap((listener, index) =>
    listener.binding === 'tunnel'
      ? (listener.options?.services ?? []).filter(
          (_, place) => !isSamePath(['listeners', index, 'options', 'services', place], except),
        )
      : [],
  )
  const taken = new Set([
    ...sockets.map(({ port }) => Number(port)),
    ...services.map((service) => Number(service?.split(':')[1])),
  ])
  let port = from
  while (taken.has(port)) port += 1
  return port
}

/** An address with another port. */
export const withPort = (address: string, port: string): string =>
  address.replace(/:\d+$/, `:${port}`)

/** The lines of an edge listener, with a host that the file names, or that of the examples. */
export function createEdgeListener(draft: PartialConfig): string[] {
  const host = listOwnHosts(draft).find((name) => !isIp(name)) ?? 'router.example.com'
  return ['binding: edge', 'address: tls:0.0.0.0:3022', 'options:', `  advertise: ${host}:3022`]
}

/** A value with the variables that were probably meant instead of those that are not set. */
export function suggestNearVariables(
  path: Path,
  document: Document,
  environment: Environment | undefined,
): Suggestion[] {
  const written = readString(document, path)
  if (written === undefined || !environment) return []
  const value = applyEdits(
    written,
    listVariableReferences(written).flatMap(({ name, ...span }) => {
      const meant = findMeantVariable(name, environment)
      return meant === undefined ? [] : [{ ...span, text: `\${${meant}}` }]
    }),
  )
  return value === written ? [] : [{ path, value: formatScalar(value) }]
}
