import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

/** File names that any router may have. */
const usualNames =
  /^(?:ziti-)?(?:router|edge-router|client|server|cert|certificate|identity|tls|id|config)$/i

export const fleetRecordName: RecordRule = {
  id: 'fleet-record-name',
  severity: 'warning',
  machine: true,
  summary: 'A file is named after a different router from the one in its certificate.',
  why: 'The certificate decides which router it is. Files named after another router, or after an old name of this one, are easily mixed up.',
  examples: { bad: [], good: [] },
  hold: ({ pairs }, report) => {
    for (const { router, certified, named } of pairs) {
      const [called = ''] = router.names
      if (!certified || named === certified || (!named && usualNames.test(called))) continue
      const other = named ? `, which is a different router` : ''
      report({
        router,
        path: router.identity,
        message: `The certificate is for the router ${formatValueText(certified.name)}, but the files are named ${formatValueText(named?.name ?? called)}${other}`,
      })
    }
  },
}
