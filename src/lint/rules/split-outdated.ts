import { inLinkDialer } from '../example.js'
import type { Rule } from '../rule.js'

export const splitOutdated: Rule = {
  id: 'split-outdated',
  severity: 'info',
  except: [{ in: 'one-connection-per-link', severity: 'off' }],
  summary: '`split: false` no longer limits links to one connection.',
  why: 'Since 1.6.6 `split` only applies to links to older routers. How many connections other links have is up to `maxDefaultConnections` and `maxAckConnections`, by default 3 and 1.',
  examples: {
    bad: [{ target: '1.6', text: inLinkDialer`split: false #! maxDefaultConnections` }],
    good: [
      {
        target: '1.6',
        text: inLinkDialer`
          split: false
          maxDefaultConnections: 1
          maxAckConnections: 0
        `,
      },
      { target: '1.5', text: inLinkDialer`split: false` },
    ],
  },
  suggest: (path) => [
    {
      path: [...path.slice(0, -1), 'maxDefaultConnections'],
      value: '1',
      alsoApply: { path: [...path.slice(0, -1), 'maxAckConnections'], value: '0' },
    },
  ],
  needs: { keys: ['link.dialers'] },
  check: ({ document, knownConfig, report }) => {
    knownConfig.link?.dialers?.forEach(({ binding, split }, index) => {
      const path = ['link', 'dialers', index]
      const isSet = ['maxDefaultConnections', 'maxAckConnections'].some((name) =>
        document.find([...path, name]),
      )
      if (binding !== 'transport' || split !== false || isSet) return
      report({
        path: [...path, 'split'],
        message:
          '`split: false` only applies to links to routers before 1.6.6. Other links have up to 3 connections and 1 for acknowledgments. To have one, write `maxDefaultConnections: 1` and `maxAckConnections: 0`.',
      })
    })
  },
}
