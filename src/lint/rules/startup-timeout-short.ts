import { formatDuration } from '../../formats/duration.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

/** No connection with a TLS handshake is made in less. */
const shortest = 10

export const startupTimeoutShort: Rule = {
  id: 'startup-timeout-short',
  severity: 'error',
  summary: 'The router has no time to reach a controller.',
  why: 'A router that has reached no controller within ctrl.startupTimeout stops; a connection takes more than a few milliseconds.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          startupTimeout: 100us #! too short
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          startupTimeout: 30s
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          startupTimeout: 0s
      `,
    ],
  },
  check: ({ draft, report }) => {
    const timeout = draft.ctrl?.startupTimeout
    if (timeout === undefined || timeout <= 0 || timeout >= shortest) return
    report({
      path: ['ctrl', 'startupTimeout'],
      message: `\`startupTimeout\` is ${formatDuration(timeout)}, too short to reach a controller; the router stops; write \`30s\`, or \`0s\` to switch the check off`,
    })
  },
}
