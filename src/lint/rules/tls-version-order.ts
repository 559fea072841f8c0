import { suggestOrder } from '../suggest.js'
import { inHealthChecks } from '../example.js'
import type { Rule } from '../rule.js'

export const tlsVersionOrder: Rule = {
  id: 'tls-version-order',
  severity: 'error',
  summary: 'The minimum TLS version is newer than the maximum.',
  why: 'The router compares both keys after applying defaults, so `maxTLSVersion: TLS1.1` alone stops it.',
  examples: {
    bad: [
      inHealthChecks`
        options:
          maxTLSVersion: TLS1.1 #! newer than
      `,
    ],
    good: [
      inHealthChecks`
        options:
          minTLSVersion: TLS1.1
          maxTLSVersion: TLS1.1
      `,
    ],
  },
  needs: { keys: ['web'] },
  suggest: (path, context) =>
    suggestOrder(path.slice(0, -1), ['minTLSVersion', 'maxTLSVersion'], context),
  check: ({ document, knownConfig, report }) => {
    knownConfig.web?.forEach(({ options }, index) => {
      const { minTLSVersion: minVersion, maxTLSVersion: maxVersion } = options ?? {}
      if (!minVersion || !maxVersion || minVersion <= maxVersion) return
      const path = ['web', index, 'options']
      const key = document.find([...path, 'maxTLSVersion']) ? 'maxTLSVersion' : 'minTLSVersion'
      report({
        path: [...path, key],
        message: `\`minTLSVersion\` (${minVersion}) is newer than \`maxTLSVersion\` (${maxVersion})`,
        consequence: 'refuses',
      })
    })
  },
}
