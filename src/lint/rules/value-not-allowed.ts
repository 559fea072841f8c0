import { formatWords } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const valueNotAllowed = defineObservationRule({
  id: 'value-not-allowed',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'words',
  summary: 'A value is not one of the allowed values.',
  why: 'Most values are case-sensitive.',
  examples: {
    bad: [
      yaml`
        proxy:
          type: HTTP #! \`none\` or \`http\`
      `,
      yaml`
        dialers:
          - binding: udp #! no effect
      `,
    ],
    good: [
      yaml`
        proxy:
          type: none
      `,
    ],
  },
  observes: 'value-not-allowed',
  report: (observation, reading) =>
    reportRejection(observation, reading, formatWords(observation.key.words ?? [])),
})
