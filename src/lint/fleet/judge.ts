import type { Diagnostic, Path, Severity } from '../../diagnostic.js'
import { atStart, inOrder, positionAt } from '../../diagnostic.js'
import type { Document } from '../../document.js'
import { severityIn } from '../severity.js'
import { heldAgainst } from './held.js'
import type { FleetReport, FleetRule, Registry, Router } from './rule.js'
import { fleetRules } from './index.js'

export { summarize } from './summary.js'

/** What is found about a router, without its text. */
export type FleetFinding = {
  rule: string
  severity: Severity
  message: string
  path: Path
  on: 'key' | 'value'
}

type Found = Map<Router, FleetFinding[]>

/** Takes down what a rule reports. */
const reporter =
  (rule: FleetRule, found: Found) =>
  ({ router, path = [], on = 'value', message }: FleetReport): void => {
    const severity = severityIn(rule, router.release)
    if (severity !== 'off')
      found.set(router, [
        ...(found.get(router) ?? []),
        { rule: rule.id, severity, message, path, on },
      ])
  }

/** What is wrong or doubtful about several routers together: the findings of each, in the order of the routers. */
export function judge(routers: readonly Router[]): FleetFinding[][] {
  const found: Found = new Map()
  if (routers.length > 1)
    for (const rule of fleetRules)
      if ('compare' in rule) rule.compare(routers, reporter(rule, found))
  return routers.map((router) => found.get(router) ?? [])
}

/** What routers and the records of the management API have against each other: the findings of each router, and of those that have a record and no file. */
export function judgeRecords(
  routers: readonly Router[],
  registry: Registry,
): { router: Router; findings: FleetFinding[] }[] {
  const held = heldAgainst(routers, registry)
  const found: Found = new Map()
  for (const rule of fleetRules) if ('hold' in rule) rule.hold(held, reporter(rule, found))
  return [...routers, ...held.fileless.map(({ router }) => router)].map((router) => ({
    router,
    findings: found.get(router) ?? [],
  }))
}

/** Findings with where they stand in the file of their router, which is only read where there are any; those about the whole file are at its start. */
export function located(
  findings: readonly FleetFinding[],
  documentOf: () => Document,
): Diagnostic[] {
  if (findings.length === 0) return []
  const { spanOf, starts } = documentOf()
  const diagnostics = findings.map(({ rule, severity, message, path, on }): Diagnostic => {
    const { start, end } = spanOf(path, on)
    return path.length === 0
      ? { ...atStart(rule, message), severity }
      : {
          rule,
          severity,
          message,
          path: [...path],
          range: { start: positionAt(starts(), start), end: positionAt(starts(), end) },
        }
  })
  return diagnostics.sort(inOrder)
}
