import type { Diagnostic, Span } from '../document/diagnostic.js'
import { memoizePerObject, once } from '../document/lazy.js'
import { formatSeverityCount } from '../document/words.js'
import { listKnownReleases } from '../schema/model.js'
import { isInRanges } from '../schema/release.js'
import { createCollector } from './collect.js'
import type { View } from './view.js'

/** A line of text above a part of a file. */
export type CodeLens = Span & {
  /** The text that the editor shows above the part. */
  title: string
  /** The subject of `title`. */
  kind: 'release' | 'findings'
}

/** The title for an incomplete file without findings: `no findings` would suggest that the file is complete. */
export const incompleteNotice = 'incomplete: missing keys are not reported yet'

/**
 * Two lines above a file. The first one names the release that the file is checked for and, if older releases do not
 * read all of its keys, the oldest release that does. The second one says how many findings there are. If there are
 * none, it is `no findings` or `incompleteNotice`.
 */
export function codeLenses(
  view: View,
  findings: readonly Diagnostic[] = view.diagnostics(),
  { isIncomplete = false }: { isIncomplete?: boolean } = {},
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
    {
      start: 0,
      end: 0,
      kind: 'findings',
      title: formatCounts(findings) ?? (isIncomplete ? incompleteNotice : 'no findings'),
    },
  ]
}

/**
 * The releases that read every key of a value, as bits; bit 0 is the oldest release. Keys that the newest release does
 * not read are obsolete and do not count.
 */
const findReadingReleases = createCollector(
  ({ key: { readIn } }) =>
    readIn && isInRanges(listKnownReleases().at(-1) ?? '', readIn)
      ? findReleasesIn(readIn)
      : getAllReleaseBits(),
  (releases, parts) =>
    parts.reduce((all, { result }) => (all === result ? all : all & result), releases),
)

const getAllReleaseBits = once(() => (1n << BigInt(listKnownReleases().length)) - 1n)

const findReleasesIn = memoizePerObject((ranges: readonly string[]) =>
  listKnownReleases().reduce(
    (found, release, index) =>
      isInRanges(release, ranges) ? found | (1n << BigInt(index)) : found,
    0n,
  ),
)

/**
 * The oldest release that reads every key of a file; undefined if that is the oldest known release, or if no release
 * reads all of them.
 */
function findOldestRelease(view: View): string | undefined {
  const releases = findReadingReleases(view) ?? getAllReleaseBits()
  const index = listKnownReleases().findIndex((_, index) => (releases >> BigInt(index)) & 1n)
  return index > 0 ? listKnownReleases()[index] : undefined
}

function formatCounts(findings: readonly Diagnostic[]): string | undefined {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = findings.filter((diagnostic) => diagnostic.severity === severity).length
    return count === 0 ? [] : [formatSeverityCount(count, severity)]
  })
  return counts.length === 0 ? undefined : counts.join(', ')
}
