import { isEdgeEnabled } from '../listeners.js'
import { consequences } from '../../schema/messages.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const crashesWithoutEdge: Rule = {
  id: 'crashes-without-edge',
  severity: 'error',
  except: [{ in: 'runs-without-edge', severity: 'off' }],
  summary: 'The router crashes because it has no edge and no tunneler.',
  why: 'A bug of 1.5.0 to 1.5.3: code of the tunneler runs even if there is none, and needs data that only edge loads. 1.5.4 fixes it.',
  examples: {
    bad: [
      { text: 'v: 3 #! 1.5.4', without: ['edge', 'listeners'], target: '1.5.0' },
      {
        text: yaml`
          edge: #! 1.5.4
          listeners: []
        `,
        target: '1.5.3',
      },
    ],
    good: [
      { text: 'v: 3', without: ['edge', 'listeners'], target: '1.5.4' },
      { text: 'v: 3', without: ['edge', 'listeners'], target: '1.4.3' },
      { text: 'v: 3', target: '1.5.0' },
    ],
  },
  needsValidSyntax: true,
  check: ({ document, knownConfig, release, report }) => {
    const edge = document.find(['edge'])
    // Other rules report listeners that need edge.
    if (
      isEdgeEnabled(knownConfig) ||
      (edge && edge.value.kind !== 'null') ||
      knownConfig.listeners?.some(({ binding }) => binding === 'edge' || binding === 'tunnel')
    )
      return
    report({
      path: edge ? ['edge'] : [],
      on: 'key',
      message: `Edge is off, and there is no tunneler. The router of ${release} ${consequences.crashes}, because of a bug. Use 1.5.4 or later.`,
    })
  },
}
