import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
  Position,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Encoding } from './encoding.js'
import { charactersOf } from './encoding.js'

/** A text that is open in the editor. */
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
  /** The version that is open now: another object after each change, so that whatever hangs on it goes with it. */
  get: (uri: string) => OpenDocument | undefined
  all: () => OpenDocument[]
}

/** The texts that are open, kept up to date by the changes of the client. */
export function openDocuments(encoding: Encoding): Documents {
  const texts = new Map<string, TextDocument>()
  const known = new Map<string, OpenDocument>()
  const keep = (text: TextDocument, life: object): OpenDocument => {
    const content = text.getText()
    const document = {
      uri: text.uri,
      languageId: text.languageId,
      version: text.version,
      text: () => content,
      life,
    }
    texts.set(text.uri, text)
    known.set(text.uri, document)
    return document
  }
  return {
    open: ({ textDocument: { uri, languageId, version, text } }) =>
      keep(TextDocument.create(uri, languageId, version, text), {}),
    change: ({ textDocument: { uri, version }, contentChanges }) => {
      const text = texts.get(uri)
      if (!text) return undefined
      const changed = contentChanges.reduce(
        (before, change) =>
          TextDocument.update(before, [inCharacters(before, change, encoding)], version),
        TextDocument.update(text, [], version),
      )
      return keep(changed, known.get(uri)?.life ?? {})
    },
    close: (uri) => {
      texts.delete(uri)
      known.delete(uri)
    },
    get: (uri) => known.get(uri),
    all: () => [...known.values()],
  }
}

/** A change whose range counts in UTF-16 units. */
function inCharacters(
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
    return { line, character: charactersOf(content, character, encoding) }
  }
  return {
    text: change.text,
    range: { start: moved(change.range.start), end: moved(change.range.end) },
  }
}
