import { isEdgeEnabled } from '../listeners.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const edgeDialerWithoutEdge: Rule = {
  id: 'edge-dialer-without-edge',
  severity: 'warning',
  remedy: 'add-edge',
  summary: 'A dialer has the binding edge, but edge is off.',
  why: 'The dialer passes circuits on to SDKs that host services. Without edge no SDK can connect, so each circuit that ends at this router fails.',
  examples: {
    bad: [
      {
        text: under('dialers')`- binding: edge #! no SDK can connect`,
        without: ['edge', 'listeners'],
      },
    ],
    good: [
      yaml`
        edge: {}
        dialers:
          - binding: edge
      `,
    ],
  },
  needsValidSyntax: true,
  needs: { keys: ['dialers'] },
  check: ({ knownConfig, report }) => {
    // A text without an identity or a controller is only a part of a file, so nothing is reported.
    if (isEdgeEnabled(knownConfig) || !knownConfig.identity || !knownConfig.ctrl) return
    knownConfig.dialers?.forEach(({ binding }, index) => {
      if (binding !== 'edge') return
      report({
        path: ['dialers', index, 'binding'],
        message:
          'An `edge` dialer needs the `edge` section: without it no SDK can connect, and circuits that end here fail. Write `edge: {}`, or remove the dialer.',
      })
    })
  },
}
