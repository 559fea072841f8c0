import type { EditorState } from '@codemirror/state'
import { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { LSPClient, WorkspaceFile } from '@codemirror/lsp-client'
import { LSPPlugin, Workspace } from '@codemirror/lsp-client'
import type { FileOrigin, OpenedFile } from '../shared/opened-file.js'
import type { Finding } from './findings.js'
import { toFileText, toShownText } from './text-form.js'

/** The language server's classification of a text; `incomplete` means too little content to check. */
export type FileKind = 'router' | 'incomplete' | 'parts' | 'template' | 'other' | 'unknown'

/** An open file of the playground. It stays open on the server while the editor shows another one. */
export type OpenFile = WorkspaceFile & {
  readonly name: string
  /**
   * The file of the folder that it is saved to; undefined if there is none. The names may differ,
   * because names of open files are unique.
   */
  origin: FileOrigin | undefined
  /** The file as it was opened or last saved. */
  opened: OpenedFile
  /** When it was opened; distinguishes it from an earlier copy of the same file. */
  openedAt: number
  /** The content of `opened` as the editor shows it. */
  openedDoc: Text
  /** The editor state: text, selection and history. Outdated while the editor shows the file. */
  state: EditorState
  /** The editor, if it shows the file. */
  view: EditorView | undefined
  kind: FileKind | undefined
  findings: readonly Finding[]
  /** The text that the findings refer to. */
  checked: Text | undefined
  /** The result of rendering a template with the values in another open file. */
  rendering: Rendering | undefined
}

export type Rendering = { values: string } & ({ text: string } | { refusal: string })

const root = 'inmemory://playground/'

/** Returns the URI of a file on the server. */
export const toUri = (name: string): string =>
  root + name.split('/').map(encodeURIComponent).join('/')

/** The workspace folder; the server compares the routers in it. */
export const rootUri = root

/** The open files, as a workspace of the language server client. */
export class OpenFiles extends Workspace {
  override files: OpenFile[] = []

  override getFile(uri: string): OpenFile | null {
    return this.files.find((file) => file.uri === uri) ?? null
  }

  /** @param name Unique among the open files. */
  add(name: string, state: EditorState, opened: OpenedFile): OpenFile {
    const file: OpenFile = {
      uri: toUri(name),
      languageId: 'yaml',
      version: 0,
      doc: state.doc,
      name,
      origin: opened.origin,
      opened,
      openedAt: Date.now(),
      openedDoc: toDoc(opened),
      state,
      view: undefined,
      kind: undefined,
      findings: [],
      checked: undefined,
      rendering: undefined,
      getView: () => file.view ?? null,
    }
    this.files = [...this.files, file]
    this.client.didOpen(file)
    return file
  }

  remove(file: OpenFile): void {
    this.files = this.files.filter((other) => other !== file)
    this.client.didClose(file.uri)
  }

  syncFiles(): { file: OpenFile; prevDoc: Text; changes: LSPPlugin['unsyncedChanges'] }[] {
    return this.files.flatMap((file) => {
      const plugin = file.view && LSPPlugin.get(file.view)
      if (!plugin || plugin.unsyncedChanges.empty) return []
      const update = { file, prevDoc: file.doc, changes: plugin.unsyncedChanges }
      file.doc = plugin.view.state.doc
      file.version += 1
      plugin.clear()
      return [update]
    })
  }

  override openFile(uri: string, _language: string, view: EditorView): void {
    const file = this.getFile(uri)
    if (file) file.view = view
  }

  override closeFile(uri: string): void {
    const file = this.getFile(uri)
    if (file) file.view = undefined
  }
}

/** Returns the files of a client that was created with `OpenFiles`. */
export const filesOf = ({ workspace }: LSPClient): OpenFiles => {
  if (workspace instanceof OpenFiles) return workspace
  throw new Error('the client has other files')
}

/** Returns whether the editor has a newer text than the server. */
export const isAhead = ({ view, doc }: OpenFile): boolean =>
  view !== undefined && view.state.doc !== doc

/** Returns the current text of a file in the editor. */
export const getDoc = ({ view, state }: Pick<OpenFile, 'view' | 'state'>): Text =>
  (view?.state ?? state).doc

/** Returns whether the findings refer to the current text, so that their fixes can be applied. */
export const isChecked = (file: OpenFile): boolean => getDoc(file) === file.checked

/** Returns whether a file contains only white space. */
export function isBlank(file: OpenFile): boolean {
  for (const piece of getDoc(file).iter()) if (/\S/.test(piece)) return false
  return true
}

/** Returns the current text in the form in which it is written to the disk. */
export const readFileText = (file: OpenFile): string =>
  toFileText(getDoc(file).toString(), file.opened.text)

const toDoc = ({ text }: OpenedFile): Text => Text.of(toShownText(text).split('\n'))

/** Updates a file after it was saved or read from the disk again. */
export function setOpened(file: OpenFile, opened: OpenedFile): void {
  file.opened = opened
  file.openedDoc = toDoc(opened)
  file.origin = opened.origin
}

/** Returns whether a file differs from its opened or saved version. */
export const isEdited = (file: OpenFile): boolean => !getDoc(file).eq(file.openedDoc)

/** Returns whether a file of the folder has edits that are not on the disk. */
export const isUnsaved = (file: OpenFile): boolean => file.origin !== undefined && isEdited(file)
