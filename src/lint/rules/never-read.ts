import { findReplacement, formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { defineObservationRule } from '../rule.js'

export const neverRead = defineObservationRule({
  id: 'never-read',
  severity: 'warning',
  keyStatus: 'unread',
  summary: 'A key that looks right and that no release reads.',
  why: 'Specifications, samples and generators name it, but the router never looks at it, so the setting was never made.',
  examples: {
    bad: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    bind: tls:0.0.0.0:3022 #! use `address`\n    options:\n      advertise: localhost:3022',
      'transport:\n  ws: #! use `transport.wss`\n    pingInterval: 30',
    ],
    good: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022',
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
