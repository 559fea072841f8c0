import { toPath } from '../../document/diagnostic.js'
import { formatName, formatText } from '../../schema/messages.js'
import { formatOddity, reportOddNumber } from '../odd-number.js'
import { defineObservationRule } from '../rule.js'

export const wrappedNumber = defineObservationRule({
  id: 'wrapped-number',
  severity: 'warning',
  summary: 'A number that does not fit becomes another one.',
  why: 'Go cuts it to 16, 32 or 64 bits without a word.',
  examples: {
    bad: ['dialers:\n  - binding: edge\n    options:\n      txPortalStartSize: -1 #! 4294967295'],
    good: ['dialers:\n  - binding: edge\n    options:\n      txPortalStartSize: 16384'],
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
