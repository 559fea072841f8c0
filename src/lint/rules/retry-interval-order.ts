import { suggestOrder } from '../suggest.js'
import { formatDuration } from '../../formats/duration.js'
import { inLinkDialer } from '../example.js'
import type { Rule } from '../rule.js'

export const retryIntervalOrder: Rule = {
  id: 'retry-interval-order',
  severity: 'error',
  summary: 'The minimum interval for redialing a link is longer than the maximum.',
  why: 'The router compares both keys after applying defaults, so setting only one of them can stop it.',
  examples: {
    bad: [
      inLinkDialer`
        healthyDialBackoff:
          minRetryInterval: 10m #! longer than
      `,
    ],
    good: [
      inLinkDialer`
        healthyDialBackoff:
          minRetryInterval: 10m
          maxRetryInterval: 1h
      `,
    ],
  },
  needs: { keys: ['link.dialers'] },
  suggest: (path, context) =>
    suggestOrder(
      path.slice(0, -1),
      ['minRetryInterval', 'maxRetryInterval'],
      context,
      formatDuration,
    ),
  check: ({ document, draft, report }) => {
    draft.link?.dialers?.forEach((dialer, index) => {
      for (const name of ['healthyDialBackoff', 'unhealthyDialBackoff'] as const) {
        const { minRetryInterval: least, maxRetryInterval: most } = dialer[name] ?? {}
        if (least === undefined || most === undefined || least <= most) continue
        const path = ['link', 'dialers', index, name]
        const key = document.find([...path, 'minRetryInterval'])
          ? 'minRetryInterval'
          : 'maxRetryInterval'
        report({
          path: [...path, key],
          message: `\`minRetryInterval\` (${formatDuration(least)}) is longer than \`maxRetryInterval\` (${formatDuration(most)})`,
          consequence: 'refuses',
        })
      }
    })
  },
}
