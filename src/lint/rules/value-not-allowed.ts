import { formatWords } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const valueNotAllowed = defineObservationRule({
  id: 'value-not-allowed',
  severity: 'error',
  byOutcome: true,
  alternatives: 'words',
  summary: 'A word that is not one of those the router knows here.',
  why: 'Most words are compared to the letter, upper and lower case included.',
  examples: {
    bad: [
      yaml`
        proxy:
          type: HTTP #! \`none\` or \`http\`
      `,
      yaml`
        dialers:
          - binding: udp #! never uses it
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
