import { formatPath, toPath } from '../../document/diagnostic.js'
import { memoizePerObject } from '../../document/lazy.js'
import type { SchemaNode } from '../../schema/key.js'
import { formatRanges } from '../../schema/model.js'
import type { PlacedEntry } from '../../schema/observation.js'
import { formatEntryName } from '../entry-name.js'
import { inController, under } from '../example.js'
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
        text: under('link')`payloadSenderQueueSize: 256 #! requires 2.0.0`,
        target: '1.6',
      },
      {
        text: inController`endpointsFile: /var/lib/ziti/endpoints #! it reads \`dataDir\``,
        target: '1.3',
      },
      {
        text: under('metrics')`eventQueueSize: 256 #! 1.5.0 or later, or 1.1.17 to 1.1.20`,
        target: '1.4',
      },
    ],
    good: [
      {
        text: under('link')`payloadSenderQueueSize: 256`,
        target: '2.0',
      },
    ],
  },
  suggest: (path) => [{ path }],
  observes: 'newer-key',
  report: ({ entry, readIn }) => {
    const olderName = findOlderName(entry)
    const instead = olderName === undefined ? '' : `; it reads \`${olderName}\``
    return {
      message: `${formatEntryName(entry)} requires ${formatRanges(readIn)}. This release ignores it${instead}.`,
    }
  },
})

/** For an entry that only later releases read: the key of its map that this release reads instead, if there is one. */
function findOlderName({ shape, field, place }: PlacedEntry): string | undefined {
  const olderNames = listOlderNames(shape)
  return olderNames.get(String(field.key.value)) ?? olderNames.get(formatPath(toPath(place)))
}

/** The keys of a map that the release reads and a later release replaces, by the newer key. */
const listOlderNames = memoizePerObject(
  (shape: SchemaNode): ReadonlyMap<string, string> =>
    new Map(
      shape.names.flatMap((name) => {
        const key = shape.child(name)
        const successor = key?.isRead ? key.versions().at(-1)?.key.replacedBy : undefined
        return successor === undefined ? [] : [[successor, name]]
      }),
    ),
)
