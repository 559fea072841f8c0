import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordTunnelerUnused: RecordRule = {
  id: 'fleet-record-tunneler-unused',
  severity: 'info',
  summary: 'A router without a tunnel listener whose record lets it be a tunneler.',
  why: 'The record has an identity that policies count as a host and a client of services, and the router offers and reaches none.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! lets the router be a tunneler'],
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
  hold: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (!router.tunnel && record?.isTunnelerEnabled === true)
        report({
          router,
          message: `the record of ${formatText(record.name)} lets the router be a tunneler, and the file has no tunnel listener`,
        })
    }
  },
}
