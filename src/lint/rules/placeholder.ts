import { toPath } from '../../document/diagnostic.js'
import { findPlaceholder } from '../../document/environment.js'
import { inLinkListener, under } from '../example.js'
import type { Rule } from '../rule.js'

export const placeholder: Rule = {
  id: 'placeholder',
  severity: 'warning',
  quotesAny: 'value',
  summary: 'A value looks like a placeholder that was not replaced.',
  why: 'The router uses it as written.',
  examples: {
    bad: [
      inLinkListener`
        bind: tls:0.0.0.0:6000
        advertise: tls:<public-host>:6000 #! placeholder
      `,
    ],
    good: [under('ctrl')`endpoint: tls:$CONTROLLER:6262`],
  },
  replaces: ['read-differently', 'advertise-not-in-csr'],
  check: ({ document, report }) => {
    if (findPlaceholder(document.text) === undefined) return
    for (const { node, ...place } of document.nodes()) {
      const placeholder =
        node.kind === 'text' && !node.value.includes('-----BEGIN')
          ? findPlaceholder(node.value)
          : undefined
      if (placeholder !== undefined)
        report({
          path: toPath(place),
          span: node,
          message: `\`${placeholder}\` looks like a placeholder that was not replaced. The router uses it as written. Write the value instead.`,
          replacedRules: ['read-differently', 'advertise-not-in-csr'],
        })
    }
  },
}
