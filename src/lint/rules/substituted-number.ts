import { toPath } from '../../document/diagnostic.js'
import { formatName } from '../../schema/messages.js'
import { inEdgeListener } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { createValueFix } from '../value-fixes.js'

export const substitutedNumber = defineObservationRule({
  id: 'substituted-number',
  severity: 'warning',
  fixes: 'safe',
  summary: 'The router replaces a number with another one.',
  why: 'The router takes a few values for the default of a library and replaces them with its own default.',
  examples: {
    bad: [
      {
        text: inEdgeListener`
          advertise: localhost:3022
          outQueueSize: 4 #! \`64\`
        `,
        target: '2.1',
      },
    ],
    good: [
      {
        text: inEdgeListener`
          advertise: localhost:3022
          outQueueSize: 5
        `,
        target: '2.1',
      },
    ],
  },
  observes: 'substituted-number',
  report: ({ place, value, number, usedNumber }, { document }) => ({
    message: `${formatName(toPath(place))} is \`${number}\`. The router uses \`${usedNumber}\` instead.`,
    fix: () => createValueFix(document, { value, place }, String(usedNumber)),
  }),
})
