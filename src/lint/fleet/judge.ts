import type { Diagnostic } from '../../diagnostic.js'
import { inOrder } from '../../diagnostic.js'
import { severityIn } from '../severity.js'
import { fleetRules } from './index.js'
import type { Router } from './rule.js'

export { summarize } from './summary.js'

/** What is wrong or doubtful about several routers together: the diagnostics of each, in the order of the routers. */
export function judge(routers: readonly Router[]): Diagnostic[][] {
  const found = new Map<Router, Diagnostic[]>(routers.map((router) => [router, []]))
  if (routers.length > 1) {
    for (const rule of fleetRules) {
      rule.compare(routers, ({ router, place: { path, range }, message }) => {
        const severity = severityIn(rule, router.release)
        if (severity !== 'off') found.get(router)?.push({ rule: rule.id, severity, message, path, range })
      })
    }
  }
  return routers.map((router) => (found.get(router) ?? []).sort(inOrder))
}
