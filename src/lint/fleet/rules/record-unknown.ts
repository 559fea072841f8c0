import { formatText } from '../../../schema/messages.js'
import { yaml } from '../../example.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordUnknown: RecordRule = {
  id: 'fleet-record-unknown',
  severity: 'error',
  summary: 'A router of which the management API has no record.',
  why: 'The controller turns away what it does not know. The record was deleted, the file is of another network, or the names of record and files differ.',
  examples: {
    bad: [
      {
        files: [
          yaml`
            identity:
              cert: nort.cert #! no record is called \`nort\`
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
        files: [
          yaml`
            identity:
              cert: north.cert
              server_cert: north.server.cert
              key: north.key
              ca: north.cas
          `,
        ],
        registry: { records: [{ id: 'kX3', name: 'north' }] },
      },
      { files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a' }] } },
    ],
  },
  hold: ({ pairs, isPart }, report) => {
    if (isPart) return
    for (const { router, record } of pairs) {
      if (record) continue
      const { certificate, names, identity } = router
      const what = certificate
        ? `no record has the id ${formatText(certificate.commonName)}, for which the certificate is`
        : `no record is called ${[...new Set(names)].map((name) => formatText(name)).join(' or ')}`
      report({
        router,
        path: identity,
        message: `${what}; the controller does not know this router`,
      })
    }
  },
}
