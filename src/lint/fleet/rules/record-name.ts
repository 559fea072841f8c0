import { formatText } from '../../../schema/messages.js'
import type { RecordRule } from '../rule.js'

/** Names that files of any router have. */
const usualNames =
  /^(?:ziti-)?(?:router|edge-router|client|server|cert|certificate|identity|tls|id|config)$/i

export const fleetRecordName: RecordRule = {
  id: 'fleet-record-name',
  severity: 'warning',
  machine: true,
  summary: 'A file that is called as another router than the one of its certificate.',
  why: 'The certificate decides which router it is. Where the files go by the name of another one, or by a name that the record had, they are easily mixed up.',
  examples: { bad: [], good: [] },
  hold: ({ pairs }, report) => {
    for (const { router, certified, named } of pairs) {
      const [called = ''] = router.names
      if (!certified || named === certified || (!named && usualNames.test(called))) continue
      const other = named ? `, which is another router` : ''
      report({
        router,
        path: router.identity,
        message: `the certificate is that of the router ${formatText(certified.name)}, and the files are called ${formatText(named?.name ?? called)}${other}`,
      })
    }
  },
}
