import { toPath } from '../../document/diagnostic.js'
import { formatName, formatSentences, formatValueText } from '../../schema/messages.js'
import { formatOddity, reportOddNumber } from '../odd-number.js'
import { inEdgeDialer } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const wrappedNumber = defineObservationRule({
  id: 'wrapped-number',
  severity: 'warning',
  fixes: 'safe',
  summary: 'A number does not fit and wraps to another number.',
  why: 'The router silently cuts it to 16, 32 or 64 bits.',
  examples: {
    bad: [inEdgeDialer`txPortalStartSize: -1 #! 4294967295`],
    good: [inEdgeDialer`txPortalStartSize: 16384`],
  },
  observes: 'wrapped-number',
  report: (observation, readResult) => {
    const { place, writtenText, effect: hint } = observation
    return hint === undefined
      ? reportOddNumber(observation, readResult)
      : {
          message: formatSentences(
            `${formatName(toPath(place))} is ${formatValueText(writtenText)}, which ${formatOddity(observation)}`,
            hint,
          ),
        }
  },
})
