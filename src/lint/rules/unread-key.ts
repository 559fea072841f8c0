import { formatEntryName } from '../entry-name.js'
import { isUsedAnyway, removeEntry } from '../key-fixes.js'
import { inController, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const unreadKey = defineObservationRule({
  id: 'unread-key',
  severity: 'warning',
  fixes: 'mixed',
  keyStatus: 'unread',
  summary: 'The router ignores a key because of another setting.',
  why: 'Another key or the release decides that the router does not read this one, whatever its value.',
  examples: {
    bad: [
      inController`
        endpoints: #! \`endpoint\` is set
          - tls:ctrl2.example.com:6262
      `,
      inController`endpoints: [tls:ctrl.example.com:6262] #! \`endpoint\` is set`,
      under('transport')`
        wss: #! no listener
          pingInterval: 30
      `,
    ],
    good: [
      under('ctrl.endpoints')`
        - tls:ctrl.example.com:6262
        - tls:ctrl2.example.com:6262
      `,
    ],
  },
  suggest: (path) => [{ path }],
  observes: 'unread-key',
  report: ({ entry, reason }, readResult) => {
    if (reason !== undefined)
      return {
        message: `The router ignores ${formatEntryName(entry)} because ${reason}`,
        fix: () => (isUsedAnyway(readResult, entry) ? removeEntry(readResult, entry) : undefined),
      }
    const consequence = readResult.document.find(['edge'])
      ? 'the running router reads `edge.csr` instead'
      : 'the running router ignores it'
    return {
      severity: 'info',
      message: `Only \`ziti router enroll\` reads \`${String(entry.field.key.value)}\`; ${consequence}`,
    }
  },
})
