import type { Diagnostic } from '../../diagnostic.js'
import { inOrder } from '../../diagnostic.js'
import { severityIn } from '../severity.js'
import { heldAgainst } from './held.js'
import { fleetRules } from './index.js'
import type { FleetReport, FleetRule, Registry, Router } from './rule.js'

export { summarize } from './summary.js'

type Found = Map<Router, Diagnostic[]>

/** Takes down what a rule reports. */
const reporter = (rule: FleetRule, found: Found) => ({ router, place: { path, range }, message }: FleetReport): void => {
  const severity = severityIn(rule, router.release)
  if (severity !== 'off') found.set(router, [...(found.get(router) ?? []), { rule: rule.id, severity, message, path, range }])
}

/** What is wrong or doubtful about several routers together: the diagnostics of each, in the order of the routers. */
export function judge(routers: readonly Router[]): Diagnostic[][] {
  const found: Found = new Map()
  if (routers.length > 1) for (const rule of fleetRules) if ('compare' in rule) rule.compare(routers, reporter(rule, found))
  return routers.map((router) => (found.get(router) ?? []).sort(inOrder))
}

/** What routers and the records of the management API have against each other: the diagnostics of each router, and of those that have a record and no file. */
export function judgeRecords(routers: readonly Router[], registry: Registry): { router: Router; diagnostics: Diagnostic[] }[] {
  const held = heldAgainst(routers, registry)
  const found: Found = new Map()
  for (const rule of fleetRules) if ('hold' in rule) rule.hold(held, reporter(rule, found))
  return [...routers, ...held.fileless.map(({ router }) => router)].map((router) => ({ router, diagnostics: (found.get(router) ?? []).sort(inOrder) }))
}
