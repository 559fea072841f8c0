import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const unknownSuppression: Rule = {
  id: 'unknown-suppression',
  severity: 'warning',
  fixes: 'unsafe',
  about: 'suppressions',
  summary: 'A suppression comment names a rule that does not exist.',
  why: 'It has no effect, and the finding is still reported.',
  examples: {
    bad: [
      under('forwarder')`
        idleTxInterval: 1000 # routerfile disable-line octal-numbr -- as on all sites #! did you mean \`octal-number\`
      `,
      under('forwarder')`
        # routerfile disable x-y-z -- as on all sites #! \`routerfile rules\` lists all rules
        idleTxInterval: 1000
      `,
    ],
    good: [
      under('forwarder')`
        faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites
      `,
    ],
  },
}
