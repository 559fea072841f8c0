import { memoizePerObject } from '../document/lazy.js'
import { releases, table } from '../generated/schema.js'
import { compile } from './compile.js'
import type { SchemaNode } from './key.js'
import type { ReleaseLine } from './release.js'
import { isInRanges, listLines, findRelease, movingTargets } from './release.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: SchemaNode }

/** Models by requested target. The only cache of models: every file of a run needs the same ones. */
const modelsByTarget = new Map<string | undefined, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined if no such release is known. */
export function findModel(target: string | undefined): Model | undefined {
  const known = modelsByTarget.get(target)
  if (known) return known
  const release = findRelease(target, releases)
  if (release === undefined) return undefined
  const model = modelsByTarget.get(release) ?? { release, schema: compile(table, release) }
  modelsByTarget.set(release, model)
  // Releases that came after the known ones have no end, so only those that are known are kept.
  if (describeAssumption(target) === undefined) modelsByTarget.set(target, model)
  return model
}

/** A sentence for a target that came after the releases that are known; undefined for all others. */
export function describeAssumption(target: string | undefined): string | undefined {
  const release = findRelease(target, releases)
  if (target === undefined || release === undefined) return undefined
  const name = target.replace(/^v/, '')
  const isKnown =
    name === release ||
    listTargetWords().includes(target) ||
    targets().some(({ line }) => line === name)
  return isKnown
    ? undefined
    : `release \`${target}\` is newer than the releases that are known; the file is checked for ${release}, the newest known one of its line`
}

/** Words for targets: those that move on with new releases, then the lines, oldest first. */
export const listTargetWords = (): string[] => [
  ...movingTargets,
  ...targets().map(({ line }) => line),
]

/** The model of a target that callers have checked; throws a `TypeError` for an unknown one. */
export function requireModel(target: string | undefined): Model {
  const model = findModel(target)
  if (!model) throw new TypeError(describeUnknownTarget(target))
  return model
}

/** The release lines that can be targeted, oldest first. */
export const targets = (): ReleaseLine[] => listLines(releases)

/** Says that a target is unknown, and what there is. */
export const describeUnknownTarget = (target: string | undefined): string =>
  `unknown release \`${String(target)}\`; use a release such as 1.6.14, or one of ${targets()
    .map(({ line }) => line)
    .join(', ')}`

/** Every known release, oldest first. */
export const knownReleases = (): string[] => releases.releases.map(({ release: name }) => name)

/** Ranges in words, the newest first, which has no end: "1.5.0 or later, or 1.1.17 to 1.1.20". */
export const formatRanges = memoizePerObject((ranges: readonly string[]): string =>
  ranges.map(formatRange).reverse().join(', or '),
)

function formatRange(range: string): string {
  const found = knownReleases().filter((release) => isInRanges(release, [range]))
  const [first = ''] = found
  if (!range.includes('<')) return `${first} or later`
  const last = found.at(-1) ?? first
  return first === last ? first : `${first} to ${last}`
}
