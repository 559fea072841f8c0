import type { ReleaseChoice, ServerCommands } from '../../shared/commands.js'

type Lines = ServerCommands['routerfile.verdicts']['gives']['lines']

/** The start and end of an upgrade, as release lines or as releases. */
type Step = { from: string; to: string }

const findLine = <Choice extends Pick<ReleaseChoice, 'name'>>(
  releases: readonly Choice[],
  release: string,
): Choice | undefined =>
  releases.find(({ name }) => release === name || release.startsWith(`${name}.`))

/**
 * Returns the line to upgrade to from a release; undefined if all later lines have only pre-releases, or none is later.
 */
export const findNext = (
  releases: readonly Pick<ReleaseChoice, 'name' | 'next'>[],
  release: string,
): string | undefined => findLine(releases, release)?.next

/**
 * Returns the upgrade to propose: from the chosen release to the next line. If there is none, to
 * the chosen release, from the line that the file seems to be written for, or else from the
 * previous line with long-term support.
 *
 * @param releases Newest first.
 * @param lines The verdicts of the newest release of each line, oldest first.
 */
export function proposeStep(
  releases: readonly Pick<ReleaseChoice, 'name' | 'next' | 'isLts'>[],
  chosen: string,
  lines: Lines,
): Step {
  const next = findNext(releases, chosen)
  if (next !== undefined) return { from: chosen, to: next }
  const line = findLine(releases, chosen)
  const older = line ? releases.slice(releases.indexOf(line) + 1) : []
  const isClean = (name: string | undefined): boolean =>
    lines.some((other) => other.line === name && other.outcome === 'runs' && other.count === 0)
  const writtenFor = isClean(line?.name) ? undefined : older.find(({ name }) => isClean(name))
  const before = writtenFor ?? older.find(({ isLts }) => isLts)
  return { from: before?.name ?? chosen, to: chosen }
}
