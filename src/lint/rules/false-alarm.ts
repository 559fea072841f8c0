import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const falseAlarm: Rule = {
  id: 'false-alarm',
  severity: 'warning',
  except: [{ in: 'reads-health-checks-quietly', severity: 'off' }],
  summary: 'The router logs a warning about a valid section.',
  why: 'Before 1.1.14 every file with a healthChecks section makes the router log "invalid [healthChecks] stanza", though it reads the section.',
  examples: {
    bad: [
      {
        text: yaml`
          healthChecks: #! is valid
            linkCheck:
              minLinks: 1
        `,
        without: ['csr', 'edge', 'listeners'],
        target: '1.0',
      },
    ],
    good: [
      {
        text: under('healthChecks.linkCheck')`minLinks: 1`,
        without: ['csr', 'edge', 'listeners'],
        target: '1.1.14',
      },
    ],
  },
  needs: { keys: ['healthChecks'] },
  check: ({ document, report }) => {
    if (document.find(['healthChecks'])?.value.kind !== 'map') return
    report({
      path: ['healthChecks'],
      on: 'key',
      message:
        'The section is valid and the router reads it. Ignore the log message "invalid [healthChecks] stanza" of this release.',
    })
  },
}
