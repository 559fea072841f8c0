import type { Fix, Path, Range, Severity } from '../../document/diagnostic.js'
import type { Json } from '../../schema/key.js'

/** How the new release treats a file differently. */
export type UpgradeKind =
  /**
   * The new release refuses the file because of this, crashes, or cannot use the section; the old release runs on the
   * file.
   */
  | 'refused'
  /** The old release refuses the file because of this; the new one runs on it. */
  | 'accepted'
  /** A key of the file that the new release no longer reads, or that has no effect any more. */
  | 'ignored'
  /** A key of the file that had no effect and has one now. */
  | 'read'
  /** The same source gives another value. */
  | 'value'
  /** A key that is not in the file has another default. */
  | 'default'
  /** The linter reports a finding for one of the releases only. */
  | 'finding'
  /** The file is read as before, but the router behaves differently. */
  | 'behaviour'
  /** The releases cannot be compared: a release is unknown, or the text is too long. */
  | 'unanswered'

/** One change to a file when its router is upgraded or downgraded. */
export type UpgradeChange = {
  /** How the new release treats the file differently. */
  kind: UpgradeKind
  /**
   * `error` if the router of the new release does not run, `warning` if it uses something else, `info` if there is
   * usually nothing to do.
   */
  severity: Severity
  /** Keys and indexes from the root of the file. */
  path: (string | number)[]
  /** The range in the file; absent for what is not in the file. */
  range?: Range
  /** The value that the old release uses, as it is written in files; absent if there is none. */
  from?: Json
  /** The same for the new release. */
  to?: Json
  /** What changes. */
  message: string
  /** The documented reason, if there is one. */
  reason?: string
  /** What to do. */
  advice: string
  /** The releases in which it changed: that of the newest line, and those of older lines that it was backported to. */
  changedIn?: string[]
  /** An edit after which the new release does what the old one did; `unsafe` if it replaces what is written. */
  fix?: Fix
}

/** A path as one string. */
export const formatAddress = (path: Path): string => JSON.stringify(path)

/** Whether a path is equal to another one or below it. */
export const isWithin = (path: Path, above: Path): boolean =>
  above.every((step, index) => step === path[index])

/** Things with a path, by the addresses of their own paths and of all paths above; in their order. */
export function indexByPathsAbove<Item extends { path: Path }>(
  items: Iterable<Item>,
): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>()
  for (const item of items) {
    for (let length = 0; length <= item.path.length; length += 1) {
      const address = formatAddress(item.path.slice(0, length))
      const found = index.get(address)
      if (found) found.push(item)
      else index.set(address, [item])
    }
  }
  return index
}
