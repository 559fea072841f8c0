import type {
  Board,
  BoardRequest,
  FixedText,
  FixRequest,
  LocalFile,
  LocalText,
  ReleaseVerdicts,
} from '../../src/cli/commands/ui/messages.js'
import type { FileOrigin } from './opened-file.js'
import { readFromTab, storeInTab } from './tab-storage.js'

/** The folder that `routerfile ui` serves the page with. */
export type LocalFolder = {
  listFiles: () => Promise<readonly LocalFile[]>
  readFile: (path: string) => Promise<LocalText>
  readAll: () => Promise<readonly (LocalFile & LocalText)[]>
  /** Writes a text over the version of a file that it was read of, and over no other one. */
  writeFile: (path: string, text: string, version: string) => Promise<LocalText>
  /** Writes a new file; one that is there stays as it is. Gives where it is; undefined if the folder does not list it. */
  createFile: (name: string, text: string) => Promise<FileOrigin | undefined>
  check: (request: BoardRequest) => Promise<Board>
  judge: (path: string, text?: string) => Promise<ReleaseVerdicts>
  fix: (request: FixRequest) => Promise<FixedText>
  /** Waits for a change on the disk after the first `seen` ones, but not for ever. */
  waitForChange: (seen: number, signal: AbortSignal) => Promise<number>
}

type Asked = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** Whether `routerfile ui` serves the page, on this machine alone. */
export const isServedLocally = (): boolean =>
  document.querySelector('meta[name="routerfile-local"]') !== null

/** The folder of the page; undefined if it is not served by `routerfile ui`. */
export function connectFolder(base: string): LocalFolder | undefined {
  if (!isServedLocally()) return undefined
  const token = takeToken()
  const ask = <Answer>(address: string, options: Asked = {}): Promise<Answer> =>
    askServer(`${base}local/${address}`, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    })
  const post = <Answer>(address: string, request: object): Promise<Answer> =>
    ask(address, { method: 'POST', body: JSON.stringify(request) })
  const toAddress = (path: string): string => `file?path=${encodeURIComponent(path)}`
  return {
    listFiles: async () => (await ask<{ files: readonly LocalFile[] }>('files')).files,
    readFile: (path) => ask(toAddress(path)),
    readAll: async () => (await ask<{ files: readonly (LocalFile & LocalText)[] }>('texts')).files,
    writeFile: (path, text, version) =>
      ask(toAddress(path), { method: 'PUT', headers: { 'if-match': version }, body: text }),
    createFile: async (name, text) => {
      const headers = { 'if-none-match': '*' }
      const { files } = await ask<{ files: readonly LocalFile[] }>(toAddress(name), {
        method: 'PUT',
        headers,
        body: text,
      })
      const path = files.find((file) => file.name === name)?.path
      const saved = path === undefined ? undefined : await ask<LocalText>(toAddress(path))
      return path !== undefined && saved?.text === text
        ? { path, version: saved.version }
        : undefined
    },
    check: (request) => post('board', request),
    judge: (path, text) => post('releases', { path, text }),
    fix: (request) => post('fix', request),
    waitForChange: async (seen, signal) =>
      (await ask<{ changes: number }>(`changes?seen=${seen}`, { signal })).changes,
  }
}

/** The pause before the server is asked again after it did not answer, in milliseconds. */
const retryDelay = 2000

/** Calls a function after each change on the disk, until a signal ends that. */
export function followFolder(
  folder: LocalFolder,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): void {
  const follow = async (): Promise<void> => {
    let seen = 0
    while (!signal.aborted) {
      try {
        const now = await folder.waitForChange(seen, signal)
        if (now === seen) continue
        seen = now
        await onChange()
      } catch {
        // Answered at once and taken for a change: what happened meanwhile is not known.
        seen = -1
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
      }
    }
  }
  void follow()
}

const tokenKey = 'routerfile-ui-token'

/** The token if the browser refuses storage; it is lost when the page is loaded again. */
let heldToken = ''

/** The token of the address that `routerfile ui` printed: kept for this tab, and taken out of the address, which browsers show. */
function takeToken(): string {
  const url = new URL(location.href)
  const given = url.searchParams.get('token')
  if (given !== null) {
    heldToken = given
    storeInTab(tokenKey, given)
    url.searchParams.delete('token')
    history.replaceState(history.state, '', url)
  }
  return readFromTab(tokenKey) ?? heldToken
}

/** An answer of `routerfile ui` that refuses something, with its sentence. */
export class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What is said when `routerfile ui` does not answer, as browsers say only that fetching failed. */
export const noAnswer =
  '`routerfile ui` does not answer. If it was stopped, start it again and open the address that it prints.'

/** Asks `routerfile ui`; it refuses in a sentence. */
async function askServer<Answer>(address: string, options: Asked): Promise<Answer> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw error instanceof TypeError ? new Error(noAnswer) : error
  })
  if (!response.ok) throw new RefusedError(response.status, await response.text())
  return response.json() as Promise<Answer>
}
