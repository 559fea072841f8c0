import { createElement } from '../shared/dom.js'
import { getErrorMessage } from '../../src/document/errors.js'
import type { OpenFile } from './open-files.js'
import { isEdited, setOpened } from './open-files.js'
import type { Workbench } from './workbench.js'

type LocalFile = { path: string; release: string }
type LocalText = { text: string; version: string }

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

type LocalOptions = {
  workbench: Workbench
  chooseRelease: (release: string) => void
  /** Whether nothing is lost when the open files are closed. */
  isReplaceable: () => boolean
  /** A file of the folder is about to be opened. */
  onOpen: () => void
  announce: (message: string) => void
}

/** The choice of a file and the button to save it, and what has them follow the file in the editor. */
export type LocalFiles = { element: HTMLElement; show: () => void; save: () => void }

/**
 * What opens and saves the files of a folder, where `routerfile ui` serves the page with some. Nothing is written
 * without a click, nothing over a change that another program made, and a text only to the file that it was read of,
 * whatever its name in the page.
 */
export async function createLocalFiles(
  base: string,
  { workbench, chooseRelease, isReplaceable, onOpen, announce }: LocalOptions,
): Promise<LocalFiles | undefined> {
  if (!document.querySelector('meta[name="routerfile-local"]')) return undefined
  const token = takeToken()
  const ask = <Answer>(address: string, options: Asked = {}): Promise<Answer> =>
    askServer(address, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    })
  /** Open files that another program has changed, as was found on saving them. */
  const outdated = new WeakSet<OpenFile>()
  const listed = await ask<{ files: readonly LocalFile[] }>(`${base}local/files`)
  const toAddress = (path: string): string => `${base}local/file?path=${encodeURIComponent(path)}`
  const findOpen = (path: string): OpenFile | undefined =>
    workbench.listFiles().find(({ origin }) => origin?.path === path)
  const openFile = async (path: string): Promise<string> => {
    const before = findOpen(path)
    if (before && !outdated.has(before)) {
      workbench.show(before)
      return `${path} is shown.`
    }
    const { text, version } = await ask<LocalText>(toAddress(path))
    const origin = { path, version }
    // It may have been opened or closed meanwhile.
    const open = findOpen(path)
    if (open) {
      workbench.show(open)
      workbench.replaceText(text)
      setOpened(open, { name: path, text, origin })
      outdated.delete(open)
      return `${path} is read again. Ctrl+Z brings your text back.`
    }
    onOpen()
    workbench.open([{ name: path, text, origin }], isReplaceable())
    chooseRelease(listed.files.find((other) => other.path === path)?.release ?? '')
    const { name } = workbench.getFile()
    return name === path
      ? `${path} is open. Save writes it.`
      : `${path} is open as ${name}, as another open file has its name. Save writes ${path}.`
  }
  const save = async (): Promise<string> => {
    const file = workbench.getFile()
    const { name, origin } = file
    if (!origin) return `${name} was not opened from the folder, so it is not saved. Download it.`
    const text = workbench.readText()
    try {
      const { version } = await ask<LocalText>(toAddress(origin.path), {
        method: 'PUT',
        headers: { 'if-match': origin.version },
        body: text,
      })
      setOpened(file, { ...file.opened, text, origin: { ...origin, version } })
      return `${origin.path} is saved.`
    } catch (error) {
      if (error instanceof RefusedError && error.status === 412) outdated.add(file)
      throw error
    }
  }
  const report = (work: Promise<string>): void =>
    void work.then(announce, (error: unknown) => announce(getErrorMessage(error))).finally(show)
  const select = createElement(
    'select',
    { 'aria-label': 'File of the folder', onchange: () => report(openFile(select.value)) },
    createElement('option', { value: '', disabled: true, selected: true }, 'Choose a file'),
    ...listed.files.map(({ path }) => createElement('option', { value: path }, path)),
  )
  const state = createElement('span', { class: 'saved', role: 'status' })
  /** Shows no choice where the same one must be possible again. */
  const show = (): void => {
    const file = workbench.getFile()
    const word = file.origin && (isEdited(file) ? 'Unsaved' : 'Saved')
    if (state.textContent !== (word ?? '')) state.textContent = word ?? ''
    select.value = (outdated.has(file) ? undefined : file.origin?.path) ?? ''
  }
  show()
  return {
    element: createElement(
      'span',
      { class: 'group' },
      select,
      createElement('button', { type: 'button', onclick: () => report(save()) }, 'Save'),
      state,
    ),
    show,
    save: () => report(save()),
  }
}

const tokenKey = 'routerfile-ui-token'

/** The token of the address that `routerfile ui` printed: kept for this tab, and taken out of the address, which browsers show. */
function takeToken(): string {
  const url = new URL(location.href)
  const given = url.searchParams.get('token')
  if (given !== null) {
    sessionStorage.setItem(tokenKey, given)
    url.searchParams.delete('token')
    history.replaceState(history.state, '', url)
  }
  return sessionStorage.getItem(tokenKey) ?? ''
}

/** An answer of `routerfile ui` that refuses something, with its sentence. */
class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Asks `routerfile ui`; it refuses in a sentence. */
async function askServer<Answer>(address: string, options: Asked): Promise<Answer> {
  const response = await fetch(address, options)
  if (!response.ok) throw new RefusedError(response.status, await response.text())
  return response.json() as Promise<Answer>
}
