import { hasBehavior, compareReleaseNumbers, isPreRelease } from '../../schema/release.js'
import { listTargets } from '../../schema/model.js'

/** Sentences that say what to do before a router gets another release, whatever its file contains. */
export function listPreparations(from: string, to: string): string[] {
  const steps = findStepsBetween(from, to)
  const notes: string[] = []
  if (steps.length > 0)
    notes.push(
      `Upgrade to ${steps.join(', then to ')} first: only upgrades from one release with long-term support to the next are tested.`,
    )
  const behavior = 'needs-newer-controllers'
  if (hasBehavior(to, behavior) && !hasBehavior(from, behavior))
    notes.push(
      `Upgrade the controllers first: a router of ${to} does not work with controllers of ${from}, but controllers of ${to} work with routers of ${from}.`,
    )
  return notes
}

/** The newest release of each line with long-term support that an upgrade from one release to another would skip. */
const findStepsBetween = (from: string, to: string): string[] =>
  listTargets()
    .filter(({ support }) => support === 'long-term')
    .filter(
      ({ line }) =>
        compareReleaseNumbers(from, `${line}.0-pre0`) < 0 &&
        !isOfLine(to, line) &&
        isBefore(line, to),
    )
    .map(({ newest }) => newest)

/** The next line with long-term support, or else the newest later line; undefined if no later line is released. */
export function findNextReleaseLine(from: string): string | undefined {
  const later = listTargets().filter(
    ({ line, newest }) =>
      !isPreRelease(newest) && !isOfLine(from, line) && compareReleaseNumbers(from, newest) < 0,
  )
  return (later.find(({ support }) => support === 'long-term') ?? later.at(-1))?.line
}

const isOfLine = (release: string, line: string): boolean => release.startsWith(`${line}.`)

const isBefore = (line: string, release: string): boolean =>
  compareReleaseNumbers(`${line}.0`, release) < 0
