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
import type { ChangeLog } from './change-log.js'
import { createChangeLog } from './change-log.js'
import type { Encoding } from './convert.js'
import { toCharacters } from './convert.js'

/** A version of a text that is open in the editor. */
export type OpenDocument = {
  uri: string
  languageId: string
  version: number
  text: () => string
  /** The same object for every version, from opening to closing. */
  life: object
}

export type Documents = {
  open: (params: DidOpenTextDocumentParams) => OpenDocument
  change: (params: DidChangeTextDocumentParams) => OpenDocument | undefined
  close: (uri: string) => void
  /**
   * The version that is open now. Each version is another object, so that weak maps can cache what is derived from it.
   */
  get: (uri: string) => OpenDocument | undefined
  all: () => OpenDocument[]
}

/** The texts that are open, kept up to date by the changes of the client. */
export function createDocuments(encoding: Encoding): Documents {
  const logs = new Map<string, ChangeLog>()
  const known = new Map<string, OpenDocument>()
  const register = (text: TextDocument, life: object): OpenDocument => {
    const content = text.getText()
    const document = {
      uri: text.uri,
      languageId: text.languageId,
      version: text.version,
      text: () => content,
      life,
    }
    known.set(text.uri, document)
    return document
  }
  return {
    open: ({ textDocument: { uri, languageId, version, text: content } }) => {
      const text = TextDocument.create(uri, languageId, version, content)
      logs.set(
        uri,
        createChangeLog(text, (before, change) => toCharacterChange(before, change, encoding)),
      )
      return register(text, {})
    },
    change: ({ textDocument: { uri, version }, contentChanges }) => {
      const log = logs.get(uri)
      return log && register(log.apply(version, contentChanges), known.get(uri)?.life ?? {})
    },
    close: (uri) => {
      logs.delete(uri)
      known.delete(uri)
    },
    get: (uri) => known.get(uri),
    all: () => [...known.values()],
  }
}

/** A change whose range counts in UTF-16 units. */
function toCharacterChange(
  text: TextDocument,
  change: TextDocumentContentChangeEvent,
  encoding: Encoding,
): TextDocumentContentChangeEvent {
  if (!('range' in change) || encoding === 'utf-16') return change
  const moved = ({ line, character }: Position): Position => {
    const content = text.getText({
      start: { line, character: 0 },
      end: { line: line + 1, character: 0 },
    })
    return { line, character: toCharacters(content, character, encoding) }
  }
  return {
    text: change.text,
    range: { start: moved(change.range.start), end: moved(change.range.end) },
  }
}

/** The folders that are open in the editor, as URIs without a slash at the end. */
export type Folders = {
  all: () => readonly string[]
  /** The innermost folder that contains a URI. */
  folderFor: (uri: string) => string | undefined
  change: (event: WorkspaceFoldersChangeEvent) => void
}

export function createFolders({
  workspaceFolders,
  rootUri,
}: Pick<InitializeParams, 'workspaceFolders'> & { rootUri?: string | null }): Folders {
  const bare = ({ uri }: Pick<WorkspaceFolder, 'uri'>): string => uri.replace(/\/+$/, '')
  const known = new Set((workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])).map(bare))
  return {
    all: () => [...known],
    folderFor: (uri) =>
      [...known]
        .filter((folder) => uri.startsWith(`${folder}/`))
        .sort((left, right) => right.length - left.length)[0],
    change: ({ added, removed }) => {
      for (const folder of removed) known.delete(bare(folder))
      for (const folder of added) known.add(bare(folder))
    },
  }
}
