import type { Rule } from '../rule.js'

export const missingKey: Rule = {
  id: 'missing-key',
  severity: 'error',
  byOutcome: true,
  summary: 'A key that the router needs is not there.',
  why: 'The router stops where it looks for the key, at times long after it started.',
  examples: {
    bad: [
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  rateLimiter: #! `minSize` is missing\n    enabled: false',
      'link:\n  listeners:\n    - binding: transport #! `bind` is missing',
    ],
    good: ['ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  rateLimiter:\n    minSize: 5'],
  },
}
