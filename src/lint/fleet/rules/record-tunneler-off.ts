import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

const tunnel =
  'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel'

export const fleetRecordTunnelerOff: RecordRule = {
  id: 'fleet-record-tunneler-off',
  severity: 'error',
  summary: 'A router has a tunnel listener, but its tunneler is not enabled on the controller.',
  why: 'Without an identity of its own the tunneler cannot do anything. Releases up to about 1.5 crash, later ones silently ignore it. Set `isTunnelerEnabled` on the controller, or remove the listener.',
  examples: {
    bad: [
      {
        files: [`${tunnel} #! isTunnelerEnabled`],
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
  compareRecords: ({ pairs }, report) => {
    for (const { router, record } of pairs) {
      if (router.tunnel && record?.isTunnelerEnabled === false)
        report({
          router,
          path: router.tunnel,
          message: `The tunneler of ${formatValueText(record.name)} is not enabled on the controller. Up to release 1.5 the router crashes; later releases ignore this listener. Set \`isTunnelerEnabled\` on the controller, or remove the listener.`,
        })
    }
  },
}
