import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const tlsVersionOrder: Rule = {
  id: 'tls-version-order',
  severity: 'error',
  summary: 'The minimum TLS version is newer than the maximum.',
  why: 'The router compares both keys after applying defaults, so `maxTLSVersion: TLS1.1` alone stops it.',
  examples: {
    bad: [
      yaml`
        web:
          - name: health
            apis:
              - binding: health-checks
            bindPoints:
              - interface: 0.0.0.0:8081
                address: localhost:8081
            options:
              maxTLSVersion: TLS1.1 #! newer than
      `,
    ],
    good: [
      yaml`
        web:
          - name: health
            apis:
              - binding: health-checks
            bindPoints:
              - interface: 0.0.0.0:8081
                address: localhost:8081
            options:
              minTLSVersion: TLS1.1
              maxTLSVersion: TLS1.1
      `,
    ],
  },
  needs: { keys: ['web'] },
  check: ({ document, draft, report }) => {
    draft.web?.forEach(({ options }, index) => {
      const { minTLSVersion: oldest, maxTLSVersion: newest } = options ?? {}
      if (!oldest || !newest || oldest <= newest) return
      const path = ['web', index, 'options']
      const key = document.find([...path, 'maxTLSVersion']) ? 'maxTLSVersion' : 'minTLSVersion'
      report({
        path: [...path, key],
        message: `\`minTLSVersion\` (${oldest}) is newer than \`maxTLSVersion\` (${newest})`,
        consequence: 'refuses',
      })
    })
  },
}
