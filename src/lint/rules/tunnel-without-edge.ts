import { createEdgeListener } from '../suggest.js'
import { isEdgeEnabled } from '../listeners.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const tunnelWithoutEdge: Rule = {
  id: 'tunnel-without-edge',
  severity: 'warning',
  except: [{ in: 'tunnel-without-edge', severity: 'off' }],
  summary: 'A listener has the binding tunnel, but edge is off.',
  why: 'Before 1.5.4 the tunneler needs data that only edge loads. The router starts, and the tunneler fails when it is used.',
  examples: {
    bad: [
      {
        text: under('listeners')`
          - binding: tunnel #! edge
            options:
              mode: host
        `,
        without: ['edge'],
        target: '1.4',
      },
    ],
    good: [
      {
        text: under('listeners')`
          - binding: tunnel
            options:
              mode: host
        `,
        without: ['edge'],
        target: '1.6',
      },
    ],
  },
  suggest: (_, { document, knownConfig }) => [
    {
      path: ['listeners'],
      itemLines: createEdgeListener(knownConfig),
      ...(!document.find(['edge']) && { alsoApply: { path: ['edge'], value: '{}' } }),
    },
  ],
  needsValidSyntax: true,
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, report }) => {
    const edge = document.find(['edge'])
    if (
      isEdgeEnabled(knownConfig) ||
      (edge && edge.value.kind !== 'null') ||
      knownConfig.listeners?.some(({ binding }) => binding === 'edge')
    )
      return
    knownConfig.listeners?.forEach(({ binding }, index) => {
      if (binding !== 'tunnel') return
      report({
        path: ['listeners', index, 'binding'],
        message:
          'Before 1.5.4 a `tunnel` listener needs the `edge` section. The router starts, but the tunneler fails on first use. Add `edge` and a listener with `binding: edge`, or use 1.5.4 or later.',
      })
    })
  },
}
