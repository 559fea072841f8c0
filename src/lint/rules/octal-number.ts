import { reportOddNumber } from '../odd-number.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const octalNumber = defineObservationRule({
  id: 'octal-number',
  severity: 'warning',
  fixes: 'safe',
  summary: 'A number with a leading 0 reads as octal.',
  why: 'The router reads YAML 1.1, where 010 is eight.',
  examples: {
    bad: [under('forwarder')`faultTxInterval: 010000 #! 4096`],
    good: [under('forwarder')`faultTxInterval: 10000`],
  },
  observes: 'octal-number',
  report: reportOddNumber,
})
