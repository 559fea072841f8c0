import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const suppressionWithoutReason: Rule = {
  id: 'suppression-without-reason',
  severity: 'warning',
  about: 'suppressions',
  optional: true,
  summary: 'A suppression comment has no reason.',
  why: 'Without a reason nobody can tell later whether the suppression is still needed.',
  examples: {
    bad: [
      under('forwarder')`
        faultTxInterval: 010000 # routerfile disable-line octal-number #! has no reason
      `,
    ],
    good: [
      under('forwarder')`
        faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites
      `,
    ],
  },
}
