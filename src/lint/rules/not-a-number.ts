import { toPath } from '../../document/diagnostic.js'
import { formatName } from '../../schema/messages.js'
import { defineObservationRule } from '../rule.js'

export const notANumber = defineObservationRule({
  id: 'not-a-number',
  severity: 'warning',
  summary: 'A factor that is infinite or no number.',
  why: 'The router accepts it and computes with it.',
  examples: {
    bad: ['dialers:\n  - binding: edge\n    options:\n      retxScale: .inf #! no number'],
    good: ['dialers:\n  - binding: edge\n    options:\n      retxScale: 1.5'],
  },
  observes: 'not-a-number',
  report: ({ place, printed }) => ({
    message: `${formatName(toPath(place))} is \`${printed}\`, which is no number to work with`,
  }),
})
