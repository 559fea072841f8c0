import { isEdgeEnabled } from '../listeners.js'
import { consequences } from '../../schema/messages.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const transportNotMap: Rule = {
  id: 'transport-not-map',
  severity: 'error',
  summary: 'Edge is on, but the transport section is not a map.',
  why: `Without edge the router ignores such a section. With edge it ${consequences.refuses}.`,
  examples: {
    bad: ['transport: tls #! must be a map'],
    good: [under('transport.wss')`pingInterval: 30`, 'transport: ~'],
  },
  suggest: (path) => [{ path, value: '{}' }, { path }],
  needs: { keys: ['transport'] },
  replaces: ['wrong-type'],
  check: ({ document, knownConfig, report }) => {
    const kind = document.find(['transport'])?.value.kind
    if (!isEdgeEnabled(knownConfig) || kind === undefined || kind === 'map' || kind === 'null')
      return
    report({
      path: ['transport'],
      message: '`transport` must be a map when `edge` is on',
      consequence: 'refuses',
      replacedRules: ['wrong-type'],
    })
  },
}
