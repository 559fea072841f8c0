import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const rateLimiterOrder: Rule = {
  id: 'rate-limiter-order',
  severity: 'error',
  summary: 'The smallest window of the rate limiter is larger than the largest.',
  why: 'The router refuses the file; the values of both keys may be fine by themselves.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          rateLimiter:
            minSize: 300 #! larger than
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          rateLimiter:
            minSize: 300
            maxSize: 400
      `,
    ],
  },
  check: ({ document, draft, report }) => {
    const { minSize, maxSize } = draft.ctrl?.rateLimiter ?? {}
    if (
      minSize === undefined ||
      maxSize === undefined ||
      minSize <= maxSize ||
      !document.find(['ctrl', 'rateLimiter'])
    )
      return
    const key = document.find(['ctrl', 'rateLimiter', 'minSize']) ? 'minSize' : 'maxSize'
    report({
      path: ['ctrl', 'rateLimiter', key],
      message: `\`minSize\` (${minSize}) is larger than \`maxSize\` (${maxSize}); the router refuses the file`,
    })
  },
}
