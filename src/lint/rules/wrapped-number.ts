import { toPath } from '../../document/diagnostic.js'
import { formatName, formatText } from '../../schema/messages.js'
import { formatOddity, reportOddNumber } from '../odd-number.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const wrappedNumber = defineObservationRule({
  id: 'wrapped-number',
  severity: 'warning',
  summary: 'A number that does not fit becomes another one.',
  why: 'Go cuts it to 16, 32 or 64 bits without a word.',
  examples: {
    bad: [
      yaml`
        dialers:
          - binding: edge
            options:
              txPortalStartSize: -1 #! 4294967295
      `,
    ],
    good: [
      yaml`
        dialers:
          - binding: edge
            options:
              txPortalStartSize: 16384
      `,
    ],
  },
  observes: 'wrapped-number',
  report: (observation, reading) => {
    const { place, written, doubt } = observation
    return doubt === undefined
      ? reportOddNumber(observation, reading)
      : {
          message: `${formatName(toPath(place))} is ${formatText(written)}; ${doubt}; \`${written}\` ${formatOddity(observation)}`,
        }
  },
})
