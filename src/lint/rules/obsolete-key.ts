import type { Rule } from '../rule.js'

export const obsoleteKey: Rule = {
  id: 'obsolete-key',
  severity: 'info',
  summary: 'A leftover that older releases read, or that generators write without need.',
  why: 'The router ignores it; without it the file is shorter and says the same.',
  examples: {
    bad: [
      'forwarder:\n  latencyProbeInterval: 10 #! remove it',
      'dialers:\n  - binding: edge\n    options:\n      getSessionTimeout: 60 #! `getCircuitTimeout`',
    ],
    good: ['dialers:\n  - binding: edge\n    options:\n      getCircuitTimeout: 60s'],
  },
}
