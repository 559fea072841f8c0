import { yaml } from '../example.js'
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
      yaml`
        forwarder:
          idleTxInterval: 1000 # routerfile disable-line octal-numbr -- as on all sites #! did you mean \`octal-number\`
      `,
      yaml`
        forwarder:
          # routerfile disable x-y-z -- as on all sites #! \`routerfile rules\` lists all rules
          idleTxInterval: 1000
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
