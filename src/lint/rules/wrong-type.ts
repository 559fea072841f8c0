import { consequences, formatExpectedType } from '../../schema/messages.js'
import { reportRejection } from '../rejection.js'
import type { Edit, Path } from '../../document/diagnostic.js'
import { formatPath, toPath } from '../../document/diagnostic.js'
import type { ObservationOf } from '../../schema/observation.js'
import { generalizePath, getPlacesByName } from '../../schema/places.js'
import type { ReadResult } from '../../schema/read.js'
import { createPlacementFix } from '../key-fixes.js'
import { inEdgeDialer, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const wrongType = defineObservationRule({
  id: 'wrong-type',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'values',
  summary: 'A value has the wrong type.',
  why: `The router expects exactly one type: a quoted number is a string, and \`1\` is not a number with a decimal point. Depending on the key the router ${consequences.refuses}, crashes without naming the key, or ignores the value.`,
  examples: {
    bad: [
      under('forwarder')`faultTxInterval: \${FAULT_INTERVAL} #! Write the value itself`,
      under('forwarder')`linkDialWorkerCount: "8" #! must be an integer`,
      under('metrics')`reportInterval: 60 #! crashes`,
      inEdgeDialer`retxScale: 2 #! decimal point`,
      under('ctrl')`endpoint: [tls:ctrl.example.com:6262] #! under \`endpoints\``,
      under('forwarder')`linkDialWorkerCount:8 #! Add a space after \`linkDialWorkerCount:\``,
    ],
    good: [under('forwarder')`linkDialWorkerCount: 8`, under('metrics')`reportInterval: 60s`],
  },
  observes: 'wrong-type',
  report: (observation, readResult) => {
    const plural = findPlural(observation, readResult)
    const joinedKey = plural ? undefined : findJoinedKey(observation, readResult)
    const report = reportRejection(
      observation,
      readResult,
      formatExpectedType(observation.key),
      plural
        ? `write the list under \`${String(plural.at(-1))}\``
        : joinedKey && `add a space after \`${joinedKey.name}:\``,
    )
    if (joinedKey?.edit) {
      const { edit } = joinedKey
      // If the router starts with the string, it would behave differently with the map.
      const isUnsafe = !['refuses', 'crashes'].includes(observation.outcome)
      return {
        ...report,
        fix: () => ({
          title: 'add a space after the colon',
          edits: [edit],
          ...(isUnsafe && { unsafe: true as const }),
        }),
      }
    }
    return plural && !readResult.document.find(plural)
      ? {
          ...report,
          fix: () =>
            createPlacementFix(readResult.document, toPath(observation.place), plural, 'safe'),
        }
      : report
  },
})

/**
 * The key in a string such as `endpoint:tls:…`, which was meant as a map but lacks the space after the colon. `edit`
 * adds this space, if the string is on one line and is a list item or starts its line.
 */
function findJoinedKey(
  { key, value, place }: ObservationOf<'wrong-type'>,
  { document: { text } }: ReadResult,
): { name: string; edit?: Edit } | undefined {
  if (value.kind !== 'text' || value.style !== 'plain' || !key.kinds.has('map')) return undefined
  const [, name] = /^([\w-]+):\S/.exec(value.value) ?? []
  const shapes = [key, ...(key.bindings ?? []).map(key.variant)]
  if (name === undefined || !shapes.some((shape) => shape?.child(name))) return undefined
  const isEntry = typeof place.step === 'number'
  const startsLine = text.slice(text.lastIndexOf('\n', value.start) + 1, value.start).trim() === ''
  const isOneLine = !text.slice(value.start, value.end).includes('\n')
  const valueStart = value.start + name.length + 1
  return {
    name,
    ...((isEntry || startsLine) &&
      isOneLine && { edit: { start: valueStart, end: valueStart, text: ' ' } }),
  }
}

/**
 * The path of the key that takes lists, such as `endpoints` for `endpoint`; undefined if the value is not a list, or if
 * there is no such key.
 */
function findPlural(
  { value, place }: ObservationOf<'wrong-type'>,
  { schema }: ReadResult,
): Path | undefined {
  const path = toPath(place)
  if (value.kind !== 'list' || typeof path.at(-1) !== 'string') return undefined
  const plural = [...path.slice(0, -1), `${String(path.at(-1))}s`]
  const general = generalizePath(formatPath(plural))
  const places = getPlacesByName(schema).get(String(plural.at(-1)))
  return places?.some(
    ({ key, path: known }) => key.kinds.has('list') && generalizePath(known) === general,
  )
    ? plural
    : undefined
}
