import { consequences } from '../../schema/messages.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const proxyWithoutAddress: Rule = {
  id: 'proxy-without-address',
  severity: 'error',
  summary: 'An HTTP proxy has no address.',
  why: `The router ${consequences.refuses}. Only \`type: none\` works without an address.`,
  examples: {
    bad: [under('proxy')`type: http #! address`],
    good: [
      under('proxy')`
        type: http
        address: proxy.example.com:3128
      `,
      under('proxy')`type: none`,
    ],
  },
  suggest: () => [{ path: ['proxy', 'address'], value: 'proxy.example.com:3128' }],
  needsValidSyntax: true,
  needs: { keys: ['proxy'] },
  check: ({ document, knownConfig, report }) => {
    if (knownConfig.proxy?.type !== 'http' || document.find(['proxy', 'address'])) return
    report({
      path: ['proxy', 'type'],
      message: '`address` is missing, but `type: http` needs it',
      consequence: 'refuses',
    })
  },
}
