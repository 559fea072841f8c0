import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordWithoutFile: RecordRule = {
  id: 'fleet-record-without-file',
  severity: 'info',
  machine: true,
  summary: 'A router on the controller has no file among those checked.',
  why: 'The router was never set up, its file is kept elsewhere, or it is no longer needed.',
  examples: { bad: [], good: [] },
  compareRecords: ({ recordsWithoutFile }, report) => {
    for (const { router, record } of recordsWithoutFile)
      report({
        router,
        message: `The controller has the router ${formatValueText(record.name)}, but no file describes it; expected ${formatValueText(router.path)}`,
      })
  },
}
