import type { Rule } from '../rule.js'

export const tlsVersionOrder: Rule = {
  id: 'tls-version-order',
  severity: 'error',
  summary: 'The oldest accepted version of TLS is newer than the newest.',
  why: 'The router compares the two after filling in defaults, so `maxTLSVersion: TLS1.1` alone stops it.',
  examples: {
    bad: [
      'web:\n  - name: health\n    apis:\n      - binding: health-checks\n    bindPoints:\n      - interface: 0.0.0.0:8081\n        address: localhost:8081\n    options:\n      maxTLSVersion: TLS1.1 #! newer than',
    ],
    good: [
      'web:\n  - name: health\n    apis:\n      - binding: health-checks\n    bindPoints:\n      - interface: 0.0.0.0:8081\n        address: localhost:8081\n    options:\n      minTLSVersion: TLS1.1\n      maxTLSVersion: TLS1.1',
    ],
  },
  check: ({ document, draft, report }) => {
    draft.web?.forEach(({ options }, index) => {
      const { minTLSVersion: oldest, maxTLSVersion: newest } = options ?? {}
      if (!oldest || !newest || oldest <= newest) return
      const path = ['web', index, 'options']
      const key = document.find([...path, 'maxTLSVersion']) ? 'maxTLSVersion' : 'minTLSVersion'
      report({
        path: [...path, key],
        message: `\`minTLSVersion\` (${oldest}) is newer than \`maxTLSVersion\` (${newest}); the router stops while it starts`,
      })
    })
  },
}
