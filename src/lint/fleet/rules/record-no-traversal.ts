import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

const listener =
  'link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:localhost:6000'

export const fleetRecordNoTraversal: RecordRule = {
  id: 'fleet-record-no-traversal',
  severity: 'info',
  summary: 'A link listener of a router through which no circuit may pass.',
  why: 'Other routers dial it, and the links serve only circuits that begin or end at the router: its record has `noTraversal`. It is right where other routers cannot be dialed from it.',
  examples: {
    bad: [
      {
        files: [listener.replace('transport', 'transport #! no circuit pass')],
        registry: { records: [{ id: 'kX3', name: 'a', noTraversal: true }] },
      },
    ],
    good: [
      { files: [listener], registry: { records: [{ id: 'kX3', name: 'a', noTraversal: false }] } },
      { files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a', noTraversal: true }] } },
    ],
  },
  hold: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (router.linkListener && record?.noTraversal)
        report({
          router,
          path: router.linkListener,
          message: `other routers may connect here, and the record of ${formatText(record.name)} lets no circuit pass through the router`,
        })
    }
  },
}
