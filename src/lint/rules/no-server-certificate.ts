import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const noServerCertificate: Rule = {
  id: 'no-server-certificate',
  severity: 'error',
  remedy: 'add-server-certificate',
  summary: 'The identity has no server certificate.',
  why: 'The router uses its first server certificate as soon as it starts, and crashes if there is none.',
  examples: {
    bad: [
      yaml`
        identity: #! server_cert
          cert: router.cert
          key: router.key
          ca: ca.cert
      `,
    ],
    good: [
      under('identity')`
        cert: router.cert
        key: router.key
        alt_server_certs:
          - server_cert: server.cert
            server_key: server.key
      `,
    ],
  },
  needsValidSyntax: true,
  check: ({ document, knownConfig, report }) => {
    const { identity } = knownConfig
    if (
      !identity ||
      document.find(['identity', 'server_cert']) ||
      identity.alt_server_certs?.length
    )
      return
    report({
      path: ['identity'],
      on: 'key',
      message: '`server_cert` is missing, and there are no `alt_server_certs`',
      consequence: 'crashes',
      remedy: 'Add `server_cert` with the path of the server certificate',
    })
  },
}
