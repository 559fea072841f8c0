import { formatValueText } from '../../../schema/messages.js'
import { formatIdentity, under } from '../../example.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordUnknown: RecordRule = {
  id: 'fleet-record-unknown',
  severity: 'error',
  summary: 'The controller has no record of this router.',
  why: 'The controller rejects routers that it does not know. The router was deleted, the file belongs to another network, or the router and its files have different names.',
  examples: {
    bad: [
      {
        files: [
          under('identity')`
            cert: nort.cert #! no router is named \`nort\`
            server_cert: nort.server.cert
            key: nort.key
            ca: nort.cas
          `,
        ],
        registry: { records: [{ id: 'kX3', name: 'north' }] },
      },
    ],
    good: [
      {
        files: [formatIdentity('north')],
        registry: { records: [{ id: 'kX3', name: 'north' }] },
      },
      { files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a' }] } },
    ],
  },
  compareRecords: ({ pairs, isPart }, report) => {
    if (isPart) return
    for (const { router, record } of pairs) {
      if (record) continue
      const { certificate, names, identity } = router
      const reason = certificate
        ? `no router has the id ${formatValueText(certificate.commonName)} of the certificate`
        : `no router is named ${[...new Set(names)].map((name) => formatValueText(name)).join(' or ')}`
      report({
        router,
        path: identity,
        message: `The controller has no record of this router: ${reason}`,
      })
    }
  },
}
