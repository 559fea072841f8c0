import { formatDuration } from '../../formats/duration.js'
import { inController } from '../example.js'
import type { Rule } from '../rule.js'

/** The shortest useful timeout in milliseconds: no connection with a TLS handshake is faster. */
const minTimeout = 10

export const startupTimeoutShort: Rule = {
  id: 'startup-timeout-short',
  severity: 'error',
  summary: 'The startup timeout is too short to reach a controller.',
  why: 'The router stops if it has not reached a controller within ctrl.startupTimeout. A connection takes more than a few milliseconds.',
  examples: {
    bad: [inController`startupTimeout: 100us #! too short`],
    good: [inController`startupTimeout: 30s`, inController`startupTimeout: 0s`],
  },
  suggest: (path) => ['30s', '0s'].map((value) => ({ path, value })),
  needs: { keys: ['ctrl.startupTimeout'] },
  check: ({ knownConfig, report }) => {
    const timeout = knownConfig.ctrl?.startupTimeout
    if (timeout === undefined || timeout <= 0 || timeout >= minTimeout) return
    report({
      path: ['ctrl', 'startupTimeout'],
      message: `\`startupTimeout\` is ${formatDuration(timeout)}, which is too short to reach a controller. The router stops. Write \`30s\`, or \`0s\` to turn the check off.`,
    })
  },
}
