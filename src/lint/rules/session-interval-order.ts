import { suggestOrder } from '../suggest.js'
import { formatDuration } from '../../formats/duration.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const sessionIntervalOrder: Rule = {
  id: 'session-interval-order',
  severity: 'info',
  summary: 'The minimum interval between session validations is longer than the maximum.',
  why: 'The router then always waits the minimum, without the random part that spreads the load.',
  examples: {
    bad: [under('edge')`sessionValidateMinInterval: 5s #! longer than`],
    good: [under('edge')`sessionValidateMinInterval: 500ms`],
  },
  suggest: (path, context) =>
    suggestOrder(
      path.slice(0, -1),
      ['sessionValidateMinInterval', 'sessionValidateMaxInterval'],
      context,
      formatDuration,
    ),
  check: ({ document, knownConfig, report }) => {
    const { sessionValidateMinInterval: minInterval, sessionValidateMaxInterval: maxInterval } =
      knownConfig.edge ?? {}
    if (minInterval === undefined || maxInterval === undefined || minInterval <= maxInterval) return
    const key = document.find(['edge', 'sessionValidateMinInterval'])
      ? 'sessionValidateMinInterval'
      : 'sessionValidateMaxInterval'
    report({
      path: ['edge', key],
      message: `\`sessionValidateMinInterval\` (${formatDuration(minInterval)}) is longer than \`sessionValidateMaxInterval\` (${formatDuration(maxInterval)})`,
    })
  },
}
