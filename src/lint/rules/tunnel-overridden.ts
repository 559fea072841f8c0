import { offerRemoval } from '../../fix/edits.js'
import type { Rule } from '../rule.js'

export const tunnelOverridden: Rule = {
  id: 'tunnel-overridden',
  severity: 'warning',
  unnecessary: true,
  summary: 'There are several tunnel listeners.',
  why: 'They share one tunneler; the router checks all of them, and only the last takes effect.',
  examples: {
    bad: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel #! only the last\n    options:\n      mode: host\n  - binding: tunnel\n    options:\n      mode: proxy',
    ],
    good: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: host',
    ],
  },
  check: ({ document, draft, report }) => {
    const tunnels = (draft.listeners ?? []).flatMap(({ binding }, index) =>
      binding === 'tunnel' ? [index] : [],
    )
    const last = tunnels.at(-1)
    if (last === undefined) return
    for (const index of tunnels.slice(0, -1)) {
      const related = [
        {
          message: 'the one that counts',
          span: document.findSpan(['listeners', last, 'binding'], 'value'),
        },
      ]
      report({
        path: ['listeners', index, 'binding'],
        fix: () => offerRemoval(document, ['listeners', index], 'unsafe'),
        message: 'this tunnel listener has no effect: of several only the last counts',
        related,
      })
    }
  },
}
