import { hasBehavior } from '../../schema/behavior.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const haNotEnabled: Rule = {
  id: 'ha-not-enabled',
  severity: 'info',
  summary: 'A router of several controllers does not follow the data model.',
  why: 'In 1.1 and 1.2, clusters of controllers were a preview. Their routers follow the data model only with ha.enabled: true; since 1.3 they follow what the controllers announce.',
  examples: {
    bad: [
      {
        target: '1.1',
        without: ['csr'],
        text: yaml`
          ctrl:
            endpoints: #! ha.enabled
              - tls:ctrl1.example.com:1280
              - tls:ctrl2.example.com:1280
          edge:
            csr:
              sans:
                dns: [localhost]
        `,
      },
    ],
    good: [
      {
        target: '1.1',
        without: ['csr'],
        text: yaml`
          ctrl:
            endpoints:
              - tls:ctrl1.example.com:1280
              - tls:ctrl2.example.com:1280
          ha:
            enabled: true
          edge:
            csr:
              sans:
                dns: [localhost]
        `,
      },
      yaml`
        ctrl:
          endpoints:
            - tls:ctrl1.example.com:1280
            - tls:ctrl2.example.com:1280
      `,
    ],
  },
  whole: true,
  check: ({ document, draft, release, report }) => {
    if (!hasBehavior(release, 'cluster-needs-ha') || document.find(['ha', 'enabled'])) return
    if ((draft.ctrl?.endpoints?.length ?? 0) < 2 || !document.find(['ctrl', 'endpoints'])) return
    report({
      path: ['ctrl', 'endpoints'],
      on: 'key',
      message: `The router of ${release} follows the data model of several controllers only with \`ha.enabled: true\`. Set it, or upgrade to 1.3 or newer.`,
    })
  },
}
