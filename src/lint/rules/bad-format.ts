import { formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const badFormat = defineObservationRule({
  id: 'bad-format',
  severity: 'error',
  byOutcome: true,
  summary: 'A text that does not have the form the router expects.',
  why: 'Durations need a unit that Go knows, addresses a protocol and a port. The router refuses the file, mostly with a message that names neither key nor form.',
  examples: {
    bad: [
      yaml`
        metrics:
          reportInterval: 1d #! \`24h\`
      `,
      yaml`
        ctrl:
          endpoint: ctrl.example.com:6262 #! with its protocol
      `,
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: tls:localhost:3022 #! without protocol
      `,
    ],
    good: [
      yaml`
        metrics:
          reportInterval: 24h
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
      `,
    ],
  },
  observes: 'bad-format',
  report: (observation, reading) =>
    reportRejection(observation, reading, formatExpectedType(observation.key)),
})
