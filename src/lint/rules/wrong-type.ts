import { formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const wrongType = defineObservationRule({
  id: 'wrong-type',
  severity: 'error',
  byOutcome: true,
  summary: 'A value is of another type than the router expects.',
  why: 'Go code takes a value of exactly one type: a quoted number is no number, and 1 is no number with a fraction. What follows differs by key: the router refuses the file, crashes without naming the key, or ignores the value.',
  examples: {
    bad: [
      yaml`
        forwarder:
          faultTxInterval: \${FAULT_INTERVAL} #! write the value itself
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
