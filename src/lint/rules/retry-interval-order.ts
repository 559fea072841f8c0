import { formatDuration } from '../../formats/duration.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const retryIntervalOrder: Rule = {
  id: 'retry-interval-order',
  severity: 'error',
  summary: 'The shortest wait before a link is dialed again is longer than the longest.',
  why: 'The router compares the two after filling in defaults, so a single key can be enough to stop it.',
  examples: {
    bad: [
      yaml`
        link:
          dialers:
            - binding: transport
              healthyDialBackoff:
                minRetryInterval: 10m #! longer than
      `,
    ],
    good: [
      yaml`
        link:
          dialers:
            - binding: transport
              healthyDialBackoff:
                minRetryInterval: 10m
                maxRetryInterval: 1h
      `,
    ],
  },
  check: ({ document, draft, report }) => {
    draft.link?.dialers?.forEach((dialer, index) => {
      for (const name of ['healthyDialBackoff', 'unhealthyDialBackoff'] as const) {
        const { minRetryInterval: least, maxRetryInterval: most } = dialer[name] ?? {}
        if (least === undefined || most === undefined || least <= most) continue
        const path = ['link', 'dialers', index, name]
        const key = document.find([...path, 'minRetryInterval'])
          ? 'minRetryInterval'
          : 'maxRetryInterval'
        const message = `\`minRetryInterval\` (${formatDuration(least)}) is longer than \`maxRetryInterval\` (${formatDuration(most)}); the router stops while it starts`
        report({ path: [...path, key], message })
      }
    })
  },
}
