import { yaml } from '../example.js'
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
    ],
    good: [
      yaml`
        identity:
          cert: router.cert
          server_cert: server.cert
          key: router.key
          ca: ca.cert
      `,
    ],
  },
  whole: true,
  check: ({ document, draft, report }) => {
    if (!draft.identity || document.find(['identity', 'ca'])) return
    report({
      path: ['identity'],
      on: 'key',
      message:
        '`ca` is missing. `ziti router enroll` uses up the enrollment token, then fails to write the CA bundle; a running router trusts only the CAs of the operating system and rejects controllers and routers of the network. Add `ca` with a path for the CA bundle.',
    })
  },
}
