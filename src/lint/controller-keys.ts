import type { Path } from '../document/diagnostic.js'
import { formatPath } from '../document/diagnostic.js'
import type { Field } from '../document/document.js'
import type { ReadResult } from '../schema/read.js'
import { resolveAlias } from '../yaml/index.js'

/** Keys and sections of controller files, with the corresponding keys of router files; undefined if there is none. */
const counterparts: Readonly<Record<string, string | undefined>> = {
  'network.metricsReportInterval': 'metrics.reportInterval',
  'network.intervalAgeThreshold': 'metrics.intervalAgeThreshold',
  network: 'metrics.reportInterval',
  commandRateLimiter: 'ctrl.rateLimiter',
  command: 'ctrl.rateLimiter',
  raft: 'ctrl.endpoints',
  cluster: 'ctrl.endpoints',
  db: undefined,
  mgmt: undefined,
  events: undefined,
  terminator: undefined,
  trustDomain: undefined,
  additionalTrustDomains: undefined,
  xctrl: undefined,
  'edge.api': undefined,
  'edge.enrollment': undefined,
  'edge.oidc': undefined,
  'edge.disablePostureChecks': undefined,
  'edge.identityStatusConfig': undefined,
  'healthChecks.boltCheck': 'healthChecks.ctrlPingCheck',
  'ctrl.listener': 'ctrl.endpoint',
}

/**
 * Advice about a key of a controller file, as the rest of a sentence that begins with the key; undefined for other
 * keys.
 */
export function describeControllerField(
  steps: Path,
  { value }: Field,
  { document }: ReadResult,
): string | undefined {
  const path = formatPath(steps)
  if (!Object.hasOwn(counterparts, path)) return undefined
  const map = resolveAlias(value)
  const childNames = map.kind === 'map' ? [...document.entries(map).byName.keys()] : []
  const replacements = childNames.flatMap((name) => {
    const counterpart = counterparts[`${path}.${name}`]
    return counterpart === undefined ? [] : [`\`${counterpart}\` for \`${name}\``]
  })
  const sectionCounterpart = counterparts[path]
  const keys =
    replacements.length > 0
      ? replacements.join(' and ')
      : sectionCounterpart && `\`${sectionCounterpart}\``
  return `belongs to a controller file, and the router ignores it; ${keys === undefined ? 'remove it' : `a router has ${keys}`}`
}
