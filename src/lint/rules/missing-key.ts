import type { Fix } from '../../document/diagnostic.js'
import { toPath } from '../../document/diagnostic.js'
import { addEntry } from '../../edit/edit.js'
import { createFix } from '../../edit/edits.js'
import { formatConsequence, formatSentences } from '../../schema/messages.js'
import type { ObservationOf } from '../../schema/observation.js'
import { isFatalOutcome } from '../../schema/observation.js'
import type { ReadResult } from '../../schema/read.js'
import { getOutcomeSeverity } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const missingKey = defineObservationRule({
  id: 'missing-key',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  absence: true,
  summary: 'A required key is missing.',
  why: 'The router fails when it needs the key, for some keys long after it has started.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          rateLimiter: #! \`minSize\` is missing
            enabled: false
      `,
      yaml`
        link:
          listeners:
            - binding: transport #! \`bind\` is missing
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          rateLimiter:
            minSize: 5
      `,
    ],
  },
  observes: 'missing-key',
  report: (observation, reading) => {
    const { name, outcome, phase } = observation
    return {
      message: formatSentences(
        `\`${name}\` is missing`,
        formatConsequence(outcome, phase, undefined),
      ),
      severity: getOutcomeSeverity(outcome, phase),
      fix: () => createMissingKeyFix(observation, reading),
    }
  },
})

/** Adds a key that has only one valid value. */
function createMissingKeyFix(
  { name, child: { bounds, source }, place, outcome, phase }: ObservationOf<'missing-key'>,
  { document }: ReadResult,
): Fix | undefined {
  const only = bounds && bounds.least === bounds.most ? bounds.least : source.const
  if (only === undefined) return undefined
  // If the router runs without the key, adding it changes what the router does.
  const kind = isFatalOutcome(outcome, phase) ? 'safe' : 'unsafe'
  const edits = addEntry(document, toPath(place), { name, rest: ` ${only}`, below: [] })
  return createFix(`add \`${name}: ${only}\``, edits, kind)
}
