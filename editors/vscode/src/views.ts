import { EventEmitter, Uri, workspace } from 'vscode'
import { viewScheme } from './language.js'
import { onClose } from './on-close.js'

/** Documents that only this extension writes. */
export type Views = {
  dispose: () => void
  /** Sets the text of a document, which may be open; `about` tells apart those with the same name. */
  write: (view: { name: string; about: string; text: string }) => Uri
}

/** Serves virtual documents by a scheme of their own, so that the server is not given them. */
export function createViews(): Views {
  const texts = new Map<string, string>()
  const changes = new EventEmitter<Uri>()
  const subscriptions = [
    changes,
    workspace.registerTextDocumentContentProvider(viewScheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    onClose(({ uri }) => texts.delete(uri.toString())),
  ]
  return {
    write: ({ name, about, text }) => {
      const uri = Uri.from({ scheme: viewScheme, path: `/${name}`, query: about })
      texts.set(uri.toString(), text)
      changes.fire(uri)
      return uri
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose()
    },
  }
}
