import type { Severity } from '../../../document/diagnostic.js'
import type { FileOutcome } from '../../../lint/verdict.js'
import type { NearGroups } from '../../../mesh/near-groups.js'
import type { UnlinkedPair } from '../../../mesh/summary.js'

/** `name` is the path relative to the folder, `release` is the release that is configured for the file. */
export type LocalFile = { path: string; name: string; release: string }

/** The text of a file, and its version: a hash of the text. */
export type LocalText = { text: string; version: string }

/** A finding; `line` counts from 1. */
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

/** `count` is the number of findings that cause the outcome. `isIgnored`: all are about keys the router ignores. */
export type BoardVerdict = { outcome: FileOutcome; count: number; isIgnored: boolean }

export type BoardFile = LocalFile &
  BoardVerdict & {
    version: string
    findings: readonly BoardFinding[]
    /** A sentence on how the file was checked, such as that a template was not rendered. */
    note?: string
  }

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
  /** The counter of changes on disk when the files were read; the page sends it to wait for the next change. */
  changes: number
}

/** Unsaved texts of an editor, which are checked instead of the texts on the disk. */
type UnsavedText = { path: string; text: string }

export type BoardRequest = {
  texts: readonly UnsavedText[]
  /** The release to check all files for, instead of the releases in their configuration. */
  release?: string
}

export type FixRequest = {
  path: string
  text?: string
  /** The rule whose findings are fixed; absent for all rules. */
  rule?: string
  unsafe: boolean
  release?: string
}

/** A text after applying fixes, and how many findings these have fixed. */
export type FixedText = { text: string; count: number }

/** The verdict on a file for the newest release of each release line; empty for templates. */
export type ReleaseVerdicts = {
  lines: readonly (BoardVerdict & { line: string; release: string })[]
}
