import type { Fix, Path, Range, Severity } from '../../document/diagnostic.js'
import type { Json } from '../../schema/key.js'

/** What another release makes of a file that this one did not. */
export type UpgradeKind =
  /** It refuses the file over this, or crashes, or cannot use the part; the old release runs on the file. */
  | 'refused'
  /** The old release refuses the file over this; the new one runs on it. */
  | 'accepted'
  /** A key of the file that it no longer reads, or that no longer changes anything. */
  | 'ignored'
  /** A key of the file that had no effect and has one now. */
  | 'read'
  /** The same text gives another value. */
  | 'value'
  /** A key that is not in the file has another default. */
  | 'default'
  /** The linter says something that it did not, or no longer says it. */
  | 'finding'
  /** The file is read as before, and something behind it works otherwise. */
  | 'behaviour'
  /** The question cannot be answered: a release is unknown, or the text is too long. */
  | 'unanswered'

/** One thing that changes for a file when its router gets another release. */
export type UpgradeChange = {
  kind: UpgradeKind
  /** `error` where the router of the new release does not run, `warning` where it uses something else, `info` where there is nothing to do as a rule. */
  severity: Severity
  path: (string | number)[]
  /** Where the file says it; absent for what is not in the file. */
  range?: Range
  /** The value that the old release uses, as a file would have it; absent where it has none. */
  from?: Json
  /** The same for the new release. */
  to?: Json
  /** What changes. */
  message: string
  /** What is behind it, where that is documented. */
  reason?: string
  /** What to do. */
  advice: string
  /** The releases in which it changed: that of the newest line, and those of older lines that got it too. */
  changedIn?: string[]
  /** An edit after which the new release does what the old one did; `unsafe` where it replaces what is written. */
  fix?: Fix
}

/** A path as one word. */
export const formatAddress = (path: Path): string => JSON.stringify(path)

/** Whether a path is another one or lies below it. */
export const isWithin = (path: Path, above: Path): boolean =>
  above.every((step, index) => step === path[index])
