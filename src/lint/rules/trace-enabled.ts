import { hasBehaviour } from '../../schema/behaviour.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const traceEnabled: Rule = {
  id: 'trace-enabled',
  severity: 'info',
  summary: 'Every message is written to a file.',
  why: 'Tracing is for debugging: the file grows fast, is overwritten at every start, and since 1.4 enrollment crashes with it.',
  examples: {
    bad: [
      yaml`
        trace:
          path: messages.trace #! every message
      `,
    ],
    good: ['trace: {}'],
  },
  check: ({ draft, release, report }) => {
    if (!draft.trace?.path) return
    const then = hasBehaviour(release, 'enrollment-crashes-on-trace')
      ? '; enrolling with it makes the router crash'
      : ''
    report({
      path: ['trace', 'path'],
      message: `every message is written to this file, which grows fast${then}`,
    })
  },
}
