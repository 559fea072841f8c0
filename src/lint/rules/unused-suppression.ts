import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const unusedSuppression: Rule = {
  id: 'unused-suppression',
  severity: 'warning',
  fixes: 'safe',
  unnecessary: true,
  about: 'suppressions',
  summary: 'A suppression comment suppresses nothing.',
  why: 'It is outdated and would hide the next finding of this rule.',
  examples: {
    bad: [
      under('forwarder')`
        idleTxInterval: 1000 # routerfile disable-line octal-number -- as on all sites #! no findings on this line
      `,
      under('forwarder')`
        # routerfile disable-next-line octal-number, obsolete-key -- as on all sites #! \`obsolete-key\` has no findings on the next line
        faultTxInterval: 010000
      `,
      yaml`
        # routerfile disable-line octal-number -- as on all sites #! did you mean \`disable-next-line\`
        forwarder:
          idleTxInterval: 1000
      `,
      under('forwarder')`
        # routerfile disable -- written by hand #! nothing to suppress below
        idleTxInterval: 1000
        # routerfile enable
      `,
      under('forwarder')`
        # routerfile enable octal-number #! not disabled here
        idleTxInterval: 1000
      `,
    ],
    good: [
      under('forwarder')`
        faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites
      `,
      yaml`
        # routerfile disable-file file-missing -- found on the machine of the router only
        forwarder:
          idleTxInterval: 1000
      `,
    ],
  },
}
