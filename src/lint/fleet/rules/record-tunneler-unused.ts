import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordTunnelerUnused: RecordRule = {
  id: 'fleet-record-tunneler-unused',
  severity: 'info',
  summary:
    'The tunneler of a router is enabled on the controller, but the file has no tunnel listener.',
  why: 'Policies treat the identity of the router as a host and client of services, but the router neither hosts nor reaches any.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! enabled on the controller'],
        registry: { records: [{ id: 'kX3', name: 'a', isTunnelerEnabled: true }] },
      },
    ],
    good: [
      {
        files: ['v: 3'],
        registry: { records: [{ id: 'kX3', name: 'a', isTunnelerEnabled: false }] },
      },
    ],
  },
  compareRecords: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (!router.tunnel && record?.isTunnelerEnabled === true)
        report({
          router,
          message: `The tunneler of ${formatValueText(record.name)} is enabled on the controller, but the file has no tunnel listener`,
        })
    }
  },
}
