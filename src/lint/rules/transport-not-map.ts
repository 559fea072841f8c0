import { isEdgeEnabled } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const transportNotMap: Rule = {
  id: 'transport-not-map',
  severity: 'error',
  summary: 'The transport section is no map, and edge is on.',
  why: 'Without edge the router ignores such a section; with edge it refuses the file.',
  examples: {
    bad: ['transport: tls #! must be a map'],
    good: [
      yaml`
        transport:
          wss:
            pingInterval: 30
      `,
      'transport: ~',
    ],
  },
  check: ({ document, draft, report }) => {
    const kind = document.find(['transport'])?.value.kind
    if (!isEdgeEnabled(draft) || kind === undefined || kind === 'map' || kind === 'null') return
    report({
      path: ['transport'],
      message: '`transport` must be a map, as `edge` is on; the router refuses the file',
      instead: ['wrong-type'],
    })
  },
}
