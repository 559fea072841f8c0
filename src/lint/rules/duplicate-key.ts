import { pathOf, showPath } from '../../diagnostic.js'
import { offer } from '../../edit/fix.js'
import { removePlace } from '../../edit/remove.js'
import type { Rule } from '../rule.js'

export const duplicateKey: Rule = {
  id: 'duplicate-key',
  severity: 'warning',
  summary: 'A key stands twice in one map.',
  why: 'The router takes the last one without a word, and everything under the first is lost.',
  examples: {
    bad: [
      'forwarder:\n  idleTxInterval: 1000 #! again\n  idleTxInterval: 2000',
      'metrics: #! again\n  messageQueueSize: 5\nmetrics:\n  reportInterval: 1m',
    ],
    good: ['forwarder:\n  idleTxInterval: 2000'],
  },
  check: ({ document, report }) => {
    if (document.isUnique()) return
    for (const visit of document.nodes()) {
      if (visit.node.kind !== 'map') continue
      const map = visit.node
      const { lost } = document.entries(map)
      const places = new Map(lost.length > 0 ? map.pairs.map((pair, index) => [pair, index]) : [])
      for (const { pair, to } of lost) {
        if (to.merged) continue
        const path = [...pathOf(visit), document.text.slice(pair.key.start, pair.key.end)]
        const message = `\`${showPath(path)}\` stands again below; the router takes the last one and ignores this`
        const fix = offer(
          'remove it',
          removePlace(document, { map, index: places.get(pair) ?? 0, pair, above: undefined }),
        )
        report({
          path,
          span: pair.key,
          message,
          fix,
          related: [{ message: 'the one that counts', span: to.key }],
        })
      }
    }
  },
}
