import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

const tunnel =
  'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel'

export const fleetRecordTunnelerOff: RecordRule = {
  id: 'fleet-record-tunneler-off',
  severity: 'error',
  summary: 'A tunnel listener of a router whose record does not let it be a tunneler.',
  why: 'Without an identity of its own the tunneler can do nothing: routers up to about 1.5 crash, later ones let it idle without a word. Set `isTunnelerEnabled` in the record, or take the listener out of the file.',
  examples: {
    bad: [
      {
        files: [`${tunnel} #! does not let the router be a tunneler`],
        registry: { records: [{ id: 'kX3', name: 'a', isTunnelerEnabled: false }] },
      },
    ],
    good: [
      {
        files: [tunnel],
        registry: { records: [{ id: 'kX3', name: 'a', isTunnelerEnabled: true }] },
      },
    ],
  },
  hold: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (router.tunnel && record?.isTunnelerEnabled === false)
        report({
          router,
          path: router.tunnel,
          message: `the record of ${formatText(record.name)} does not let the router be a tunneler; up to release 1.5 it crashes, later ones serve nothing here`,
        })
    }
  },
}
