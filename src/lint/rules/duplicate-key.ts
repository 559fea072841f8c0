import type { Path } from '../../diagnostic.js'
import { showPath } from '../../diagnostic.js'
import type { Node } from '../../document.js'
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
    const open: { node: Node; path: Path }[] = document.root ? [{ node: document.root, path: [] }] : []
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, path } = next
      if (node.kind === 'list') node.items.forEach((item, index) => open.push({ node: item, path: [...path, index] }))
      if (node.kind !== 'map') continue
      const { named, lost } = document.entries(node)
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
      for (const [name, { value }] of named) open.push({ node: value, path: [...path, name] })
    }
  },
}
