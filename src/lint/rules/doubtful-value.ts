import { toPath } from '../../document/diagnostic.js'
import { formatName, formatText } from '../../schema/messages.js'
import { defineObservationRule } from '../rule.js'

export const doubtfulValue = defineObservationRule({
  id: 'doubtful-value',
  severity: 'info',
  summary: 'A value is allowed, but does what hardly anybody wants.',
  why: 'Many waits and limits may be 0 or less. Some are switched off by that, others never end or end at once.',
  examples: {
    bad: [
      'forwarder:\n  faultTxInterval: 0 #! does not report faulted circuits',
      'forwarder:\n  idleCircuitTimeout: -1 #! counts as idle',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  startupTimeout: 0s #! never stops',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeats:\n    sendInterval: "0" #! every message',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeats:\n    unresponsiveAfter: -5s #! unresponsive',
      {
        text: 'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeats:\n    closeUnresponsiveTimeout: 0s #! not noticed',
        target: '2.1',
      },
    ],
    good: [
      'forwarder:\n  faultTxInterval: 1\n  idleCircuitTimeout: 60000',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  startupTimeout: 30s',
    ],
  },
  observes: 'doubtful-value',
  report: ({ place, value, effect }, { document }) => ({
    message: `${formatName(toPath(place))} is ${formatText(document.text.slice(value.start, value.end))}; ${effect}`,
  }),
})
