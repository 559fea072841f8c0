import type { Rule } from '../rule.js'

export const misplacedKey: Rule = {
  id: 'misplaced-key',
  severity: 'warning',
  summary: 'A key stands in a section that does not have it.',
  why: 'The router looks for it elsewhere only, and ignores it here without a word.',
  examples: {
    bad: [
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeatIntervalSeconds: 30 #! under `edge`',
      'apiProxy: #! under `edge`\n  listener: 0.0.0.0:1080\n  upstream: ctrl.example.com:1280',
    ],
    good: ['edge:\n  heartbeatIntervalSeconds: 30'],
  },
}
