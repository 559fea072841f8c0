import type { Path } from '../document/diagnostic.js'
import { isSamePath } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { getWrittenText } from '../document/document.js'
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

export function readString(document: Document, path: Path): string | undefined {
  const value = document.find(path)?.value
  return value?.kind === 'text' ? value.value : undefined
}

function getScalarText(document: Document, path: Path): string | undefined {
  const value = document.find(path)?.value
  return value === undefined || value.kind === 'map' || value.kind === 'list'
    ? undefined
    : getWrittenText(document, value)
}

/**
 * Suggestions for a lower limit that is above the upper limit: swap both values or, if only one of them is in the file,
 * set it to the value that the router uses for the other.
 */
export function suggestOrder(
  mapPath: Path,
  [lowerKey, upperKey]: readonly [lower: string, upper: string],
  { document, knownConfig }: SuggestContext,
  format: (value: number) => string = String,
): Suggestion[] {
  const [lowerPath, upperPath] = [
    [...mapPath, lowerKey],
    [...mapPath, upperKey],
  ]
  const [lowerText, upperText] = [
    getScalarText(document, lowerPath),
    getScalarText(document, upperPath),
  ]
  if (lowerText !== undefined && upperText !== undefined)
    return [
      {
        title: `swap \`${lowerKey}\` and \`${upperKey}\``,
        path: lowerPath,
        value: upperText,
        alsoApply: { path: upperPath, value: lowerText },
      },
    ]
  const [absentPath, presentPath] =
    lowerText === undefined ? [lowerPath, upperPath] : [upperPath, lowerPath]
  const value = getAt(knownConfig, absentPath)
  if (typeof value === 'string') return [{ path: presentPath, value: formatScalar(value) }]
  return typeof value === 'number' ? [{ path: presentPath, value: format(value) }] : []
}

const maxHosts = 3

/** The hosts that a file requests or advertises: at most `maxHosts`, without loopback and IPv6 addresses. */
function listOwnHosts(knownConfig: PartialConfig): string[] {
  const { names = [], addresses = [] } = findRequestedHosts(knownConfig) ?? {}
  const advertisedHosts = listAdvertisedHosts(knownConfig).map(({ host }) => host)
  const isForOthers = (host: string): boolean =>
    isReachableHost(host) && !/^(?:localhost$|127\.|::1$)/.test(host) && !host.includes(':')
  return [...new Set([...names, ...advertisedHosts, ...addresses])]
    .filter(isForOthers)
    .slice(0, maxHosts)
}

/**
 * Suggests addresses with the hosts of the file instead of the host at a path. If the path leads to `bind`, suggests
 * them for `advertise` instead.
 */
export function suggestHosts(path: Path, { document, knownConfig }: SuggestContext): Suggestion[] {
  const address = readString(document, path)
  const targetPath = path.at(-1) === 'bind' ? [...path.slice(0, -1), 'advertise'] : path
  if (address === undefined) return []
  return listOwnHosts(knownConfig).map((host) => ({
    path: targetPath,
    value: formatScalar(address.replace(/^((?:[a-z]+:(?=.*:))?).*?((?::\d+)?)$/, `$1${host}$2`)),
  }))
}

/** The first port, starting with `firstPort`, that no listener uses, and no service except the one at `ownPath`. */
export function findFreePort(knownConfig: PartialConfig, ownPath: Path, firstPort: number): number {
  const sockets = [...listListenerSockets(knownConfig), ...listWebSockets(knownConfig)]
  const services = (knownConfig.listeners ?? []).flatMap((listener, index) =>
    listener.binding === 'tunnel'
      ? (listener.options?.services ?? []).filter(
          (_, place) => !isSamePath(['listeners', index, 'options', 'services', place], ownPath),
        )
      : [],
  )
  const usedPorts = new Set([
    ...sockets.map(({ port }) => Number(port)),
    ...services.map((service) => Number(service?.split(':')[1])),
  ])
  let port = firstPort
  while (usedPorts.has(port)) port += 1
  return port
}

/** Replaces the port of an address; an address without a port is unchanged. */
export const withPort = (address: string, port: string): string =>
  address.replace(/:\d+$/, `:${port}`)

/** The lines of an edge listener, with a name that the file requests or advertises, or else `router.example.com`. */
export function createEdgeListener(knownConfig: PartialConfig): string[] {
  const host = listOwnHosts(knownConfig).find((name) => !isIp(name)) ?? 'router.example.com'
  return ['binding: edge', 'address: tls:0.0.0.0:3022', 'options:', `  advertise: ${host}:3022`]
}

/** Suggests a value in which variables that are not set are replaced with similar variables. */
export function suggestNearVariables(
  path: Path,
  document: Document,
  environment: Environment | undefined,
): Suggestion[] {
  const original = readString(document, path)
  if (original === undefined || !environment) return []
  const value = applyEdits(
    original,
    listVariableReferences(original).flatMap(({ name, ...span }) => {
      const intendedName = findMeantVariable(name, environment)
      return intendedName === undefined ? [] : [{ ...span, text: `\${${intendedName}}` }]
    }),
  )
  return value === original ? [] : [{ path, value: formatScalar(value) }]
}
