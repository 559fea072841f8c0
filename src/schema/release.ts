import type { Target } from '../generated/targets.js'
import type { Behavior } from '../generated/behaviors.js'
import { behaviors } from '../generated/behaviors.js'

/** A release line or a release; editors suggest the known ones. */
export type TargetName = Target | (string & {})

/** A release of the router in comparable form; `pre` is Infinity for a stable release. */
type Version = readonly [major: number, minor: number, patch: number, pre: number]

/** A release that the tool knows. Lists are always sorted oldest first. */
export type Release = { release: string; date: string }

/** An entry of `targets`: a line with its newest release and whether it has long-term support. */
export type ReleaseLine = {
  /** Name of the line, such as `2.0`. */
  line: string
  /** The newest release of the line. */
  newest: string
  /** The date of that release. */
  date: string
  /** `long-term` for a line with long-term support. */
  support: 'long-term' | 'none'
}

export type Releases = { lts: readonly string[]; releases: readonly Release[] }

/** Parses '1.6.14' or 'v2.1.0-pre2'; all parts are 0 for any other text. A pre-release sorts before its release. */
function parseVersion(release: string): Version {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-pre(\d+))?$/.exec(release)
  if (!match) return [0, 0, 0, 0]
  const [, major, minor, patch, pre] = match
  return [Number(major), Number(minor), Number(patch), pre === undefined ? Infinity : Number(pre)]
}

function compareVersions(left: Version, right: Version): number {
  for (const index of [0, 1, 2, 3] as const) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1
  }
  return 0
}

/** Negative if the left release is older than the right one; a string that is not a release counts as the oldest. */
export const compareReleaseNumbers = (left: string, right: string): number =>
  compareVersions(parseVersion(left), parseVersion(right))

/** Whether a release is in one of the ranges, each like '*', '<1.4.0' or '>=1.6.14 <1.7.0'. */
export function isInRanges(release: string, ranges: readonly string[]): boolean {
  const version = parseVersion(release)
  return ranges.some((range) =>
    range.split(' ').every((bound) => {
      if (bound === '*') return true
      if (bound.startsWith('>=')) return compareVersions(version, parseVersion(bound.slice(2))) >= 0
      return compareVersions(version, parseVersion(bound.slice(1))) < 0
    }),
  )
}

/** Whether a release is published for tests only, such as 2.1.0-pre2. */
export const isPreRelease = (release: string): boolean => parseVersion(release)[3] !== Infinity

const getLine = (release: string): string => release.split('.', 2).join('.')

/** The lines of releases, oldest first. */
export function listLines({ lts, releases }: Releases): ReleaseLine[] {
  const newest = new Map<string, Release>()
  for (const release of releases) newest.set(getLine(release.release), release)
  return [...newest].map(([line, { release, date }]) => ({
    line,
    newest: release,
    date,
    support: lts.includes(line) ? 'long-term' : 'none',
  }))
}

/** Targets that mean a different release once a newer release is known. */
export const movingTargets = ['latest', 'lts'] as const

/**
 * The release that a target means ('2.0', '1.6.14', 'v0.31.4', 'latest', 'lts'); without a target, the newest stable
 * release of the newest line with long-term support. For a release that is newer than all known releases of its line,
 * returns the newest known release of the line; undefined for other unknown releases.
 */
export function findRelease(
  target: string | undefined,
  knownReleases: Releases,
): string | undefined {
  if (target === undefined || target === 'lts')
    return findNewestFinal(knownReleases, knownReleases.lts.at(-1))
  if (target === 'latest') return findNewestFinal(knownReleases)
  const name = target.replace(/^v/, '')
  if (knownReleases.releases.some((item) => item.release === name)) return name
  const findNewest = (line: string): string | undefined =>
    listLines(knownReleases).find((item) => item.line === line)?.newest
  return findNewest(name) ?? findAssumedRelease(name, findNewest(getLine(name)))
}

const findNewestFinal = ({ releases }: Releases, line?: string): string | undefined =>
  releases.findLast(
    ({ release }) => !isPreRelease(release) && (line === undefined || getLine(release) === line),
  )?.release

/**
 * Returns `newest`, the newest known release of a line, if `name` is a newer release. Undefined in all other cases,
 * such as an unknown line or an invalid name.
 */
const findAssumedRelease = (name: string, newest: string | undefined): string | undefined =>
  newest !== undefined &&
  /^\d+\.\d+\.(0|[1-9]\d*)(-pre[1-9]\d*)?$/.test(name) &&
  compareReleaseNumbers(name, newest) > 0
    ? newest
    : undefined

/** A pattern for releases that are newer than the newest known release of their line. */
export function createLaterPattern(knownReleases: Releases): string {
  const lines = listLines(knownReleases).map(({ line, newest }) => {
    const [, patch = '0', pre] = /^\d+\.\d+\.(\d+)(?:-pre(\d+))?$/.exec(newest) ?? []
    const later = `${createGreaterPattern(patch)}(-pre[1-9][0-9]*)?`
    const final = pre === undefined ? [] : [`${patch}(-pre${createGreaterPattern(pre)})?`]
    return `${line.replace('.', '\\.')}\\.(${[later, ...final].join('|')})`
  })
  return `^(${lines.join('|')})$`
}

/** A pattern for integers that are greater than a given integer. */
function createGreaterPattern(number: string): string {
  const sameLength = [...number].flatMap((digit, index) => {
    if (digit === '9') return []
    const rest = number.length - index - 1
    return `${number.slice(0, index)}[${Number(digit) + 1}-9]${'[0-9]'.repeat(rest)}`
  })
  return `(${[...sameLength, `[1-9]${'[0-9]'.repeat(number.length)}[0-9]*`].join('|')})`
}

export type { Behavior }

export const getReleaseRanges = (behavior: Behavior): readonly string[] => behaviors[behavior].in

/** Which behaviors each release has, cached because rules ask for each file. */
const behaviorsByRelease = new Map<string, Map<Behavior, boolean>>()

export function hasBehavior(release: string, behavior: Behavior): boolean {
  const cachedAnswers = behaviorsByRelease.get(release) ?? new Map<Behavior, boolean>()
  if (cachedAnswers.size === 0) behaviorsByRelease.set(release, cachedAnswers)
  const cachedAnswer = cachedAnswers.get(behavior)
  if (cachedAnswer !== undefined) return cachedAnswer
  const answer = isInRanges(release, getReleaseRanges(behavior))
  cachedAnswers.set(behavior, answer)
  return answer
}
