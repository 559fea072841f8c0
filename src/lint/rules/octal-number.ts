import { reportOddNumber } from '../odd-number.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const octalNumber = defineObservationRule({
  id: 'octal-number',
  severity: 'warning',
  summary: 'A number that starts with 0 is read as octal.',
  why: 'The YAML of the router is version 1.1: 010 is eight.',
  examples: {
    bad: [
      yaml`
        forwarder:
          faultTxInterval: 010000 #! 4096
      `,
    ],
    good: [
      yaml`
        forwarder:
          faultTxInterval: 10000
      `,
    ],
  },
  observes: 'octal-number',
  report: reportOddNumber,
})
