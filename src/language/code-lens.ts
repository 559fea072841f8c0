import type { Diagnostic, Span } from '../document/diagnostic.js'
import { knownReleases } from '../schema/model.js'
import { isInRanges } from '../schema/release.js'
import { createCollector } from './collect.js'
import type { View } from './view.js'

/** A line of text above a part of a file. */
export type CodeLens = Span & {
  /** The text. */
  title: string
  /** What the text is about. */
  kind: 'release' | 'findings'
}

/**
 * Shown above a file: the release that it is read for, with the oldest one that reads all of its keys, and the number
 * of findings.
 */
export function codeLenses(
  view: View,
  found: readonly Diagnostic[] = view.diagnostics(),
): CodeLens[] {
  if (!view.document.root) return []
  const oldest = findOldestRelease(view)
  const release = `release ${view.model.release}`
  return [
    {
      start: 0,
      end: 0,
      kind: 'release',
      title: oldest === undefined ? release : `${release}, needs ${oldest} or newer`,
    },
    { start: 0, end: 0, kind: 'findings', title: formatCounts(found) },
  ]
}

/** For each key that not all releases read, but the newest one does: the ranges of those that do. */
const listReadIn = createCollector(({ key: { readIn } }): readonly (readonly string[])[] =>
  readIn && isInRanges(knownReleases().at(-1) ?? '', readIn) ? [readIn] : [],
)

/**
 * The oldest release that reads every key of a file; undefined if every release reads all known keys. Obsolete keys,
 * which the newest release does not read either, do not count.
 */
function findOldestRelease(view: View): string | undefined {
  const releases = knownReleases()
  const needed = [...new Set(listReadIn(view))]
  const oldest = releases.find((release) => needed.every((ranges) => isInRanges(release, ranges)))
  return oldest === releases[0] ? undefined : oldest
}

function formatCounts(found: readonly Diagnostic[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = found.filter((diagnostic) => diagnostic.severity === severity).length
    return count === 0
      ? []
      : [`${count} ${count === 1 || severity === 'info' ? severity : `${severity}s`}`]
  })
  return counts.length === 0 ? 'no findings' : counts.join(', ')
}
