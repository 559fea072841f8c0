import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { inEdgeListener, under } from '../example.js'
import type { Rule } from '../rule.js'

/** Protocols whose connections carry no certificates. */
const protocolWithoutCertificates = /^(tcp|udp):/

export const edgeOverTcp: Rule = {
  id: 'edge-over-tcp',
  severity: 'warning',
  summary: 'An edge listener uses a protocol without certificates.',
  why: 'The router authenticates SDK clients by the certificate of their connection, and closes connections that have none. A proxy that ends TLS in front of the router takes the certificate away; it must pass TLS through.',
  examples: {
    bad: [
      under('listeners')`
        - binding: edge
          address: tcp:0.0.0.0:3022 #! write \`tls:0.0.0.0:3022\`
          options:
            advertise: localhost:3022
      `,
    ],
    good: [inEdgeListener`advertise: localhost:3022`],
  },
  suggest: (path, { document }) => [
    {
      path,
      value: formatScalar(
        readString(document, path)?.replace(protocolWithoutCertificates, 'tls:') ?? '',
      ),
    },
  ],
  needs: { listener: 'edge' },
  check: ({ knownConfig, report }) => {
    knownConfig.listeners?.forEach(({ binding, address = '' }, index) => {
      const protocol = protocolWithoutCertificates.exec(address)?.[1]
      if (binding !== 'edge' || protocol === undefined) return
      report({
        path: ['listeners', index, 'address'],
        message: `No SDK can connect: a \`${protocol}\` connection carries no client certificate, and the router closes connections without one. If a proxy is in front of the router, let it pass TLS through; write \`${address.replace(protocol, 'tls')}\`.`,
      })
    })
  },
}
