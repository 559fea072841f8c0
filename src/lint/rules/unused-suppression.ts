import type { Rule } from '../rule.js'

export const unusedSuppression: Rule = {
  id: 'unused-suppression',
  severity: 'warning',
  unnecessary: true,
  about: 'suppressions',
  summary: 'A comment suppresses a rule that finds nothing there.',
  why: 'It says of the file what is no longer true, and hides the next mistake of this kind.',
  examples: {
    bad: [
      'forwarder:\n  idleTxInterval: 1000 # routerfile disable-line octal-number -- as on all sites #! not found on this line',
      'forwarder:\n  # routerfile disable-next-line octal-number, obsolete-key -- as on all sites #! `obsolete-key` is not found on the next line\n  faultTxInterval: 010000',
      '# routerfile disable-line octal-number -- as on all sites #! did you mean `disable-next-line`\nforwarder:\n  idleTxInterval: 1000',
      'forwarder:\n  # routerfile disable -- written by hand #! nothing is found from here on\n  idleTxInterval: 1000\n  # routerfile enable',
      'forwarder:\n  # routerfile enable octal-number #! not disabled here\n  idleTxInterval: 1000',
    ],
    good: [
      'forwarder:\n  faultTxInterval: 010000 # routerfile disable-line octal-number -- as on all sites',
      '# routerfile disable-file file-missing -- found on the machine of the router only\nforwarder:\n  idleTxInterval: 1000',
    ],
  },
}
