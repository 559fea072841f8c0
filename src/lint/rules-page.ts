import type { FleetRule } from './fleet/rule.js'
import type { Rule } from './rule.js'
import { rulePage } from './rule-page.js'

/** The page of every rule, with an example where it has one. */
export function rulesPage(rules: readonly (Rule | FleetRule)[]): string {
  const parts = rules.map((rule) => {
    const severity = `${rule.severity}${rule.optional ? ', off unless asked for' : ''}`
    return [`## ${rule.id}`, '', `${rule.summary} Severity: ${severity}.`, '', rulePage(rule)].join(
      '\n',
    )
  })
  return ['# Rules', '', ...parts].join('\n')
}
