import { hasBehavior } from '../../schema/behavior.js'
import { hasAlternatives } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const wssCertificate: Rule = {
  id: 'wss-certificate',
  severity: 'info',
  summary: 'Browsers do not trust the certificate of a wss listener.',
  why: 'The server certificate of an enrolled router comes from the CA of the network, which browsers do not know. `identity.alt_server_certs` adds a certificate of a public CA, which the router serves to clients that ask for its host.',
  examples: {
    bad: [
      {
        target: '1.6',
        text: yaml`
          listeners:
            - binding: edge
              address: wss:0.0.0.0:3022 #! alt_server_certs
              options:
                advertise: localhost:3022
        `,
      },
    ],
    good: [
      {
        target: '1.6',
        text: yaml`
          identity:
            cert: router.cert
            server_cert: server.cert
            key: router.key
            ca: ca.cert
            alt_server_certs:
              - server_cert: public.cert
                server_key: public.key
          listeners:
            - binding: edge
              address: wss:0.0.0.0:3022
              options:
                advertise: localhost:3022
        `,
      },
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  check: ({ draft, release, report }) => {
    if (hasAlternatives(draft) || !hasBehavior(release, 'wss-serves-browsers')) return
    draft.listeners?.forEach(({ binding, address }, index) => {
      if (binding !== 'edge' || !address?.startsWith('wss:')) return
      report({
        path: ['listeners', index, 'address'],
        message:
          'Browsers only accept a `wss` listener whose certificate they trust, and those of enrollment come from the CA of the network. Add a certificate of a public CA, with its key, to `identity.alt_server_certs`, or use one as `server_cert`.',
      })
    })
  },
}
