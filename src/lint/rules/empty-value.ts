import { formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const emptyValue = defineObservationRule({
  id: 'empty-value',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  summary: 'A key has no value.',
  why: 'An empty value is not the same as a missing key: for most keys it is a value of the wrong type. It is left over when everything under a key is commented out.',
  examples: {
    bad: [
      yaml`
        metrics:
          reportInterval: #! is empty
      `,
      'healthChecks: #! ignores it',
    ],
    good: ['metrics: {}', 'enableDebugOps: false'],
  },
  observes: 'empty-value',
  report: (observation, reading) =>
    reportRejection(observation, reading, formatExpectedType(observation.key)),
})
