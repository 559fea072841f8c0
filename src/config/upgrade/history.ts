import type { Path } from '../../document/diagnostic.js'
import { formatPath, toPathKey } from '../../document/diagnostic.js'
import { releases, table } from '../../generated/schema.js'
import { texts } from '../../generated/texts.js'
import { rules } from '../../generated/rules.js'
import type { Change, SchemaNode } from '../../schema/key.js'
import { generalizePath } from '../../schema/places.js'
import { isInRanges, getReleaseRanges } from '../../schema/release.js'
import type { Document, MapNode, Node, ResolvedValue } from '../../document/document.js'
import { memoizePerObject } from '../../document/lazy.js'
import type { Environment } from '../../document/environment.js'
import { selectShape } from '../../schema/visit.js'
import { resolveAlias } from '../../yaml/index.js'
import type { UpgradeChange, UpgradeKind } from './change.js'
import { indexByPath } from './change.js'
import type { InspectRelease, ReleaseView } from './release-view.js'
import { hasDifferentFindings, hasDifferentValues } from './release-view.js'

/** The comparison of a file in two releases, with cached facts about its keys. */
export type UpgradeStep = {
  from: ReleaseView
  to: ReleaseView
  inspect: InspectRelease
  /** The cached background of each difference, by path and rule. */
  backgrounds: Map<string, Background>
  filePlaces: ReadonlyMap<string, HistoryPlace>
}

const releasesInOrder = releases.releases.map(({ release }) => release)

const getReleaseIndex = ({ release }: ReleaseView): number => releasesInOrder.indexOf(release)

export function createUpgradeStep(
  from: ReleaseView,
  to: ReleaseView,
  inspect: InspectRelease,
): UpgradeStep {
  return {
    from,
    to,
    inspect,
    backgrounds: new Map(),
    filePlaces: collectFilePlaces(to.model.schema, to.document, to.environment),
  }
}

/** A fact that may explain a difference; `in` are the ranges of releases in which it holds. */
type ReleaseFact = { in: readonly string[]; change?: Change }

const separatesReleases = ({ from, to }: UpgradeStep, ranges: readonly string[]): boolean =>
  isInRanges(from.release, ranges) !== isInRanges(to.release, ranges)

const getTurningReleaseCache = memoizePerObject((_: UpgradeStep) => new Map<string, string[]>())

/**
 * The releases at which a fact began to hold, if it holds in the newer of the two releases, or otherwise ceased to
 * hold. Releases after the newer one are left out.
 */
function findTurningReleases(step: UpgradeStep, ranges: readonly string[]): string[] {
  const releasesByRanges = getTurningReleaseCache(step)
  const releases = releasesByRanges.get(ranges.join()) ?? listTurningReleases(step, ranges)
  releasesByRanges.set(ranges.join(), releases)
  return releases
}

function listTurningReleases({ from, to }: UpgradeStep, ranges: readonly string[]): string[] {
  const newer = getReleaseIndex(from) < getReleaseIndex(to) ? to : from
  const isInNewer = isInRanges(newer.release, ranges)
  return releasesInOrder.slice(0, getReleaseIndex(newer) + 1).filter((release, index) => {
    const before = releasesInOrder[index - 1]
    return (
      before !== undefined &&
      isInRanges(release, ranges) === isInNewer &&
      isInRanges(before, ranges) !== isInNewer
    )
  })
}

const isDowngrade = ({ from, to }: UpgradeStep): boolean =>
  getReleaseIndex(to) < getReleaseIndex(from)

/** A difference between two releases: in the values at a path, or in the findings of a rule there. */
export type ReleaseDifference = { path: Path; rule?: string }

/** Whether a difference is visible between a release and the release before it; false if either cannot be inspected. */
function isVisibleAt(
  { inspect }: UpgradeStep,
  { path, rule }: ReleaseDifference,
  release: string | undefined,
): boolean {
  const after = release === undefined ? undefined : inspect(release)
  const before =
    release === undefined
      ? undefined
      : inspect(releasesInOrder[releasesInOrder.indexOf(release) - 1])
  return (
    after !== undefined &&
    before !== undefined &&
    (rule === undefined ? hasDifferentValues : hasDifferentFindings)(before, after, path)
  )
}

/** The documented changes of a key of the file between the two releases. */
export const findChanges = (step: UpgradeStep, { key, path }: HistoryPlace): readonly Change[] =>
  (texts[key.index]?.changes ?? []).filter(
    ({ in: ranges, within }) =>
      (within === undefined || within === path[0]) && separatesReleases(step, ranges),
  )

/** Whether a change applies to the new release; in a downgrade, a change may apply only to the old release. */
export const appliesToTarget = ({ to }: UpgradeStep, change: Change): boolean =>
  isInRanges(to.release, change.in)

/** The schema facts and the documented changes with `hits: told` that may explain a difference of a key. */
function collectFacts(step: UpgradeStep, place: HistoryPlace): ReleaseFact[] {
  const { key } = place
  const { 'x-history': history = [], 'x-read-in': readingReleases } = table.get(key.index) ?? {}
  const documentedFacts = findChanges(step, place)
    .filter(({ hits }) => hits === 'told')
    .map((change): ReleaseFact => ({ in: change.in, change }))
  return [...documentedFacts, ...history, ...(readingReleases ? [{ in: readingReleases }] : [])]
}

const indexPlaces = memoizePerObject(({ filePlaces }: UpgradeStep) => indexByPath(filePlaces))

/**
 * The places that may cause a difference, nearest first: all places at and below the path together, then each place
 * above the path except the root. For a difference at the root, only the root.
 */
function listPlaceLevels(step: UpgradeStep, path: Path): (readonly HistoryPlace[])[] {
  const { filePlaces } = step
  const innerPlaces = indexPlaces(step)(path)
  const ownPlaces = path.length === 0 ? innerPlaces.slice(0, 1) : innerPlaces
  const outerPlaces = path
    .slice(1)
    .map((_, index) => filePlaces.get(toPathKey(path.slice(0, path.length - 1 - index))))
  return [ownPlaces, ...outerPlaces.map((item) => (item ? [item] : []))]
}

/** The explanation of a difference at a path. */
export type Background = {
  /** The documented changes, with the places of the file that they belong to. */
  changes: readonly { place: HistoryPlace; change: Change }[]
  documentation: ChangeDocumentation
}

/**
 * The last key of a path, or the whole path if the file does not have the key, because then no line shows its section.
 */
export function formatKeyName(path: Path, isInFile: boolean): string {
  const name = isInFile
    ? path.findLast((step) => typeof step === 'string')
    : generalizePath(formatPath(path))
  return name === undefined || name === '' ? 'the file' : `\`${name}\``
}

/** The parts of a change that come from the documentation. */
export type ChangeDocumentation = Pick<UpgradeChange, 'reason' | 'changedIn'>

export function getBackground(step: UpgradeStep, difference: ReleaseDifference): Background {
  const name = JSON.stringify(difference)
  const background = step.backgrounds.get(name) ?? findBackground(step, difference)
  step.backgrounds.set(name, background)
  return background
}

function findBackground(step: UpgradeStep, difference: ReleaseDifference): Background {
  const listTurns = ({ fact }: { fact: ReleaseFact }): string[] =>
    separatesReleases(step, fact.in) ? findTurningReleases(step, fact.in) : []
  for (const level of listPlaceLevels(step, difference.path)) {
    const facts = level.flatMap((place) =>
      collectFacts(step, place).map((fact) => ({ place, fact })),
    )
    const visibleFacts = facts.filter((item) =>
      isVisibleAt(step, difference, listTurns(item).at(-1)),
    )
    if (visibleFacts.length === 0) continue
    // Several facts may change in the same release. Prefer facts that explain the difference at each of their changes; if
    // there are none, keep all.
    const alwaysVisible =
      visibleFacts.length > 1
        ? visibleFacts.filter((item) =>
            listTurns(item).every((release) => isVisibleAt(step, difference, release)),
          )
        : []
    const causes = alwaysVisible.length > 0 ? alwaysVisible : visibleFacts
    const changes = causes.flatMap(({ place, fact: { change } }) =>
      change ? [{ place, change }] : [],
    )
    return {
      changes,
      documentation: formatBackground(
        step,
        changes.map(({ change }) => change),
        causes.map(({ fact }) => fact.in),
      ),
    }
  }
  const ranges = rules
    .find(({ id }) => id === difference.rule)
    ?.except?.map((item) => getReleaseRanges(item.in))
    .find((item) => separatesReleases(step, item))
  return { changes: [], documentation: formatBackground(step, [], ranges ? [ranges] : []) }
}

/** The texts of documented changes, and the releases at which they begin or end. */
export function formatBackground(
  step: UpgradeStep,
  changes: readonly Change[],
  ranges: readonly (readonly string[])[] = changes.map((change) => change.in),
): ChangeDocumentation {
  const turningReleases = new Set(ranges.flatMap((item) => findTurningReleases(step, item)))
  const changedIn = releasesInOrder.filter((release) => turningReleases.has(release))
  const reason = [
    ...new Set(
      changes.map((change) =>
        appliesToTarget(step, change)
          ? change.what
          : `${isDowngrade(step) ? `${step.to.release} does not have this change` : `No longer true of ${step.to.release}`}: ${change.what}`,
      ),
    ),
  ].join(' ')
  return { ...(reason !== '' && { reason }), ...(changedIn.length > 0 && { changedIn }) }
}

const standardAdvice: Record<UpgradeKind, (step: UpgradeStep) => string> = {
  refused: (step) =>
    `Change the file before you ${isDowngrade(step) ? 'go back' : 'upgrade'} to ${step.to.release}.`,
  accepted: () => 'No action needed.',
  ignored: ({ to }) => `Check that nothing relies on it; ${to.release} ignores it.`,
  read: ({ from }) =>
    `Check that you want this effect, or remove the key to keep the behavior of ${from.release}.`,
  value: () => 'Check that you want this effect.',
  default: () => 'Check that the default suits you, or set a value.',
  finding: () => '',
  behavior: () => 'Check that nothing relies on it.',
  unanswered: () => '',
}

/** The documented advice of the changes that the new release has, else general advice for this kind of change. */
export function formatAdvice(
  step: UpgradeStep,
  kind: UpgradeKind,
  changes: readonly Change[],
): string {
  const documentedAdvice = [
    ...new Set(
      changes.filter((change) => appliesToTarget(step, change)).map(({ effect }) => effect),
    ),
  ].join(' ')
  return documentedAdvice === '' ? standardAdvice[kind](step) : documentedAdvice
}

/** A schema key at a path of a file, with its value in the file, if there is one. */
export type HistoryPlace = {
  path: Path
  key: SchemaNode
  value: ResolvedValue | undefined
  /**
   * The ranges of releases that read the key, and those of each key above it. A release reads the key if it is in the
   * ranges of all these keys.
   */
  readIn: readonly (readonly string[])[]
}

/**
 * Every key of the schema that a file has, or could have in its existing maps, by `toPathKey` of its path. Sections
 * with defaults count as existing.
 */
function collectFilePlaces(
  schema: SchemaNode,
  document: Document,
  environment: Environment | undefined,
): ReadonlyMap<string, HistoryPlace> {
  const places = new Map<string, HistoryPlace>()
  const visit = (
    key: SchemaNode,
    node: Node | undefined,
    path: Path,
    outerRanges: HistoryPlace['readIn'],
  ): void => {
    if (places.size > maxPlaces) return
    const value = node && resolveAlias(node)
    const ownRanges = key.readIn
    const place: HistoryPlace = {
      path,
      key,
      value,
      readIn: ownRanges ? [...outerRanges, ownRanges] : outerRanges,
    }
    places.set(toPathKey(path), place)
    const { item } = key
    if (value?.kind === 'list' && item)
      value.items.forEach((entry, index) => visit(item, entry, [...path, index], place.readIn))
    else if (value?.kind === 'map')
      visitMap(selectShape(key, document.entries(value), environment) ?? key, value, place)
    else if (value === undefined && typeof key.absentValue() === 'object')
      visitMap(key, undefined, place)
  }
  const visitMap = (
    key: SchemaNode,
    map: MapNode | undefined,
    { path, readIn }: HistoryPlace,
  ): void => {
    const fieldsByName = map && document.entries(map).byName
    for (const name of key.names) {
      const child = key.child(name)
      if (child) visit(child, fieldsByName?.get(name)?.value, [...path, name], readIn)
    }
  }
  visit(schema, document.root, [], [])
  return places
}

/** Maximum number of places, because aliases can expand short files without limit. Router files have a few hundred. */
const maxPlaces = 100_000
