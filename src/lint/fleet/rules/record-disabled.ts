import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordDisabled: RecordRule = {
  id: 'fleet-record-disabled',
  severity: 'warning',
  summary: 'A router is disabled on the controller.',
  why: 'The controller rejects the router while it is disabled. The router tries again and again.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! is disabled'],
        registry: { records: [{ id: 'kX3', name: 'a', disabled: true }] },
      },
    ],
    good: [{ files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a', disabled: false }] } }],
  },
  compareRecords: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (record?.disabled)
        report({
          router,
          message: `Router ${formatValueText(record.name)} is disabled on the controller, which rejects its connections`,
        })
    }
  },
}
