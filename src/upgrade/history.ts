import type { Path } from '../diagnostic.js'
import { releases, table } from '../generated/schema.js'
import { texts } from '../generated/texts.js'
import { rules } from '../lint/rules/index.js'
import type { Change, Key } from '../schema/key.js'
import { within } from '../schema/target.js'
import type { UpgradeChange } from './change.js'
import { addressOf, isWithin } from './change.js'
import type { Instance } from './instances.js'
import { instancesOf } from './instances.js'
import type { Looking, Side } from './side.js'
import { findingsDiffer, usesDiffer } from './side.js'

/** Two releases between which a file is held, and what is known of its keys. */
export type Hop = {
  from: Side
  to: Side
  look: Looking
  /** What is behind a difference, by path and rule. */
  backgrounds: Map<string, Background>
  instances: ReadonlyMap<string, Instance>
}

const known = releases.releases.map(({ release }) => release)

const placeOf = ({ release }: Side): number => known.indexOf(release)

export function hopOf(from: Side, to: Side, look: Looking): Hop {
  return {
    from,
    to,
    look,
    backgrounds: new Map(),
    instances: instancesOf(to.model.schema, to.document, to.environment),
  }
}

/** A fact about releases that may be behind a difference: ranges in which it holds, and words about it, if there are any. */
type Fact = { in: readonly string[]; change?: Change }

/** Whether the two releases lie on different sides of a fact. */
const separates = ({ from, to }: Hop, ranges: readonly string[]): boolean =>
  within(from.release, ranges) !== within(to.release, ranges)

/** The releases up to the newer of the two with which a fact starts, or ends, to be as the newer has it. */
function turnsOf({ from, to }: Hop, ranges: readonly string[]): string[] {
  const newer = placeOf(from) < placeOf(to) ? to : from
  const wanted = within(newer.release, ranges)
  return known.slice(0, placeOf(newer) + 1).filter((release, index) => {
    const before = known[index - 1]
    return (
      before !== undefined &&
      within(release, ranges) === wanted &&
      within(before, ranges) !== wanted
    )
  })
}

/** A difference between two releases: that of the values at a path, or that of what a rule finds there. */
export type Difference = { path: Path; rule?: string }

/** Whether a difference shows between the release before a turn and the one with it. */
function showsAt({ look }: Hop, { path, rule }: Difference, turn: string | undefined): boolean {
  const after = turn === undefined ? undefined : look(turn)
  const before = turn === undefined ? undefined : look(known[known.indexOf(turn) - 1])
  return (
    after !== undefined &&
    before !== undefined &&
    (rule === undefined ? usesDiffer : findingsDiffer)(before, after, path)
  )
}

/** The documented changes of a key that lie between the two releases. */
export const changesOf = (hop: Hop, { index }: Key): readonly Change[] =>
  (texts[index]?.changes ?? []).filter((change) => separates(hop, change.in))

/** Whether the release to come has what a change speaks of; going back, it is the other one that has it. */
export const holds = ({ to }: Hop, change: Change): boolean => within(to.release, change.in)

/** What may be behind a difference of a key. */
function factsOf(hop: Hop, { key }: Instance): Fact[] {
  const { 'x-history': history = [], 'x-read-in': readIn } = table[key.index] ?? {}
  const told = changesOf(hop, key)
    .filter(({ hits }) => hits === 'told')
    .map((change): Fact => ({ in: change.in, change }))
  return [...told, ...history, ...(readIn ? [{ in: readIn }] : [])]
}

/** The places that a difference may come from: those at the path and below it first, then each above it. */
function levels({ instances }: Hop, path: Path): Instance[][] {
  const own =
    path.length === 0
      ? [...instances.values()].slice(0, 1)
      : [...instances.values()].filter((item) => isWithin(item.path, path))
  const above = path
    .slice(1)
    .map((_, index) => instances.get(addressOf(path.slice(0, path.length - 1 - index))))
  return [own, ...above.map((item) => (item ? [item] : []))]
}

/** What is behind a difference at a path, as far as it is documented. */
export type Background = {
  /** The documented changes, with the places of the file that they belong to. */
  changes: readonly { place: Instance; change: Change }[]
  words: Words
}

/** Documented words as a change has them. */
export type Words = Pick<UpgradeChange, 'reason' | 'changedIn'>

/** Finds what is behind a difference. */
export function backgroundOf(hop: Hop, difference: Difference): Background {
  const name = JSON.stringify(difference)
  const background = hop.backgrounds.get(name) ?? findBackground(hop, difference)
  hop.backgrounds.set(name, background)
  return background
}

function findBackground(hop: Hop, difference: Difference): Background {
  const turns = ({ fact }: { fact: Fact }): string[] =>
    separates(hop, fact.in) ? turnsOf(hop, fact.in) : []
  for (const level of levels(hop, difference.path)) {
    const facts = level.flatMap((place) => factsOf(hop, place).map((fact) => ({ place, fact })))
    const shown = facts.filter((item) => showsAt(hop, difference, turns(item).at(-1)))
    if (shown.length === 0) continue
    // Several facts may start with one release; those that show wherever they start are the ones.
    const always =
      shown.length > 1
        ? shown.filter((item) => turns(item).every((turn) => showsAt(hop, difference, turn)))
        : []
    const found = always.length > 0 ? always : shown
    const changes = found.flatMap(({ place, fact: { change } }) =>
      change ? [{ place, change }] : [],
    )
    return {
      changes,
      words: wordsOf(
        hop,
        changes.map(({ change }) => change),
        found.map(({ fact }) => fact.in),
      ),
    }
  }
  const ranges = rules
    .find(({ id }) => id === difference.rule)
    ?.except?.map((item) => item.in)
    .find((item) => separates(hop, item))
  return { changes: [], words: wordsOf(hop, [], ranges ? [ranges] : []) }
}

/** The words of documented changes, and when it was. */
export function wordsOf(
  hop: Hop,
  changes: readonly Change[],
  ranges: readonly (readonly string[])[] = changes.map((change) => change.in),
): Words {
  const met = new Set(ranges.flatMap((item) => turnsOf(hop, item)))
  const turns = known.filter((release) => met.has(release))
  const what = [
    ...new Set(
      changes.map((change) => (holds(hop, change) ? change.what : `No longer: ${change.what}`)),
    ),
  ].join(' ')
  return { ...(what !== '' && { reason: what }), ...(turns.length > 0 && { changedIn: turns }) }
}
