import type { Severity } from '../../../document/diagnostic.js'
import type { FileOutcome } from '../../../lint/verdict.js'
import type { NearGroups } from '../../../mesh/near-groups.js'
import type { UnlinkedPair } from '../../../mesh/summary.js'

/**
 * A router file as the page lists it: its path as `lint` names it, its name, which is its path below the folder, and
 * the release that its configuration names.
 */
export type LocalFile = { path: string; name: string; release: string }

/** The text of a file, and its version: a hash of the text. */
export type LocalText = { text: string; version: string }

/** A finding, at a line that counts from 1. */
export type BoardFinding = {
  rule: string
  severity: Severity
  message: string
  line: number
  /** The name of the router file within the strings of the file, if it is embedded. */
  part?: string
  /** The kind of fix, if there is one: an unsafe fix changes what the router does. */
  fix?: 'safe' | 'unsafe'
}

/**
 * What a router of a release does with a file, and the number of findings that cause it. `isIgnored`: all of them are
 * about keys that the router ignores.
 */
export type BoardVerdict = { outcome: FileOutcome; count: number; isIgnored: boolean }

/** A file of the folder with its findings. */
export type BoardFile = LocalFile &
  BoardVerdict & {
    version: string
    findings: readonly BoardFinding[]
    /** A sentence on how the file was checked, such as that a template was not rendered. */
    note?: string
  }

/** Who links with whom in the folder. */
export type BoardLinks = {
  sentence: string
  /** The first pairs without a link, and how many there are. */
  unlinked: readonly UnlinkedPair[]
  unlinkedCount: number
  nearGroups: readonly NearGroups[]
}

/** The files of a folder with their findings and links, as one response. */
export type Board = {
  folder: string
  files: readonly BoardFile[]
  links: BoardLinks
  /** The number of changes on the disk before the files were read. */
  changes: number
}

/** Unsaved texts of an editor, which are checked instead of the texts on the disk. */
type UnsavedText = { path: string; text: string }

/** What the page sends to get a `Board`. */
export type BoardRequest = {
  texts: readonly UnsavedText[]
  /** The release to check all files for, instead of the releases in their configuration. */
  release?: string
}

/** Which fixes of a file the page wants. */
export type FixRequest = {
  path: string
  text?: string
  /** The rule whose findings are fixed; absent for all rules. */
  rule?: string
  unsafe: boolean
  release?: string
}

/** A text with fixes, and how many findings they fixed. */
export type FixedText = { text: string; count: number }

/** What the newest release of each line does with a file; empty for templates. */
export type ReleaseVerdicts = {
  lines: readonly (BoardVerdict & { line: string; release: string })[]
}
