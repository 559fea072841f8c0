import { hasBehavior } from '../../schema/release.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const traceEnabled: Rule = {
  id: 'trace-enabled',
  severity: 'info',
  summary: 'Tracing is on: the router writes every message to a file.',
  why: 'Tracing is for debugging. The file grows fast and is overwritten at every start. Since 1.4 enrollment crashes when tracing is on.',
  examples: {
    bad: [under('trace')`path: messages.trace #! every message`],
    good: ['trace: {}'],
  },
  suggest: ([section = '']) => [{ path: [section] }],
  needs: { keys: ['trace'] },
  check: ({ knownConfig, release, report }) => {
    if (!knownConfig.trace?.path) return
    const consequence = hasBehavior(release, 'enrollment-crashes-on-trace')
      ? ' `ziti router enroll` crashes with it.'
      : ''
    report({
      path: ['trace', 'path'],
      message: `The router writes every message to this file, which grows fast.${consequence} Use it for debugging only.`,
    })
  },
}
