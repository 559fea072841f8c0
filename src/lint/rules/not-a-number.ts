import { toPath } from '../../document/diagnostic.js'
import { formatName, formatSentences } from '../../schema/messages.js'
import { inEdgeDialer } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const notANumber = defineObservationRule({
  id: 'not-a-number',
  severity: 'warning',
  alternatives: 'values',
  summary: 'A factor is infinite or not a number.',
  why: 'The router accepts it and calculates with it: with `.inf` a wait or a window becomes as large as possible, with `.nan` it is not predictable.',
  examples: {
    bad: [inEdgeDialer`retxScale: .inf #! not a finite`],
    good: [inEdgeDialer`retxScale: 1.5`],
  },
  observes: 'not-a-number',
  report: ({ place, printed }) => ({
    message: formatSentences(
      `${formatName(toPath(place))} is \`${printed}\`, which is not a finite number`,
      'the router calculates with it all the same, and waits or windows get out of hand',
      'write a number such as `1.5`',
    ),
  }),
})
