import { isEdgeEnabled } from '../listeners.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const edgeListenerWithoutEdge: Rule = {
  id: 'edge-listener-without-edge',
  severity: 'error',
  remedy: 'add-edge',
  summary: 'A listener has the binding edge, but edge is off.',
  why: 'Edge listeners need the edge section. Since 1.4 the router treats an edge key without a value as missing.',
  examples: {
    bad: [
      {
        text: under('listeners')`
          - binding: edge #! edge: {}
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
        `,
        without: ['edge'],
      },
      yaml`
        edge:
        listeners:
          - binding: edge #! edge: {}
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
    good: [
      yaml`
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  needsValidSyntax: true,
  needs: { listener: 'edge' },
  check: ({ document, knownConfig, report }) => {
    const edge = document.find(['edge'])
    if (isEdgeEnabled(knownConfig) || (edge && edge.value.kind !== 'null')) return
    knownConfig.listeners?.forEach(({ binding }, index) => {
      if (binding !== 'edge') return
      const why = edge ? 'the `edge` key has no value' : 'there is no `edge` section'
      report({
        path: ['listeners', index, 'binding'],
        message: `An \`edge\` listener needs the \`edge\` section, but ${why}`,
        consequence: 'refuses',
        remedy: `Write \`edge: {}\``,
      })
    })
  },
}
