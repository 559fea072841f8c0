import { showPath } from '../../diagnostic.js'
import type { MapNode } from '../../document.js'
import type { Rule } from '../rule.js'

export const duplicateKey: Rule = {
  id: 'duplicate-key',
  severity: 'warning',
  summary: 'A key stands twice in one map.',
  why: 'The router takes the last one without a word, and everything under the first is lost.',
  examples: {
    bad: ['forwarder:\n  idleTxInterval: 1000 #! again\n  idleTxInterval: 2000', 'metrics: #! again\n  messageQueueSize: 5\nmetrics:\n  reportInterval: 1m'],
    good: ['forwarder:\n  idleTxInterval: 2000'],
  },
  check: ({ document, report }) => {
    const visit = (map: MapNode, path: readonly (string | number)[]): void => {
      const { named, lost } = document.entries(map)
      for (const { pair, to } of lost) {
        if (to.merged) continue
        const name = document.text.slice(pair.key.start, pair.key.end)
        report({
          path: [...path, name],
          span: pair.key,
          message: `\`${showPath([...path, name])}\` stands again below; the router takes the last one and ignores this`,
          related: [{ message: 'the one that counts', span: to.key }],
        })
      }
      for (const [name, { value }] of named) {
        if (value.kind === 'map') visit(value, [...path, name])
        if (value.kind === 'list') value.items.forEach((item, index) => item.kind === 'map' && visit(item, [...path, name, index]))
      }
    }
    if (document.root) visit(document.root, [])
  },
}
