import type { Fix, Path, Range, Severity } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { Json } from '../../document/record.js'

/** How the new release treats a file differently. */
export type UpgradeKind =
  /**
   * A router of the new release refuses the file, crashes, or cannot use a section, because of what is at the path; a
   * router of the old release can run with the file.
   */
  | 'refused'
  /**
   * A router of the old release refuses the file, crashes, or cannot use a section, because of what is at the path; a
   * router of the new release can run with the file.
   */
  | 'accepted'
  /** A key of the file that the new release no longer reads, or that has no effect any more. */
  | 'ignored'
  /** A key of the file that has an effect in the new release, but not in the old release. */
  | 'read'
  /** The releases read different values from the same text. */
  | 'value'
  /** A key that is not in the file has another default. */
  | 'default'
  /** The linter reports a finding for one of the releases only. */
  | 'finding'
  /** The file is read as before, but the router behaves differently. */
  | 'behavior'
  /** The releases cannot be compared, for example because one is unknown or the text is too long. */
  | 'unanswered'

/** One change to a file when its router is upgraded or downgraded. */
export type UpgradeChange = {
  /** How the new release treats the file differently. */
  kind: UpgradeKind
  /**
   * `error` if the router of the new release does not run, `warning` if it uses something other than before, `info` if
   * there is usually nothing to do.
   */
  severity: Severity
  /** Keys and indexes from the root of the file. */
  path: (string | number)[]
  /** The rule of the finding that the change is about; absent if it is about a value or a behavior. */
  rule?: string
  /** The range in the file; absent if the change is about something that the file does not contain. */
  range?: Range
  /** The value that the old release uses, as written in files; absent if there is none. */
  from?: Json
  /** The value that the new release uses, as written in files; absent if there is none. */
  to?: Json
  /** What changes. */
  message: string
  /** The documented reason, if there is one. */
  reason?: string
  /** What to do; empty if the message says it. */
  advice: string
  /** Set if a router of the new release starts with this file, but some clients cannot connect to it. */
  stopsClients?: true
  /**
   * The releases in which the behavior changed: a release of the newest line, and the releases of older lines that have
   * a backport.
   */
  changedIn?: string[]
  /**
   * An edit after which the new release does what the old one did; `unsafe` if a user should decide about it, because
   * it gives up what the file says or changes what the old release does.
   */
  fix?: Fix
}

/** Heading for the changes of each severity, the most severe first. */
export const changeHeadings: Readonly<Record<Severity, string>> = {
  error: 'stops the router',
  warning: 'behaves differently',
  info: 'good to know',
}

/** Why two releases cannot be compared for a file; undefined if they can. */
export const findRefusal = (changes: readonly UpgradeChange[]): string | undefined =>
  changes.find(({ kind }) => kind === 'unanswered')?.message

type IndexRange = { first: number; last: number }

/** Finds the items at and below a path. Keys come from `toPathKey`; the items below an item directly follow it. */
export function indexByPath<Item extends { path: Path }>(
  items: ReadonlyMap<string, Item>,
): (path: Path) => readonly Item[] {
  const list = [...items.values()]
  const rangesByPath = new Map<string, IndexRange>()
  const openRanges: IndexRange[] = []
  let lastPath: Path = []
  for (const [index, { path }] of list.entries()) {
    const sharedLength = getCommonPrefixLength(lastPath, path)
    openRanges.length = Math.min(openRanges.length, sharedLength + 1, path.length)
    for (const range of openRanges) range.last = index
    for (let length = openRanges.length; length < path.length; length += 1) {
      const range = { first: index, last: index }
      openRanges.push(range)
      rangesByPath.set(toPathKey(path.slice(0, length)), range)
    }
    lastPath = path
  }
  return (path) => {
    const pathKey = toPathKey(path)
    const exactItem = items.get(pathKey)
    const { first, last } = rangesByPath.get(pathKey) ?? { first: 0, last: -1 }
    return [...(exactItem ? [exactItem] : []), ...list.slice(first, last + 1)]
  }
}

function getCommonPrefixLength(left: Path, right: Path): number {
  let count = 0
  while (count < left.length && count < right.length && left[count] === right[count]) count += 1
  return count
}
