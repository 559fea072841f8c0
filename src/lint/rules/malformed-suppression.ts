import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const malformedSuppression: Rule = {
  id: 'malformed-suppression',
  severity: 'warning',
  fixes: 'unsafe',
  about: 'suppressions',
  summary: 'A comment looks like a suppression comment, but is malformed.',
  why: 'It has no effect. Write `# routerfile disable-next-line RULE, RULE -- reason`; the other verbs are disable-line, disable-file, disable and enable.',
  examples: {
    bad: [
      yaml`
        # routerfile disable-nextline octal-number #! did you mean \`# routerfile disable-next-line\`
        forwarder:
          idleTxInterval: 1000
      `,
      under('forwarder')`
        # routerfile ignore octal-number #! did you mean \`# routerfile disable-next-line\`
        idleTxInterval: 1000
      `,
      yaml`
        # routerfile-disable-file octal-number #! did you mean \`# routerfile disable-file\`
        forwarder:
          idleTxInterval: 1000
      `,
      under('forwarder')`
        idleTxInterval: 1000 # routerfile disable-line octal-number as on all sites #! RULE -- reason
      `,
    ],
    good: [
      under('forwarder')`
        faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites
      `,
      yaml`
        # routerfile reads this file as the router does
        forwarder:
          idleTxInterval: 1000
      `,
    ],
  },
}
