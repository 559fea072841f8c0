import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

/** Usual file names, which say nothing about the name of the router. */
const usualNames =
  /^(?:ziti-)?(?:router|edge-router|client|server|cert|certificate|identity|tls|id|config)$/i

export const fleetRecordName: RecordRule = {
  id: 'fleet-record-name',
  severity: 'warning',
  machine: true,
  summary: 'A file is named after a different router from the one in its certificate.',
  why: 'The certificate decides which router it is. Files named after another router, or after an old name of this one, are easily mixed up.',
  examples: { bad: [], good: [] },
  compareRecords: ({ pairs }, report) => {
    for (const { router, recordByCertificate, recordByName } of pairs) {
      const [fileName = ''] = router.names
      if (
        !recordByCertificate ||
        recordByName === recordByCertificate ||
        (!recordByName && usualNames.test(fileName))
      )
        continue
      const note = recordByName ? `, which is a different router` : ''
      report({
        router,
        path: router.identity,
        message: `The certificate is for the router ${formatValueText(recordByCertificate.name)}, but the files are named ${formatValueText(recordByName?.name ?? fileName)}${note}`,
      })
    }
  },
}
