import { consequences } from '../../schema/messages.js'
import { inBindPoints, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const webNotLoaded: Rule = {
  id: 'web-not-loaded',
  severity: 'error',
  except: [{ in: 'loads-web-section', severity: 'off' }],
  summary: 'The router cannot load the web section.',
  why: `A bug of 1.8.0-pre1 to pre3: only controllers can read bind points there, so a router with a web server ${consequences.refuses}. 1.8.0-pre4 fixes it.`,
  examples: {
    bad: [
      {
        target: '1.8.0-pre1',
        text: yaml`
          web: #! 1.8.0-pre4
            - name: health
              apis:
                - binding: health-checks
              bindPoints:
                - interface: 0.0.0.0:8081
                  address: localhost:8081
        `,
      },
    ],
    good: [
      {
        target: '1.8.0-pre4',
        text: inBindPoints`
          - interface: 0.0.0.0:8081
            address: localhost:8081
        `,
      },
      { target: '1.8.0-pre1', text: 'web: []' },
    ],
  },
  suggest: () => [{ path: ['web'] }],
  check: ({ knownConfig, release, report }) => {
    if (!knownConfig.web?.length) return
    report({
      path: ['web'],
      on: 'key',
      message: `The router of ${release} cannot load web servers, because of a bug, and ${consequences.refuses}. Use 1.8.0-pre4 or later, or remove \`web\`.`,
    })
  },
}
