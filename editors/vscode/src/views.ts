import { EventEmitter, languages, Uri, workspace } from 'vscode'
import { viewScheme } from './language.js'
import { onClose } from './on-close.js'

/** Documents that only this extension writes. */
export type Views = {
  dispose: () => void
  /** Sets the text of a document, which may be open. */
  write: (view: View) => Uri
}

/**
 * A document. `path` begins with a slash, `about` tells documents with the same path apart, `command` is the title of the command that shows the
 * document, and `language` is its language (default: plain text).
 */
type View = { path: string; about: string; command: string; text: string; language?: string }

/** The `about` of a view; empty for other documents. */
export const getAbout = ({ query }: Uri): string => new URLSearchParams(query).get('about') ?? ''

/** The text of a view whose content was lost, because the window was reloaded or the document closed. */
function describeLost({ query }: Uri): string {
  const command = new URLSearchParams(query).get('command')
  // Pages of older versions of the extension do not name their command.
  const remedy = command ? `Run the command "${command}" to see it again.` : 'Close it.'
  return `This page is out of date. ${remedy}\n`
}

/** Serves virtual documents under their own scheme, so that the client does not send them to the server. */
export function createViews(): Views {
  const texts = new Map<string, string>()
  const languageIds = new Map<string, string>()
  const changes = new EventEmitter<Uri>()
  const subscriptions = [
    changes,
    workspace.registerTextDocumentContentProvider(viewScheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? describeLost(uri),
    }),
    workspace.onDidOpenTextDocument((document) => {
      const language = languageIds.get(document.uri.toString())
      if (language !== undefined && language !== document.languageId)
        void languages.setTextDocumentLanguage(document, language)
    }),
    onClose(({ uri }) => {
      texts.delete(uri.toString())
      languageIds.delete(uri.toString())
    }),
  ]
  return {
    write: ({ path, about, command, text, language }) => {
      const query = new URLSearchParams({ about, command }).toString()
      const uri = Uri.from({ scheme: viewScheme, path, query })
      texts.set(uri.toString(), text)
      if (language !== undefined) languageIds.set(uri.toString(), language)
      changes.fire(uri)
      return uri
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose()
    },
  }
}
