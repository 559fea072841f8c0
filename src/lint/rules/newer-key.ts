import { formatEntryName } from '../entry-name.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const newerKey = defineObservationRule({
  id: 'newer-key',
  severity: 'warning',
  keyStatus: 'unread',
  summary: 'A key that only later releases read.',
  why: 'The targeted release ignores it without a word.',
  examples: {
    bad: [
      {
        text: yaml`
          link:
            payloadSenderQueueSize: 256 #! since 2.0.0
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
    message: `${formatEntryName(entry)} is read since ${since}; this release ignores it`,
  }),
})
