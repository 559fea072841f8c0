import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

const listener =
  'link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:localhost:6000'

export const fleetRecordNoTraversal: RecordRule = {
  id: 'fleet-record-no-traversal',
  severity: 'info',
  summary: 'A router has a link listener, but circuits may not pass through it.',
  why: 'Other routers dial it, but with `noTraversal` the links only serve circuits that begin or end at this router. This is correct if this router cannot dial the others.',
  examples: {
    bad: [
      {
        files: [listener.replace('transport', 'transport #! noTraversal')],
        registry: { records: [{ id: 'kX3', name: 'a', noTraversal: true }] },
      },
    ],
    good: [
      { files: [listener], registry: { records: [{ id: 'kX3', name: 'a', noTraversal: false }] } },
      { files: ['v: 3'], registry: { records: [{ id: 'kX3', name: 'a', noTraversal: true }] } },
    ],
  },
  compareRecords: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (router.linkListener && record?.noTraversal)
        report({
          router,
          path: router.linkListener,
          message: `Other routers may connect here, but ${formatValueText(record.name)} has \`noTraversal\` on the controller, so no circuit passes through it`,
        })
    }
  },
}
