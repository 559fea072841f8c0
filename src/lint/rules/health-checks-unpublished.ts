import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

const binding = 'health-checks'

export const healthChecksUnpublished: Rule = {
  id: 'health-checks-unpublished',
  severity: 'info',
  summary: 'Health checks are configured, but nothing publishes their results.',
  why: 'The router hands its health checks to the API `health-checks` of a web server only. Without that API it runs them and nobody can ask for the results.',
  examples: {
    bad: [
      yaml`
        healthChecks: #! this file has none
          linkCheck:
            minLinks: 1
      `,
    ],
    good: [
      yaml`
        healthChecks:
          linkCheck:
            minLinks: 1
        web:
          - name: health
            bindPoints:
              - interface: 127.0.0.1:8081
                address: localhost:8081
            apis:
              - binding: health-checks
      `,
      'healthChecks: {}',
    ],
  },
  suggest: () => [
    {
      path: ['web'],
      itemLines: [
        'name: health',
        'bindPoints:',
        '  - interface: 127.0.0.1:8081',
        '    address: 127.0.0.1:8081',
        'apis:',
        `  - binding: ${binding}`,
      ],
    },
    { path: ['healthChecks'] },
  ],
  needsValidSyntax: true,
  needs: { keys: ['healthChecks'] },
  check: ({ document, knownConfig, report }) => {
    const section = document.find(['healthChecks'])?.value
    if (section?.kind !== 'map' || section.pairs.length === 0) return
    if (knownConfig.web?.some(({ apis }) => apis?.some((api) => api?.binding === binding))) return
    report({
      path: ['healthChecks'],
      on: 'key',
      message: `The router checks its health, but publishes the results only in the API \`${binding}\` of a web server, and this file has none. Add a server with \`apis: [{binding: ${binding}}]\` under \`web\`, or remove \`healthChecks\`.`,
    })
  },
}
