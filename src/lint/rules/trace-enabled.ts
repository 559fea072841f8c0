import type { Rule } from '../rule.js'

export const traceEnabled: Rule = {
  id: 'trace-enabled',
  severity: 'info',
  summary: 'Every message is written to a file.',
  why: 'Tracing is for debugging: the file grows fast, is overwritten at every start, and since 1.4 enrollment crashes with it.',
  examples: { bad: ['trace:\n  path: messages.trace #! every message'], good: ['trace: {}'] },
  check: ({ draft, report }) => {
    if (draft.trace?.path)
      report({
        path: ['trace', 'path'],
        message:
          'every message is written to this file, which grows fast; enrolling with it makes the router crash',
      })
  },
}
