import { createRemovalFix } from '../../edit/edits.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const endpointRepeated: Rule = {
  id: 'endpoint-repeated',
  severity: 'info',
  fixes: 'unsafe',
  summary: 'The address of a controller is listed more than once.',
  why: 'The router connects to each address once, so a repeated one adds no controller. Often it was copied, and the address of another controller was meant.',
  examples: {
    bad: [
      under('ctrl.endpoints')`
        - tls:ctrl1.example.com:6262
        - tls:ctrl2.example.com:6262
        - tls:ctrl1.example.com:6262 #! entry 1
      `,
    ],
    good: [
      under('ctrl.endpoints')`
        - tls:ctrl1.example.com:6262
        - tls:ctrl2.example.com:6262
      `,
    ],
  },
  needs: { keys: ['ctrl.endpoints'] },
  check: ({ document, knownConfig, report }) => {
    // If the file has `endpoint`, the router ignores the list `endpoints`.
    if (document.find(['ctrl', 'endpoint'])) return
    const firstIndexes = new Map<string, number>()
    knownConfig.ctrl?.endpoints?.forEach((endpoint, index) => {
      const firstIndex = firstIndexes.get(endpoint)
      if (firstIndex === undefined) firstIndexes.set(endpoint, index)
      else {
        const path = ['ctrl', 'endpoints', index]
        report({
          path,
          message: `\`${endpoint}\` is already entry ${firstIndex + 1}, and the router connects to each address once. Write the addresses of all controllers, each once.`,
          fix: () => createRemovalFix(document, path, 'unsafe'),
        })
      }
    })
  },
}
