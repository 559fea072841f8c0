import { suggestNearVariables } from '../suggest.js'
import { toPath } from '../../document/diagnostic.js'
import {
  formatName,
  formatSentences,
  formatValueText,
  formatVariables,
} from '../../schema/messages.js'
import { suggestVariables } from '../suggest-variables.js'
import { under, yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const unsetVariable = defineObservationRule({
  id: 'unset-variable',
  severity: 'warning',
  summary: 'An environment variable is not set.',
  why: 'The router expands it to nothing. There are no default values, and a dollar sign cannot be escaped.',
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
      {
        text: under('edge')`db: \${ROUTER_DATA}/router.db #! Did you mean \`ROUTER_DATA_DIR\``,
        env: { ROUTER_DATA_DIR: '/var/lib/router' },
      },
    ],
    good: [
      {
        text: under('edge')`db: \${DATA}/router.db`,
        env: { DATA: '/var/lib/router' },
      },
      under('edge')`db: \${DATA}/router.db`,
    ],
  },
  suggest: (path, { document, environment }) => suggestNearVariables(path, document, environment),
  observes: 'unset-variable',
  report: ({ key, place, variables, text }, { environment }) => ({
    message: formatSentences(
      `${formatVariables(variables, key.isSecret)} is not set`,
      `${formatName(toPath(place))} reads as ${formatValueText(text, key.isSecret)}`,
      suggestVariables(variables, environment),
    ),
  }),
})
