import { fleetRules } from '../generated/fleet-rules.js'
import { rules } from '../generated/rules.js'
import type { FleetRule } from './fleet/rule.js'
import type { Rule } from './rule.js'

/** A rule about one file or several. */
export type AnyRule = Rule | FleetRule

/** Every rule, about one file or several, in the order in which they are shown. */
export const catalog: readonly AnyRule[] = [...rules, ...fleetRules].sort((left, right) =>
  left.id < right.id ? -1 : 1,
)
