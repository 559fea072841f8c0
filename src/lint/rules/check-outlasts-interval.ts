import { formatDuration } from '../../formats/duration.js'
import { under } from '../example.js'
import type { Rule, Suggestion } from '../rule.js'

export const checkOutlastsInterval: Rule = {
  id: 'check-outlasts-interval',
  severity: 'info',
  summary: 'A health check may take longer than the interval between two checks.',
  why: 'A result may be outdated when it arrives.',
  examples: {
    bad: [
      under('healthChecks.ctrlPingCheck')`
        interval: 5s
        timeout: 30s #! longer than
      `,
    ],
    good: [
      under('healthChecks.ctrlPingCheck')`
        interval: 30s
        timeout: 5s
      `,
    ],
  },
  needs: { keys: ['healthChecks'] },
  suggest: (path, { document, draft }) => {
    const { interval = 0, timeout = 0 } = draft.healthChecks?.ctrlPingCheck ?? {}
    const map = path.slice(0, -1)
    const write = (key: string, value: number): Suggestion => ({
      path: [...map, key],
      value: formatDuration(value),
    })
    return document.find([...map, 'interval'])
      ? [write('interval', timeout), write('timeout', interval)]
      : [write('timeout', interval)]
  },
  check: ({ document, draft, report }) => {
    const { interval, timeout } = draft.healthChecks?.ctrlPingCheck ?? {}
    if (interval === undefined || timeout === undefined || timeout <= interval) return
    const path = ['healthChecks', 'ctrlPingCheck']
    const key = document.find([...path, 'timeout']) ? 'timeout' : 'interval'
    report({
      path: [...path, key],
      message: `\`timeout\` (${formatDuration(timeout)}) is longer than \`interval\` (${formatDuration(interval)})`,
    })
  },
}
