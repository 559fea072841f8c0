import type { TextDocument } from 'vscode'
import { Disposable, ViewColumn, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { findDocument } from '../command.js'
import { getFileName } from '../names.js'
import { onClose } from '../on-close.js'

/** Shows the values that the router uses beside its file, and follows the file. */
export const showEffective: EditorCommand = {
  name: 'routerfile.showEffective',
  run: async (services, parameters) => {
    const source = await findDocument(parameters)
    const view = await writeEffective(services, source)
    await window.showTextDocument(view, {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    })
    follow(services, source)
  },
}

const nameView = ({ uri }: TextDocument) => ({
  name: `${getFileName(uri.path)} (effective).yaml`,
  about: uri.toString(),
})

async function writeEffective({ call, views }: Services, source: TextDocument) {
  const { text } = await call('routerfile.effective', source.uri.toString())
  return views.write({ ...nameView(source), text })
}

/** Time without a key stroke before a view is written again, in milliseconds. */
const pause = 300

/** The views that follow their file, by its address. */
const followers = new Map<string, Disposable>()

/** Writes the view again when its file or its release changes, until one of them is closed. */
function follow(services: Services, source: TextDocument): void {
  const key = source.uri.toString()
  if (followers.has(key)) return
  const state: { timer?: ReturnType<typeof setTimeout>; release?: string } = {}
  const update = (): void => {
    clearTimeout(state.timer)
    // While the text is invalid, the view keeps its content.
    state.timer = setTimeout(
      () => void writeEffective(services, source).catch(() => undefined),
      pause,
    )
  }
  const stop = (): void => {
    clearTimeout(state.timer)
    followers.get(key)?.dispose()
    followers.delete(key)
  }
  const { name, about } = nameView(source)
  const isView = ({ uri }: TextDocument): boolean => uri.path === `/${name}` && uri.query === about
  followers.set(
    key,
    Disposable.from(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === key) update()
      }),
      services.onDidChangeStatus(({ uri, release }) => {
        if (uri !== key || release === state.release) return
        Object.assign(state, { release })
        update()
      }),
      onClose((document) => {
        if (document.uri.toString() === key || isView(document)) stop()
      }),
    ),
  )
}
