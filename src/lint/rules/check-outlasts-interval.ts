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
  suggest: (path, { document, knownConfig }) => {
    const { interval = 0, timeout = 0 } = knownConfig.healthChecks?.ctrlPingCheck ?? {}
    const map = path.slice(0, -1)
    const createSuggestion = (key: string, value: number): Suggestion => ({
      path: [...map, key],
      value: formatDuration(value),
    })
    return document.find([...map, 'interval'])
      ? [createSuggestion('interval', timeout), createSuggestion('timeout', interval)]
      : [createSuggestion('timeout', interval)]
  },
  check: ({ document, knownConfig, report }) => {
    const { interval, timeout } = knownConfig.healthChecks?.ctrlPingCheck ?? {}
    if (interval === undefined || timeout === undefined || timeout <= interval) return
    const path = ['healthChecks', 'ctrlPingCheck']
    const key = document.find([...path, 'timeout']) ? 'timeout' : 'interval'
    report({
      path: [...path, key],
      message: `\`timeout\` (${formatDuration(timeout)}) is longer than \`interval\` (${formatDuration(interval)})`,
    })
  },
}
