import { formatEntryName } from '../entry-name.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const newerKey = defineObservationRule({
  id: 'newer-key',
  severity: 'warning',
  keyStatus: 'unread',
  summary: 'A key is only read by later releases.',
  why: 'The release that the file is for silently ignores it.',
  examples: {
    bad: [
      {
        text: yaml`
          link:
            payloadSenderQueueSize: 256 #! requires 2.0.0
        `,
        target: '1.6',
      },
    ],
    good: [
      {
        text: yaml`
          link:
            payloadSenderQueueSize: 256
        `,
        target: '2.0',
      },
    ],
  },
  observes: 'newer-key',
  report: ({ entry, since }) => ({
    message: `${formatEntryName(entry)} requires ${since} or later. This release ignores it.`,
  }),
})
