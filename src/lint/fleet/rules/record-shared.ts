import { formatValueText } from '../../../schema/messages.js'
import { formatIdentity, under } from '../../example.js'
import type { RecordRule, Router } from '../rule.js'

export const fleetRecordShared: RecordRule = {
  id: 'fleet-record-shared',
  severity: 'warning',
  summary: 'Two files describe the same router.',
  why: 'A controller accepts one connection per router. Two routers with the same certificate keep disconnecting each other.',
  examples: {
    bad: [
      {
        files: [
          formatIdentity('north'),
          under('identity')`
            cert: copy/north.cert #! \`a.yaml\` also describes the router \`north\`
            server_cert: copy/north.server.cert
            key: copy/north.key
            ca: copy/north.cas
          `,
        ],
        registry: { records: [{ id: 'kX3', name: 'north' }] },
      },
    ],
    good: [
      {
        files: ['v: 3', 'v: 3'],
        registry: {
          records: [
            { id: 'kX3', name: 'a' },
            { id: 'kX4', name: 'b' },
          ],
        },
      },
    ],
  },
  compareRecords: ({ pairs }, report) => {
    const firstRouters = new Map<string, Router>()
    for (const { router, record } of pairs) {
      if (!record) continue
      const other = firstRouters.get(record.id)
      if (other)
        report({
          router,
          path: router.identity,
          message: `\`${other.path}\` also describes the router ${formatValueText(record.name)}`,
        })
      else firstRouters.set(record.id, router)
    }
  },
}
