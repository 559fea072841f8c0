import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

export const fleetRecordWithoutFile: RecordRule = {
  id: 'fleet-record-without-file',
  severity: 'info',
  machine: true,
  summary: 'A record without a file among those that were looked at.',
  why: 'The router was never set up, its file is kept elsewhere, or nobody needs the record any more.',
  examples: { bad: [], good: [] },
  hold: ({ fileless }, report) => {
    for (const { router, record } of fileless)
      report({
        router,
        message: `there is a record of ${formatText(record.name)}, and no file of it`,
      })
  },
}
