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
  check: ({ document, knownConfig, report }) => {
    knownConfig.link?.dialers?.forEach((dialer, index) => {
      for (const name of ['healthyDialBackoff', 'unhealthyDialBackoff'] as const) {
        const { minRetryInterval: minInterval, maxRetryInterval: maxInterval } = dialer[name] ?? {}
        if (minInterval === undefined || maxInterval === undefined || minInterval <= maxInterval)
          continue
        const path = ['link', 'dialers', index, name]
        const key = document.find([...path, 'minRetryInterval'])
          ? 'minRetryInterval'
          : 'maxRetryInterval'
        report({
          path: [...path, key],
          message: `\`minRetryInterval\` (${formatDuration(minInterval)}) is longer than \`maxRetryInterval\` (${formatDuration(maxInterval)})`,
          consequence: 'refuses',
        })
      }
    })
  },
}
