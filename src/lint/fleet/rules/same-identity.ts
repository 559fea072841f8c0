import { formatValueText } from '../../../schema/messages.js'
import { formatIdentity, under } from '../../example.js'
import { findSharedFiles } from '../identity-files.js'
import type { CompareRule } from '../rule.js'

export const fleetSameIdentity: CompareRule = {
  id: 'fleet-same-identity',
  severity: 'info',
  summary: 'Two files in one folder name the same certificate or key.',
  why: 'A file may be a copy of the other. Routers that share an identity disconnect each other, because a controller accepts one connection of each router.',
  examples: {
    bad: [
      [
        formatIdentity('north'),
        under('identity')`
          cert: north.cert #! the same certificate
          server_cert: north.server.cert
          key: north.key
          ca: north.cas
        `,
      ],
      [
        under('identity')`
          cert: north.cert
          server_cert: north.server.cert
          key: router.key
          ca: north.cas
        `,
        under('identity')`
          cert: south.cert
          server_cert: south.server.cert
          key: router.key #! the same key
          ca: south.cas
        `,
      ],
    ],
    good: [[formatIdentity('north'), formatIdentity('south')]],
  },
  compare: (routers, report) => {
    const keys = new Map(findSharedFiles(routers, 'key'))
    const certificates = new Map(findSharedFiles(routers, 'cert'))
    for (const [router, { other, file }] of certificates)
      report({
        router,
        path: ['identity', 'cert'],
        message: `\`${other.path}\` names the same certificate, ${formatValueText(file)}. If these are two routers, enroll each with files of its own: routers that share an identity disconnect each other.`,
      })
    for (const [router, { other, file }] of keys)
      if (!certificates.has(router))
        report({
          router,
          path: ['identity', 'key'],
          message: `\`${other.path}\` names the same key, ${formatValueText(file)}. Enrolling one of the routers makes the certificate of the other useless; give each its own key.`,
        })
  },
}
