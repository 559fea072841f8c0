import { findReplacement, formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const neverRead = defineObservationRule({
  id: 'never-read',
  severity: 'warning',
  keyStatus: 'unread',
  summary: 'A key that looks right and that no release reads.',
  why: 'Specifications, samples and generators name it, but the router never looks at it, so the setting was never made.',
  examples: {
    bad: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            bind: tls:0.0.0.0:3022 #! use \`address\`
            options:
              advertise: localhost:3022
      `,
      yaml`
        transport:
          ws: #! use \`transport.wss\`
            pingInterval: 30
      `,
    ],
    good: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  observes: 'never-read',
  report: ({ entry, successor }, reading) => {
    const replacement = findReplacement(entry, successor)
    const remedy = replacement === undefined ? 'remove it' : `use \`${replacement}\``
    return {
      message: `${formatEntryName(entry)} is read by no release of the router; ${remedy}`,
      fix: () => replaceOrRemove(reading, entry, successor),
    }
  },
})
