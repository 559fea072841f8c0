import type { TextDocument } from 'vscode'
import { Disposable, workspace } from 'vscode'
import { languageIds, listSchemes } from './language.js'
import { onClose } from './on-close.js'
import { isServed } from './router-text.js'

/** The time without a keystroke before a text is checked again, in milliseconds. */
const pause = 200

/**
 * Calls a function once: immediately if a router file is open, or when a router file is opened or a text becomes one.
 */
export function onFirstRouterFile(run: () => void): Disposable {
  const timers = new Map<TextDocument, ReturnType<typeof setTimeout>>()
  const state = { isFound: false }
  const checkDocument = async (document: TextDocument): Promise<void> => {
    if (state.isFound || !isCandidate(document) || !(await isServed(describe(document)))) return
    if (state.isFound) return
    stop()
    run()
  }
  const subscriptions = [
    workspace.onDidOpenTextDocument(checkDocument),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!isCandidate(document)) return
      clearTimeout(timers.get(document))
      timers.set(
        document,
        setTimeout(() => void checkDocument(document), pause),
      )
    }),
    onClose((document) => {
      clearTimeout(timers.get(document))
      timers.delete(document)
    }),
  ]
  const stop = (): void => {
    state.isFound = true
    for (const timer of timers.values()) clearTimeout(timer)
    for (const subscription of subscriptions) subscription.dispose()
  }
  for (const document of workspace.textDocuments) void checkDocument(document)
  return new Disposable(stop)
}

const isCandidate = ({ languageId, uri }: TextDocument): boolean =>
  languageIds.some((id) => id === languageId) &&
  listSchemes(workspace.workspaceFolders).includes(uri.scheme)

const describe = (document: TextDocument) => ({
  path: document.uri.path,
  language: document.languageId,
  text: document.getText(),
})
