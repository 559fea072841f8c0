import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const noAuthorities: Rule = {
  id: 'no-authorities',
  severity: 'warning',
  absence: true,
  summary: 'The identity names no CA bundle.',
  why: '`ziti router enroll` writes the CA bundle of the network there. Without the path it uses up the enrollment token and then fails. A running router without it only trusts the CAs of the operating system, which rarely know those of a network.',
  examples: {
    bad: [
      yaml`
        identity: #! ca
          cert: router.cert
          server_cert: server.cert
          key: router.key
      `,
      under('identity')`
        cert: router.cert
        server_cert: server.cert
        key: router.key
        ca: "" #! \`ca\` is empty
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
  suggest: (_, { document }) => [
    {
      path: ['identity', 'ca'],
      value: formatScalar(
        readString(document, ['identity', 'cert'])?.replace(/(?:\.cert)?$/, '.cas') ?? 'router.cas',
      ),
    },
  ],
  needsValidSyntax: true,
  check: ({ document, knownConfig, report }) => {
    if (!knownConfig.identity) return
    const bundle = document.find(['identity', 'ca'])?.value
    const isWritten = bundle !== undefined
    if (isWritten && (bundle.kind !== 'text' || bundle.value !== '')) return
    report({
      path: isWritten ? ['identity', 'ca'] : ['identity'],
      on: isWritten ? 'value' : 'key',
      message: `\`ca\` is ${isWritten ? 'empty' : 'missing'}. ${consequence}`,
    })
  },
}

const consequence =
  '`ziti router enroll` uses up the enrollment token, then fails to write the CA bundle; a running router trusts only the CAs of the operating system and rejects controllers and routers of the network. Write a path for the CA bundle in `ca`.'
