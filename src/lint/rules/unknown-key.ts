import { toPath } from '../../document/diagnostic.js'
import { formatConsequence, formatText } from '../../schema/messages.js'
import { isFatalOutcome } from '../../schema/observation.js'
import { createPlacementFix } from '../key-fixes.js'
import { getOutcomeSeverity } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { isAcceptedNode } from '../value-fixes.js'

export const unknownKey = defineObservationRule({
  id: 'unknown-key',
  severity: 'warning',
  byOutcome: true,
  keyStatus: 'unknown',
  alternatives: 'keys',
  summary: 'The router has no key of this name here.',
  why: 'It ignores unknown keys without a word, so that a misspelled setting is one that was never made.',
  examples: {
    bad: [
      yaml`
        forwarder:
          linkDialWorkercount: 8 #! did you mean \`linkDialWorkerCount\`
      `,
      yaml`
        link:
          listeners:
            - bindng: transport #! was probably meant
              bind: tls:127.0.0.1:6000
      `,
    ],
    good: [
      yaml`
        forwarder:
          linkDialWorkerCount: 8
      `,
    ],
  },
  observes: 'unknown-key',
  report: ({ place, shape, field, meant, missing }, reading) => {
    const name = String(field.key.value)
    const path = [...toPath(place), name]
    const intended = meant === undefined ? undefined : [...toPath(place), meant]
    if (missing) {
      const { outcome, phase } = missing
      const consequence = formatConsequence(outcome, phase, undefined)
      return {
        path,
        severity: getOutcomeSeverity(outcome, phase),
        message: `\`${name}\` is no key of the router; \`${missing.name}\` is missing and was probably meant; ${consequence}`,
        // Where the router runs without the key, adding it changes what the router does.
        fix: () =>
          intended &&
          createPlacementFix(
            reading.document,
            path,
            intended,
            isFatalOutcome(outcome, phase) ? 'safe' : 'unsafe',
          ),
      }
    }
    const key = meant === undefined ? undefined : shape.child(meant)
    const help = meant === undefined ? '' : `; did you mean \`${meant}\`?`
    return {
      path,
      message: `the router knows no key ${formatText(name)} here and ignores it${help}`,
      fix: () =>
        intended && key && isAcceptedNode(reading, key, field.value, place)
          ? createPlacementFix(reading.document, path, intended)
          : undefined,
    }
  },
})
