import type { Event } from 'vscode'
import { Uri, window, workspace } from 'vscode'
import type { TextDocument } from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { CallServer, FileStatus } from './server-commands.js'
import type { Views } from './views.js'

/** What commands work with. */
export type Services = {
  client: BaseLanguageClient
  call: CallServer
  views: Views
  /** What the server said last of a file. */
  statusOf: (uri: Uri) => FileStatus | undefined
  onDidChangeStatus: Event<FileStatus>
  extensionUri: Uri
}

/** A command of the palette, of a menu, or of a code lens, which gives parameters as the server takes them. */
export type Command = {
  name: string
  run: (services: Services, parameters: readonly unknown[]) => unknown
}

/** The file that a command is about: that of its first parameter, or the one in the active editor. */
export function findDocument([first]: readonly unknown[]): Thenable<TextDocument> {
  if (first instanceof Uri) return workspace.openTextDocument(first)
  if (typeof first === 'string') return workspace.openTextDocument(Uri.parse(first))
  const document = window.activeTextEditor?.document
  if (!document) throw new Error('Open a router file first.')
  return Promise.resolve(document)
}
