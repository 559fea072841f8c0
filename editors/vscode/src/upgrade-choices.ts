import type { ReleaseChoice } from './server-commands.js'

type Line = Pick<ReleaseChoice, 'isLts' | 'isPreRelease'> & { name: string; newest: string }

/** Compares releases and release lines by number; a pre-release is before its release. */
export function compareByAge(left: string, right: string): number {
  const [a, b] = [left, right].map(readNumbers)
  const index = a?.findIndex((number, at) => number !== b?.[at]) ?? -1
  return index < 0 ? 0 : (a?.[index] ?? 0) - (b?.[index] ?? 0)
}

const readNumbers = (release: string): number[] => {
  const [numbers = '', pre] = release.split('-')
  const [major = 0, minor = 0, patch = 0] = numbers.split('.').map(Number)
  return [major, minor, patch, pre === undefined ? Infinity : Number(pre.replace(/^\D+/, ''))]
}

/** Returns the heading for a release line in a list of releases. */
export const findHeading = ({
  isLts,
  isPreRelease,
}: Pick<Line, 'isLts' | 'isPreRelease'>): string =>
  isPreRelease ? 'Pre-releases' : isLts ? 'Long-term support' : 'Other releases'

/** Returns the release lines that a router can be upgraded to, the likeliest first. */
export const sortUpgrades = <Choice extends Line>(
  lines: readonly Choice[],
  from: string,
): Choice[] => sortByKind(lines.filter(({ newest }) => compareByAge(newest, from) > 0))

/**
 * Sorts release lines by kind: those with long-term support (oldest first), then the others (newest first), then those
 * that have only pre-releases (newest first).
 */
export function sortByKind<Choice extends Line>(lines: readonly Choice[]): Choice[] {
  const rank = ({ isLts, isPreRelease }: Line): number => (isPreRelease ? 2 : isLts ? 0 : 1)
  return [...lines].sort((left, right) => {
    const byRank = rank(left) - rank(right)
    if (byRank !== 0) return byRank
    const byAge = compareByAge(left.newest, right.newest)
    return rank(left) === 0 ? byAge : -byAge
  })
}
