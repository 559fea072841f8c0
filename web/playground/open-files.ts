import type { EditorState } from '@codemirror/state'
import { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { LSPClient, WorkspaceFile } from '@codemirror/lsp-client'
import { LSPPlugin, Workspace } from '@codemirror/lsp-client'
import type { FileOrigin, OpenedFile } from '../shared/opened-file.js'
import type { Finding } from './findings.js'
import { toFileText, toShownText } from './text-form.js'

/** What the language server says that a text is; an `incomplete` one has too little content to check. */
export type FileKind = 'router' | 'incomplete' | 'parts' | 'template' | 'other' | 'unknown'

/** A file of the playground. It stays open at the server while another one is in the editor. */
export type OpenFile = WorkspaceFile & {
  readonly name: string
  /** What it is saved to, if it can be. Its name may differ from it, as no two open files share one. */
  origin: FileOrigin | undefined
  /** The file as it was opened, or as it was saved last. */
  opened: OpenedFile
  /** When it was opened, which tells it from an earlier copy of the same file. */
  openedAt: number
  /** What the editor showed of it then. */
  openedDoc: Text
  /** What the editor shows of it: text, selection and history. Out of date while it is in the editor. */
  state: EditorState
  /** The editor that shows it. */
  view: EditorView | undefined
  kind: FileKind | undefined
  findings: readonly Finding[]
  /** The text that the findings are of. */
  checked: Text | undefined
  /** Of a template: the router file that it is with the values of another open file, or why it cannot be rendered. */
  rendering: Rendering | undefined
}

export type Rendering = { values: string } & ({ text: string } | { refusal: string })

const root = 'inmemory://playground/'

/** The address under which the server knows a file. */
export const toUri = (name: string): string =>
  root + name.split('/').map(encodeURIComponent).join('/')

/** The folder of all files, for the comparison of routers. */
export const rootUri = root

/** The files of the playground, as the client of the language server wants them. */
export class OpenFiles extends Workspace {
  override files: OpenFile[] = []

  override getFile(uri: string): OpenFile | null {
    return this.files.find((file) => file.uri === uri) ?? null
  }

  /** @param name Its name here, which no other open file has. */
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

/** The files of a client that was made with `OpenFiles`. */
export const filesOf = ({ workspace }: LSPClient): OpenFiles => {
  if (workspace instanceof OpenFiles) return workspace
  throw new Error('the client has other files')
}

/** Whether the editor holds a newer text of a file than the server. */
export const isAhead = ({ view, doc }: OpenFile): boolean =>
  view !== undefined && view.state.doc !== doc

/** What the editor shows of a file now. */
export const getDoc = ({ view, state }: Pick<OpenFile, 'view' | 'state'>): Text =>
  (view?.state ?? state).doc

/** Whether the findings of a file are about its current text, so that their fixes can be applied. */
export const isChecked = (file: OpenFile): boolean => getDoc(file) === file.checked

/** Whether there is nothing to read in a file. */
export function isBlank(file: OpenFile): boolean {
  for (const piece of getDoc(file).iter()) if (/\S/.test(piece)) return false
  return true
}

/** The text of a file as it is in the editor, to be written to a disk. */
export const readFileText = (file: OpenFile): string =>
  toFileText(getDoc(file).toString(), file.opened.text)

const toDoc = ({ text }: OpenedFile): Text => Text.of(toShownText(text).split('\n'))

/** Says that a file has been saved, or was read of the disk again. */
export function setOpened(file: OpenFile, opened: OpenedFile): void {
  file.opened = opened
  file.openedDoc = toDoc(opened)
  file.origin = opened.origin
}

/** Whether a file has edits that are saved nowhere. */
export const isEdited = (file: OpenFile): boolean => !getDoc(file).eq(file.openedDoc)

/** Whether a file of the folder has edits that are not on the disk. */
export const isUnsaved = (file: OpenFile): boolean => file.origin !== undefined && isEdited(file)
