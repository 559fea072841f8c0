import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordDisabled: RecordRule = {
  id: 'fleet-record-disabled',
  severity: 'warning',
  summary: 'A router whose record is disabled.',
  why: 'The controller turns the router away as long as its record is disabled; the router tries again and again.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! is disabled'],
        registry: { records: [{ id: 'kX3', name: 'a', disabled: true }] },
      },
    ],
    good: [{ files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a', disabled: false }] } }],
  },
  hold: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (record?.disabled)
        report({
          router,
          message: `the record of ${formatText(record.name)} is disabled, so the controller turns the router away`,
        })
    }
  },
}
