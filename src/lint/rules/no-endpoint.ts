import { hasBehavior } from '../../schema/release.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'
import { readEndpointsFile } from './endpoints-file.js'

export const noEndpoint: Rule = {
  id: 'no-endpoint',
  severity: 'info',
  summary: 'The file names no controller.',
  why: 'An enrolled router knows its controllers from its endpoints file. Without that file the router stops after ctrl.startupTimeout.',
  examples: {
    bad: [
      yaml`
        ctrl: #! No controller
          defaultRequestTimeout: 10s
      `,
      yaml`
        ctrl: #! No controller
          endpoints: []
      `,
    ],
    good: [under('ctrl')`endpoint: tls:ctrl.example.com:6262`],
  },
  suggest: (_, { release }) =>
    hasBehavior(release, 'enrollment-writes-endpoints')
      ? []
      : [{ path: ['ctrl', 'endpoint'], value: 'tls:ctrl.example.com:6262' }],
  needsValidSyntax: true,
  check: (context) => {
    const { document, knownConfig, release, report } = context
    if (
      !knownConfig.ctrl ||
      knownConfig.ctrl.endpoints?.length ||
      document.find(['ctrl', 'endpoint'])
    )
      return
    const endpoints = document.find(['ctrl', 'endpoints'])?.value
    if (endpoints && (endpoints.kind !== 'list' || endpoints.items.length > 0)) return
    if (readEndpointsFile(context)) return
    // If enrollment writes the addresses, the message suggests no address: it would replace the addresses in the
    // enrollment token, or could differ from them later.
    const [writer, remedy] = hasBehavior(release, 'enrollment-writes-endpoints')
      ? ['enrollment writes', 'Enroll the router; the token names its controllers']
      : ['an earlier run wrote', 'Add `endpoint` with the address of the controller']
    report({
      path: ['ctrl'],
      on: 'key',
      message: `No controller is set. The router falls back to the endpoints file that ${writer}, and without one it reaches no controller. ${remedy}.`,
    })
  },
}
