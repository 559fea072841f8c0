import { hasBehavior } from '../../schema/release.js'
import { createRemovalFix } from '../../edit/edits.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const edgeSwitchedOff: Rule = {
  id: 'edge-switched-off',
  severity: 'warning',
  fixes: 'mixed',
  except: [{ in: 'edge-on-without-value', severity: 'off' }],
  summary: 'The edge key has no value, which switches edge off.',
  why: 'Since 1.4 an empty map switches edge on, and an empty value switches it off.',
  examples: {
    bad: [
      yaml`
        edge: #! edge: {}
        listeners: []
      `,
    ],
    good: [{ text: 'listeners: []', without: ['edge'] }],
  },
  check: ({ document, knownConfig, release, report }) => {
    if (
      // Other rules report that routers of other releases, or their tunnelers, fail without edge.
      !hasBehavior(release, 'runs-without-edge') ||
      document.find(['edge'])?.value.kind !== 'null' ||
      knownConfig.listeners?.some(({ binding }) => binding === 'edge')
    )
      return
    report({
      path: ['edge'],
      on: 'key',
      fix: () => createRemovalFix(document, ['edge']),
      message:
        '`edge` has no value, so edge is off. Write `edge: {}` to switch it on, or remove the key.',
    })
  },
}
