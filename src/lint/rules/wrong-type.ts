import { consequences, formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const wrongType = defineObservationRule({
  id: 'wrong-type',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  summary: 'A value has the wrong type.',
  why: `The router expects exactly one type: a quoted number is a string, and \`1\` is not a number with a decimal point. Depending on the key the router ${consequences.refuses}, crashes without naming the key, or ignores the value.`,
  examples: {
    bad: [
      yaml`
        forwarder:
          faultTxInterval: \${FAULT_INTERVAL} #! Write the value itself
      `,
      yaml`
        forwarder:
          linkDialWorkerCount: "8" #! must be an integer
      `,
      yaml`
        metrics:
          reportInterval: 60 #! crashes
      `,
      yaml`
        dialers:
          - binding: edge
            options:
              retxScale: 2 #! decimal point
      `,
    ],
    good: [
      yaml`
        forwarder:
          linkDialWorkerCount: 8
      `,
      yaml`
        metrics:
          reportInterval: 60s
      `,
    ],
  },
  observes: 'wrong-type',
  report: (observation, reading) =>
    reportRejection(observation, reading, formatExpectedType(observation.key)),
})
