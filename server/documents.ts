import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
  Position,
  TextDocumentContentChangeEvent,
  InitializeParams,
  WorkspaceFolder,
  WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { withoutTail } from '../src/document/tails.js'
import type { Encoding } from './convert.js'
import { toCharacters } from './convert.js'

export type OpenDocument = {
  uri: string
  languageId: string
  version: number
  text: () => string
  /** Identifies the document from opening to closing: the same object for every version. */
  lifetimeKey: object
}

export type Documents = {
  open: (params: DidOpenTextDocumentParams) => OpenDocument
  change: (params: DidChangeTextDocumentParams) => OpenDocument | undefined
  close: (uri: string) => void
  /**
   * Returns the current version; undefined if the document is not open. Each version is a new object, so that results
   * can be cached in weak maps. Its `uri` is spelled as in the client; the argument may be spelled differently.
   */
  get: (uri: string) => OpenDocument | undefined
  all: () => OpenDocument[]
}

export function createDocuments(encoding: Encoding): Documents {
  const logs = new Map<string, ChangeLog>()
  const documentsByUri = new Map<string, OpenDocument>()
  const register = (text: TextDocument, lifetimeKey: object): OpenDocument => {
    const content = text.getText()
    const document = {
      uri: text.uri,
      languageId: text.languageId,
      version: text.version,
      text: () => content,
      lifetimeKey,
    }
    documentsByUri.set(decodeUri(text.uri), document)
    return document
  }
  return {
    open: ({ textDocument: { uri, languageId, version, text: content } }) => {
      const text = TextDocument.create(uri, languageId, version, content)
      logs.set(
        decodeUri(uri),
        createChangeLog(text, (before, change) => toCharacterChange(before, change, encoding)),
      )
      return register(text, {})
    },
    change: ({ textDocument: { uri, version }, contentChanges }) => {
      const key = decodeUri(uri)
      const log = logs.get(key)
      return (
        log &&
        register(log.apply(version, contentChanges), documentsByUri.get(key)?.lifetimeKey ?? {})
      )
    },
    close: (uri) => {
      logs.delete(decodeUri(uri))
      documentsByUri.delete(decodeUri(uri))
    },
    get: (uri) => documentsByUri.get(decodeUri(uri)),
    all: () => [...documentsByUri.values()],
  }
}

/** Applies the changes of a client to one text. */
type ChangeLog = {
  apply: (version: number, changes: readonly TextDocumentContentChangeEvent[]) => TextDocument
}

/** Converts the range of a change to UTF-16 units. */
type ConvertChange = (
  text: TextDocument,
  change: TextDocumentContentChangeEvent,
) => TextDocumentContentChangeEvent

type LogEntry = {
  version: number
  changes: readonly TextDocumentContentChangeEvent[]
  /** The changes that undo `changes`, in the order in which to apply them. */
  inverse: readonly TextDocumentContentChangeEvent[]
}

/** Maximum number of recorded changes: more than an editor sends at once. */
const maxEntries = 100

/**
 * Applies changes in the order of their versions. When a change arrives after changes with higher versions, these are
 * undone and applied again after it: Helix 25.01 sends quick changes out of order, which would leave the text wrong.
 */
function createChangeLog(text: TextDocument, convert: ConvertChange): ChangeLog {
  const entries: LogEntry[] = []
  const state = { oldestVersion: text.version }

  const add = (version: number, changes: readonly TextDocumentContentChangeEvent[]): void => {
    // Sets the version even if there are no changes.
    TextDocument.update(text, [], version)
    const inverse = changes.flatMap((change) => applyChange(text, version, convert(text, change)))
    entries.push({ version, changes, inverse: inverse.reverse() })
  }

  /**
   * Removes and returns the changes with higher versions. Returns none if the log already contains this version, or no
   * longer contains changes that old.
   */
  const takeLaterEntries = (version: number): LogEntry[] => {
    const index = entries.findIndex((entry) => entry.version > version)
    const versionBefore = entries[index - 1]?.version ?? state.oldestVersion
    return index === -1 || versionBefore >= version ? [] : entries.splice(index)
  }

  const forget = (count: number): void => {
    for (const { version } of entries.splice(0, count)) state.oldestVersion = version
  }

  return {
    apply: (version, changes) => {
      const later = takeLaterEntries(version)
      for (const { inverse } of later.toReversed())
        for (const change of inverse) TextDocument.update(text, [change], version)
      add(version, changes)
      for (const entry of later) add(entry.version, entry.changes)
      // A change of the whole text makes all earlier changes irrelevant.
      if (changes.every(hasRange)) forget(Math.max(0, entries.length - maxEntries))
      else forget(entries.length)
      return text
    },
  }
}

const hasRange = (change: TextDocumentContentChangeEvent): boolean => 'range' in change

/**
 * Applies a change, and returns the changes that undo it: none for a change of the whole text, which cannot be undone.
 */
function applyChange(
  text: TextDocument,
  version: number,
  change: TextDocumentContentChangeEvent,
): TextDocumentContentChangeEvent[] {
  if (!('range' in change)) {
    TextDocument.update(text, [change], version)
    return []
  }
  const start = Math.min(text.offsetAt(change.range.start), text.offsetAt(change.range.end))
  const removedText = text.getText(change.range)
  TextDocument.update(text, [change], version)
  const range = {
    start: text.positionAt(start),
    end: text.positionAt(start + change.text.length),
  }
  return [{ range, text: removedText }]
}

/** Converts a change so that its range counts UTF-16 units. */
function toCharacterChange(
  text: TextDocument,
  change: TextDocumentContentChangeEvent,
  encoding: Encoding,
): TextDocumentContentChangeEvent {
  if (!('range' in change) || encoding === 'utf-16') return change
  const toCharacterPosition = ({ line, character }: Position): Position => {
    const content = text.getText({
      start: { line, character: 0 },
      end: { line: line + 1, character: 0 },
    })
    return { line, character: toCharacters(content, character, encoding) }
  }
  return {
    text: change.text,
    range: {
      start: toCharacterPosition(change.range.start),
      end: toCharacterPosition(change.range.end),
    },
  }
}

/** The folders that are open in the editor, as URIs in the client's spelling, without a trailing slash. */
export type Folders = {
  all: () => readonly string[]
  /** The innermost folder that contains a URI; undefined if none does. */
  folderFor: (uri: string) => string | undefined
  change: (event: WorkspaceFoldersChangeEvent) => void
}

export function createFolders({
  workspaceFolders,
  rootUri,
}: Pick<InitializeParams, 'workspaceFolders'> & { rootUri?: string | null }): Folders {
  const toFolderUri = ({ uri }: Pick<WorkspaceFolder, 'uri'>): string => withoutTail(uri, /\//)
  const folderUris = new Set(
    (workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])).map(toFolderUri),
  )
  return {
    all: () => [...folderUris],
    folderFor: (uri) =>
      [...folderUris]
        .filter((folder) => isInFolder(uri, folder))
        .sort((left, right) => right.length - left.length)[0],
    change: ({ added, removed }) => {
      for (const folder of removed) folderUris.delete(toFolderUri(folder))
      for (const folder of added) folderUris.add(toFolderUri(folder))
    },
  }
}

/**
 * Formats the path of a file relative to its workspace folder, or only its file name if it is outside of all folders.
 */
export function formatDisplayPath(uri: string, folders: Folders): string {
  const folder = folders.folderFor(uri)
  return folder === undefined
    ? decodeFileName(uri)
    : decodeUri(uri).slice(decodeUri(folder).length + 1)
}

export const decodeFileName = (uri: string): string =>
  decodeUri(uri.slice(uri.lastIndexOf('/') + 1))

/** Whether a URI is below the URI of a folder, however each is spelled. */
export const isInFolder = (uri: string, folder: string): boolean =>
  decodeUri(uri).startsWith(`${withoutTail(decodeUri(folder), /\//)}/`)

/**
 * Decodes a URI or a part of it. Compare and look up URIs in this form: VS Code encodes `(`, `,` and the colon of a drive
 * (`file:///c%3A/`), which Node and other editors do not.
 */
export function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
