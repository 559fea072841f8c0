import { toPath } from '../../document/diagnostic.js'
import { formatName, formatValueText } from '../../schema/messages.js'
import { inController, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const doubtfulValue = defineObservationRule({
  id: 'doubtful-value',
  severity: 'info',
  alternatives: 'values',
  summary: 'A value is allowed, but its effect is rarely wanted.',
  why: 'Many intervals and limits accept 0 or less. Depending on the key this switches a feature off, or makes a limit expire at once or never.',
  examples: {
    bad: [
      under('forwarder')`faultTxInterval: 0 #! does not report faulted circuits`,
      under('forwarder')`idleCircuitTimeout: -1 #! counts as idle`,
      inController`startupTimeout: 0s #! never stops`,
      inController`
        heartbeats:
          sendInterval: "0" #! every message
      `,
      inController`
        heartbeats:
          unresponsiveAfter: -5s #! unresponsive
      `,
      {
        text: inController`
          heartbeats:
            closeUnresponsiveTimeout: 0s #! not noticed
        `,
        target: '2.1',
      },
    ],
    good: [
      under('forwarder')`
        faultTxInterval: 1
        idleCircuitTimeout: 60000
      `,
      inController`startupTimeout: 30s`,
    ],
  },
  observes: 'doubtful-value',
  report: ({ place, value, effect }, { document }) => ({
    message: `${formatName(toPath(place))} is ${formatValueText(document.text.slice(value.start, value.end))}: ${effect}`,
  }),
})
