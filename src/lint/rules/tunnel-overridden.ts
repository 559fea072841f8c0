import { createRemovalFix } from '../../edit/edits.js'
import { inTunnel, under } from '../example.js'
import type { Rule } from '../rule.js'

export const tunnelOverridden: Rule = {
  id: 'tunnel-overridden',
  severity: 'warning',
  fixes: 'unsafe',
  unnecessary: true,
  summary: 'There are several tunnel listeners.',
  why: 'They share one tunneler. The router checks all of them, but only the last takes effect.',
  examples: {
    bad: [
      under('listeners')`
        - binding: edge
          address: tls:0.0.0.0:3022
          options:
            advertise: localhost:3022
        - binding: tunnel #! only the last
          options:
            mode: host
        - binding: tunnel
          options:
            mode: proxy
      `,
    ],
    good: [inTunnel`mode: host`],
  },
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, report }) => {
    const tunnels = (knownConfig.listeners ?? []).flatMap(({ binding }, index) =>
      binding === 'tunnel' ? [index] : [],
    )
    const last = tunnels.at(-1)
    if (last === undefined) return
    for (const index of tunnels.slice(0, -1)) {
      const related = [
        {
          message: 'the listener that takes effect',
          span: document.findSpan(['listeners', last, 'binding'], 'value'),
        },
      ]
      report({
        path: ['listeners', index, 'binding'],
        fix: () => createRemovalFix(document, ['listeners', index], 'unsafe'),
        message: 'This tunnel listener has no effect; only the last one takes effect',
        related,
      })
    }
  },
}
