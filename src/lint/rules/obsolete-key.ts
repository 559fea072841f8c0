import { findReplacement, formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const obsoleteKey = defineObservationRule({
  id: 'obsolete-key',
  severity: 'info',
  keyStatus: 'obsolete',
  summary: 'A leftover that older releases read, or that generators write without need.',
  why: 'The router ignores it; without it the file is shorter and says the same.',
  examples: {
    bad: [
      yaml`
        forwarder:
          latencyProbeInterval: 10 #! remove it
      `,
      yaml`
        dialers:
          - binding: edge
            options:
              getSessionTimeout: 60 #! \`getCircuitTimeout\`
      `,
    ],
    good: [
      yaml`
        dialers:
          - binding: edge
            options:
              getCircuitTimeout: 60s
      `,
    ],
  },
  observes: 'obsolete-key',
  report: ({ entry, successor }, reading) => {
    const replacement = findReplacement(entry, successor)
    const remedy = replacement === undefined ? 'remove it' : `use \`${replacement}\` instead`
    return {
      message: `${formatEntryName(entry)} is obsolete and ignored; ${remedy}`,
      fix: () => replaceOrRemove(reading, entry, successor),
    }
  },
})
