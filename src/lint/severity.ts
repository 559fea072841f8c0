import type { Severity } from '../diagnostic.js'
import { within } from '../schema/target.js'
import type { Rule } from './rule.js'

type Graded = Pick<Rule, 'severity' | 'except'>

/** The severity of a rule in a release; 'off' where the release has no such mistake. */
export const severityIn = (rule: Graded, release: string): Severity | 'off' =>
  rule.except?.find((item) => within(release, item.in))?.severity ?? rule.severity
