import { formatEntryName } from '../entry-name.js'
import { isUsedAnyway, removeEntry } from '../key-fixes.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const unreadKey = defineObservationRule({
  id: 'unread-key',
  severity: 'warning',
  keyStatus: 'unread',
  explainsValue: true,
  summary: 'A key that the router does not read in this file.',
  why: 'Another key decides that this one is not looked at, whatever it holds.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          endpoints: #! \`endpoint\` is given
            - tls:ctrl2.example.com:6262
      `,
      yaml`
        transport:
          wss: #! nothing listens
            pingInterval: 30
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoints:
            - tls:ctrl.example.com:6262
            - tls:ctrl2.example.com:6262
      `,
    ],
  },
  observes: 'unread-key',
  report: ({ entry, reason }, reading) => {
    if (reason !== undefined)
      return {
        message: `${formatEntryName(entry)} is not read: ${reason}`,
        fix: () => (isUsedAnyway(reading, entry) ? removeEntry(reading, entry) : undefined),
      }
    const running = reading.document.find(['edge'])
      ? 'the running router reads `edge.csr` instead'
      : 'the running router does not read it'
    return {
      severity: 'info',
      message: `\`${String(entry.field.key.value)}\` is read by \`ziti router enroll\` only; ${running}`,
    }
  },
})
