import { consequences, formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { inEdgeListener, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const badFormat = defineObservationRule({
  id: 'bad-format',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'values',
  summary: 'A string is not in the format that the router expects.',
  why: `A duration needs a unit that Go knows; an address needs a protocol and a port. The router ${consequences.refuses}, usually without naming the key or the expected format.`,
  examples: {
    bad: [
      under('metrics')`reportInterval: 1d #! \`24h\``,
      under('ctrl')`endpoint: ctrl.example.com:6262 #! with a protocol`,
      inEdgeListener`advertise: tls:localhost:3022 #! without a protocol`,
    ],
    good: [
      under('metrics')`reportInterval: 24h`,
      under('ctrl')`endpoint: tls:ctrl.example.com:6262`,
    ],
  },
  observes: 'bad-format',
  report: (observation, readResult) =>
    reportRejection(observation, readResult, formatExpectedType(observation.key)),
})
