import { suggestOrder } from '../suggest.js'
import { consequences } from '../../schema/messages.js'
import { inController } from '../example.js'
import type { Rule } from '../rule.js'

export const rateLimiterOrder: Rule = {
  id: 'rate-limiter-order',
  severity: 'error',
  summary: 'The minimum window of the rate limiter is larger than the maximum.',
  why: `The router ${consequences.refuses}, even if each value is valid on its own.`,
  examples: {
    bad: [
      inController`
        rateLimiter:
          minSize: 300 #! larger than
      `,
    ],
    good: [
      inController`
        rateLimiter:
          minSize: 300
          maxSize: 400
      `,
    ],
  },
  needs: { keys: ['ctrl.rateLimiter'] },
  suggest: (path, context) => suggestOrder(path.slice(0, -1), ['minSize', 'maxSize'], context),
  check: ({ document, knownConfig, report }) => {
    const { minSize, maxSize } = knownConfig.ctrl?.rateLimiter ?? {}
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
      message: `\`minSize\` (${minSize}) is larger than \`maxSize\` (${maxSize})`,
      consequence: 'refuses',
    })
  },
}
