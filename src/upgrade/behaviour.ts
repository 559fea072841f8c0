import type { Value } from '../document.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import type { Change } from '../schema/key.js'
import { within } from '../schema/target.js'
import { resolve } from '../yaml/index.js'
import type { UpgradeChange } from './change.js'
import { addressOf } from './change.js'
import type { Hop } from './history.js'
import { changesOf, wordsOf } from './history.js'
import type { Instance } from './instances.js'
import { adviceFor } from './words.js'

/** Whether a text at or below a value matches. */
function has(value: Value, pattern: RegExp, depth = 10): boolean {
  if (value.kind === 'text') return pattern.test(value.value)
  if (depth === 0) return false
  if (value.kind === 'list')
    return value.items.some((item) => has(resolve(item), pattern, depth - 1))
  return (
    value.kind === 'map' && value.pairs.some((pair) => has(resolve(pair.value), pattern, depth - 1))
  )
}

/** Whether a documented change concerns a place of the file, although nothing that is read or found shows it. */
function concerns({ hits, values }: Change, { value }: Instance): boolean {
  if (hits === 'told') return false
  if (hits !== 'always' && (hits === 'absent') !== (value === undefined)) return false
  return values === undefined || (value !== undefined && has(value, new RegExp(values)))
}

/** A place with the documented changes that concern it. */
type Concern = { place: Instance; changes: readonly Change[] }

function concernsOf(hop: Hop): Concern[] {
  const isRead = ({ readIn }: Instance): boolean =>
    [hop.from, hop.to].some(({ release }) => readIn.every((ranges) => within(release, ranges)))
  return [...hop.instances.values()].flatMap((place) => {
    const changes = changesOf(hop, place.key).filter((change) => concerns(change, place))
    return changes.length > 0 && isRead(place) ? [{ place, changes }] : []
  })
}

function changeAt(
  hop: Hop,
  { path, value }: Instance,
  change: Change,
  starts: readonly number[],
): UpgradeChange {
  const isDefault = change.hits === 'absent' && change.kind === 'effective-value'
  const { reason = '', ...words } = wordsOf(hop, [change])
  const name = path.findLast((step) => typeof step === 'string')
  return {
    kind: isDefault ? 'default' : 'behaviour',
    severity: isDefault ? 'warning' : 'info',
    path: [...path],
    ...(value &&
      path.length > 0 && {
        range: { start: positionAt(starts, value.start), end: positionAt(starts, value.end) },
      }),
    message: `${name === undefined ? 'the file' : `\`${name}\``}: ${reason}`,
    ...words,
    advice: adviceFor(hop, isDefault ? 'default' : 'behaviour', [change]),
  }
}

/** Adds what works otherwise though the file is read as before: to what is said of the place, or as a change of its own. */
export function withBehaviour(hop: Hop, changes: readonly UpgradeChange[]): UpgradeChange[] {
  const starts = lineStarts(hop.to.text)
  const concerns = concernsOf(hop)
  const met = new Set(changes.map(({ path }) => addressOf(path)))
  const amended = changes.map((change) => {
    const own = concerns
      .filter(({ place }) => addressOf(place.path) === addressOf(change.path))
      .flatMap((concern) => concern.changes)
    const { reason } = wordsOf(hop, own)
    return reason === undefined
      ? change
      : { ...change, reason: [change.reason ?? '', reason].filter((text) => text !== '').join(' ') }
  })
  const added = concerns.filter(({ place }) => !met.has(addressOf(place.path)))
  return [
    ...amended,
    ...added.flatMap(({ place, changes: own }) =>
      own.map((change) => changeAt(hop, place, change, starts)),
    ),
  ]
}
