import type { Edit } from '../../diagnostic.js'

/** What a completion is; editors show a sign for each. */
export type CompletionKind = 'key' | 'value' | 'snippet' | 'file' | 'variable' | 'directive'

/**
 * The text that a completion writes, and what it replaces: offsets into the text. In a snippet, `$1`, `${1:text}` and
 * `${1|one,two|}` are places to fill in. Lines after the first are indented as seen from the blanks that the line of
 * `start` has before it, as editors expect.
 */
export type Insertion = {
  start: number
  end: number
  /** The cursor, where `end` is behind it: whoever inserts instead of replacing ends there. */
  insertEnd?: number
  text: string
  isSnippet: boolean
}

/** Something that can be written at a cursor. */
export type Completion = {
  label: string
  kind: CompletionKind
  /** A few words behind the label: type and default. */
  detail?: string
  /** Completions are shown in the order of these. */
  sortText: string
  /** What the typed text is compared with, where that is not the label. */
  filterText?: string
  deprecated?: true
  /** The one that is meant as a rule. */
  preselect?: true
  insert: Insertion
  /** Further changes, elsewhere in the text. */
  extra?: Edit[]
  /** What `resolveCompletion` looks up. */
  resolve?: CompletionTarget
}

/** A key of the schema, written as `listeners[binding=edge].options.mtu`. */
export type CompletionTarget = { path: string }

/** What only the host of the language functions knows. */
export type Surroundings = {
  /** Names in a folder, which counts from where relative paths of the file count; folders end with a slash. */
  files?: (folder: string) => readonly string[]
  /** Groups of links that other files use. */
  groups?: readonly string[]
  /** Names of variables that the router will see. */
  variables?: readonly string[]
  /** Names and addresses of hosts that other files use. */
  hosts?: readonly string[]
}
