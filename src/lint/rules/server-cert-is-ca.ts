import { describeRouterAction } from '../../schema/messages.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const serverCertIsCa: Rule = {
  id: 'server-cert-is-ca',
  severity: 'warning',
  summary: 'The server certificate and the CA bundle are the same file.',
  why: `If the file contains only CA certificates, ${describeRouterAction('crashes')}.`,
  examples: {
    bad: [
      under('identity')`
        cert: router.cert
        server_cert: ca.cert #! the same file
        key: router.key
        ca: ca.cert
      `,
    ],
    good: [
      under('identity')`
        cert: router.cert
        server_cert: server.cert
        key: router.key
        ca: ca.cert
      `,
    ],
  },
  check: ({ knownConfig, report }) => {
    const { server_cert: server, ca } = knownConfig.identity ?? {}
    if (!server || server !== ca) return
    report({
      path: ['identity', 'server_cert'],
      message: `\`server_cert\` and \`ca\` are the same file. If it contains only CA certificates, ${describeRouterAction('crashes')}.`,
    })
  },
}
