import { findSuccessorPath, formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { inEdgeListener, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const neverRead = defineObservationRule({
  id: 'never-read',
  severity: 'warning',
  fixes: 'mixed',
  keyStatus: 'unread',
  summary: 'A key looks right, but no release reads it.',
  why: 'Specifications, samples and generators mention it, but the router ignores it in every release.',
  examples: {
    bad: [
      under('listeners')`
        - binding: edge
          address: tls:0.0.0.0:3022
          bind: tls:0.0.0.0:3022 #! use \`address\`
          options:
            advertise: localhost:3022
      `,
      under('transport')`
        ws: #! use \`transport.wss\`
          pingInterval: 30
      `,
    ],
    good: [inEdgeListener`advertise: localhost:3022`],
  },
  observes: 'never-read',
  report: ({ entry, successor }, readResult) => {
    const replacement = findSuccessorPath(entry, successor)
    const remedy = replacement === undefined ? 'remove it' : `use \`${replacement}\``
    return {
      message: `${formatEntryName(entry)} is ignored by every release of the router; ${remedy}`,
      fix: () => replaceOrRemove(readResult, entry, successor),
    }
  },
})
