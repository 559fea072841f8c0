import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const suppressionWithoutReason: Rule = {
  id: 'suppression-without-reason',
  severity: 'warning',
  about: 'suppressions',
  optional: true,
  summary: 'A suppression does not say why it is there.',
  why: 'Who reads the file later cannot tell a decision from a leftover.',
  examples: {
    bad: [
      yaml`
        forwarder:
          faultTxInterval: 010000 # routerfile disable-line octal-number #! has no reason
      `,
    ],
    good: [
      yaml`
        forwarder:
          faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites
      `,
    ],
  },
}
