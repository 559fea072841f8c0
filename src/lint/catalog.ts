import { fleetRules } from '../generated/fleet-rules.js'
import { rules } from '../generated/rules.js'
import type { FleetRule } from './fleet/rule.js'
import type { KeyStatus, Rule, RuleTraits } from './rule.js'

export type AnyRule = Rule | FleetRule

export const catalog: readonly AnyRule[] = [...rules, ...fleetRules].sort((left, right) =>
  left.id < right.id ? -1 : 1,
)

const rulesById: ReadonlyMap<string, AnyRule> = new Map(catalog.map((rule) => [rule.id, rule]))

/** The rule with an id. Undefined for ids of diagnostics that no rule reports, such as `unknown-target`. */
export const findRule = (id: string): AnyRule | undefined => rulesById.get(id)

export const getTraits = (id: string): RuleTraits => rulesById.get(id) ?? {}

/**
 * Whether findings of a rule may vanish when the user goes on typing, because the rule reports missing things or needs
 * valid syntax.
 */
export function isAboutMissing(id: string): boolean {
  const rule = rulesById.get(id)
  return (
    rule?.absence !== undefined ||
    (rule !== undefined && 'needsValidSyntax' in rule && rule.needsValidSyntax)
  )
}

const ignoredStatuses: ReadonlySet<KeyStatus | undefined> = new Set<KeyStatus>([
  'unknown',
  'unread',
  'obsolete',
])

/** Whether the findings of a rule are about keys that the router does not read. */
export const isAboutIgnoredKeys = (id: string): boolean =>
  ignoredStatuses.has(getTraits(id).keyStatus)
