import type { Rule } from '../rule.js'

export const valueOutOfRange: Rule = {
  id: 'value-out-of-range',
  severity: 'error',
  byOutcome: true,
  summary: 'A number or duration beyond its bounds.',
  why: 'Depending on the key the router refuses the file, uses the bound, or falls back to the default.',
  examples: {
    bad: [
      'forwarder:\n  linkDialWorkerCount: 1 #! from `2` to `10000`',
      'connectEvents:\n  batchInterval: 1ms #! uses `250ms`',
      'edge:\n  heartbeatIntervalSeconds: 5 #! uses `60`',
    ],
    good: ['forwarder:\n  linkDialWorkerCount: 2'],
  },
}
