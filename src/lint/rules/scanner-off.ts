import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const scannerOff: Rule = {
  id: 'scanner-off',
  severity: 'warning',
  alternatives: 'values',
  summary: 'The scan for idle circuits is off.',
  why: 'With 0 or less the router logs "scanner disabled" and never removes idle circuits.',
  examples: {
    bad: [under('forwarder')`idleTxInterval: 0 #! turns the scan`],
    good: [under('forwarder')`idleTxInterval: 60000`],
  },
  needs: { keys: ['forwarder'] },
  check: ({ knownConfig, report }) => {
    const interval = knownConfig.forwarder?.idleTxInterval
    if (interval === undefined || interval > 0) return
    report({
      path: ['forwarder', 'idleTxInterval'],
      message: `\`idleTxInterval\` is ${interval}, which turns the scan for idle circuits off; the default is 60000`,
    })
  },
}
