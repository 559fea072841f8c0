import { isEdgeEnabled } from '../listeners.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const haNotEnabled: Rule = {
  id: 'ha-not-enabled',
  severity: 'info',
  absence: true,
  except: [{ in: 'follows-data-model-as-announced', severity: 'off' }],
  summary: 'There are several controllers, but ha.enabled is not set.',
  why: 'With `ha.enabled: true` routers of 1.1 and 1.2 follow the router data model, which controllers of a cluster share. Since 1.3 they do what the controller announces.',
  examples: {
    bad: [
      {
        text: yaml`
          ctrl:
            endpoints: #! ha
              - tls:ctrl1.example.com:1280
              - tls:ctrl2.example.com:1280
          edge:
            csr:
              sans:
                dns: [localhost]
        `,
        without: ['csr'],
        target: '1.1',
      },
    ],
    good: [
      {
        text: yaml`
          ctrl:
            endpoints:
              - tls:ctrl1.example.com:1280
              - tls:ctrl2.example.com:1280
          ha:
            enabled: true
        `,
        target: '1.2',
      },
      {
        text: under('ctrl.endpoints')`
          - tls:ctrl1.example.com:1280
          - tls:ctrl2.example.com:1280
        `,
        target: '1.3',
      },
      {
        text: under('ctrl.endpoints')`
          - tls:ctrl1.example.com:1280
          - tls:ctrl2.example.com:1280
        `,
        without: ['edge', 'listeners'],
        target: '1.2',
      },
    ],
  },
  suggest: () => [{ path: ['ha', 'enabled'], value: 'true' }],
  needsValidSyntax: true,
  check: ({ document, knownConfig, release, report }) => {
    if ((knownConfig.ctrl?.endpoints?.length ?? 0) < 2 || !isEdgeEnabled(knownConfig)) return
    if (document.find(['ha', 'enabled']) && knownConfig.ha?.enabled !== false) return
    report({
      path: ['ctrl', 'endpoints'],
      on: 'key',
      message: `There are several controllers, but \`ha.enabled\` is not set. In a cluster the router of ${release} does not follow the router data model. Add \`ha\` with \`enabled: true\`, or use 1.3 or later.`,
    })
  },
}
