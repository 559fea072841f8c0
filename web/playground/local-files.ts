import { createElement } from '../shared/dom.js'
import type { OpenedFile } from '../shared/opened-file.js'
import { getErrorMessage } from '../../src/document/errors.js'
import type { Workbench } from './workbench.js'

type LocalFile = { path: string; release: string }
type LocalText = { text: string; version: string }

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

type LocalOptions = {
  workbench: Workbench
  chooseRelease: (release: string) => void
  announce: (message: string) => void
}

/**
 * What opens and saves the files of a folder, where `routerfile ui` serves the page with some. Nothing is written
 * without a click, and nothing over a change that another program made.
 */
export async function createLocalFiles(
  base: string,
  { workbench, chooseRelease, announce }: LocalOptions,
): Promise<HTMLElement | undefined> {
  if (!document.querySelector('meta[name="routerfile-local"]')) return undefined
  const token = takeToken()
  const ask = <Answer>(address: string, options: Asked = {}): Promise<Answer> =>
    askServer(address, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    })
  /** The versions of the files that are open, by path. */
  const versions = new Map<string, string>()
  const listed = await ask<{ files: readonly LocalFile[] }>(`${base}local/files`)
  const toAddress = (path: string): string => `${base}local/file?path=${encodeURIComponent(path)}`
  const openFile = async (path: string): Promise<string> => {
    const open = workbench.listFiles().find(({ name }) => name === path)
    if (open && versions.has(path)) {
      workbench.show(open)
      return `${path} is shown.`
    }
    const { text, version } = await ask<LocalText>(toAddress(path))
    versions.set(path, version)
    const file: OpenedFile = { name: path, text }
    workbench.open([file], versions.size === 1)
    chooseRelease(listed.files.find((other) => other.path === path)?.release ?? '')
    return `${path} is open. Save writes it.`
  }
  const save = async (): Promise<string> => {
    const { name } = workbench.getFile()
    const version = versions.get(name)
    if (version === undefined) return 'This file is not of the folder. Download it instead.'
    const saved = await ask<LocalText>(toAddress(name), {
      method: 'PUT',
      headers: { 'if-match': version },
      body: workbench.readText(),
    })
    versions.set(name, saved.version)
    return `${name} is saved.`
  }
  const report = (work: Promise<string>): void =>
    void work.then(announce, (error: unknown) => announce(getErrorMessage(error)))
  const select = createElement(
    'select',
    { 'aria-label': 'File of the folder', onchange: () => report(openFile(select.value)) },
    createElement('option', { value: '', disabled: true, selected: true }, 'Choose a file'),
    ...listed.files.map(({ path }) => createElement('option', { value: path }, path)),
  )
  return createElement(
    'span',
    { class: 'group' },
    select,
    createElement('button', { type: 'button', onclick: () => report(save()) }, 'Save'),
  )
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

/** Asks `routerfile ui`; it refuses in a sentence. */
async function askServer<Answer>(address: string, options: Asked): Promise<Answer> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Answer>
}
