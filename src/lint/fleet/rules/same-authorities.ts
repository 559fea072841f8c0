import { formatValueText } from '../../../schema/messages.js'
import { formatIdentity, under } from '../../example.js'
import { findSharedFiles } from '../identity-files.js'
import type { CompareRule } from '../rule.js'

export const fleetSameAuthorities: CompareRule = {
  id: 'fleet-same-authorities',
  severity: 'info',
  summary: 'Two routers with different certificates name the same CA bundle.',
  why: 'Enrollment writes the CA bundle of the controller into the file, so enrolling one router changes which CAs the other one trusts.',
  examples: {
    bad: [
      [
        under('identity')`
          cert: north.cert
          server_cert: north.server.cert
          key: north.key
          ca: /etc/ziti/cas.pem
        `,
        under('identity')`
          cert: south.cert
          server_cert: south.server.cert
          key: south.key
          ca: /etc/ziti/cas.pem #! the same \`ca\`
        `,
      ],
    ],
    good: [[formatIdentity('north'), formatIdentity('south')]],
  },
  compare: (routers, report) => {
    const certificates = new Map(findSharedFiles(routers, 'cert'))
    for (const [router, { other, file }] of findSharedFiles(routers, 'ca'))
      if (!certificates.has(router))
        report({
          router,
          path: ['identity', 'ca'],
          message: `\`${other.path}\` names the same \`ca\`, ${formatValueText(file)}. Enrolling one router overwrites the file of the other; give each its own.`,
        })
  },
}
