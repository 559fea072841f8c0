import { toPath } from '../../document/diagnostic.js'
import { formatName, formatText } from '../../schema/messages.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const unsetVariable = defineObservationRule({
  id: 'unset-variable',
  severity: 'warning',
  summary: 'A variable that is not set in the environment of the router.',
  why: 'The router puts nothing in its place; there are no default values, and a dollar sign cannot be escaped.',
  examples: {
    bad: [
      {
        text: yaml`
          ctrl:
            endpoint: tls:ctrl.example.com:6262
          edge:
            db: \${DATA}/router.db #! not set
        `,
        env: { HOME: '/root' },
      },
    ],
    good: [
      {
        text: yaml`
          edge:
            db: \${DATA}/router.db
        `,
        env: { DATA: '/var/lib/router' },
      },
      yaml`
        edge:
          db: \${DATA}/router.db
      `,
    ],
  },
  observes: 'unset-variable',
  report: ({ key, place, variables, text }) => ({
    message: `${formatName(toPath(place))} names ${formatText(variables.join(' '))}, which is not set; the router puts nothing in its place and reads ${formatText(text, key.secret)}`,
  }),
})
