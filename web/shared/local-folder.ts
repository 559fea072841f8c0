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

/** The folder of `routerfile ui`. */
export type LocalFolder = {
  listFiles: () => Promise<readonly LocalFile[]>
  readFile: (path: string) => Promise<LocalText>
  readAll: () => Promise<readonly (LocalFile & LocalText)[]>
  /** Overwrites a file, only if the disk still has `version`. */
  writeFile: (path: string, text: string, version: string) => Promise<LocalText>
  /** Creates a file; rejects if it exists. Returns its origin; undefined if the folder does not list it. */
  createFile: (name: string, text: string) => Promise<FileOrigin | undefined>
  check: (request: BoardRequest) => Promise<Board>
  judge: (path: string, text?: string) => Promise<ReleaseVerdicts>
  fix: (request: FixRequest) => Promise<FixedText>
  /**
   * Long-polls until more than `seen` changes have happened on the disk, and returns their number.
   * May return `seen` after a timeout.
   */
  waitForChange: (seen: number, signal: AbortSignal) => Promise<number>
}

type Asked = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** Returns whether `routerfile ui` serves the page from this machine. */
export const isServedLocally = (): boolean =>
  document.querySelector('meta[name="routerfile-local"]') !== null

/** Connects to the folder of `routerfile ui`; undefined if the page is not served by it. */
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

/** Delay before a request is retried after an error, in milliseconds. */
const retryDelay = 2000

/** Calls a function after each change on the disk, until the signal aborts. */
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
        // Changes may have been missed: with -1, the next request returns at once and counts as a
        // change.
        seen = -1
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
      }
    }
  }
  void follow()
}

const tokenKey = 'routerfile-ui-token'

/** The token in memory, for browsers that refuse storage; a reload loses it. */
let heldToken = ''

/**
 * Takes the token out of the address that `routerfile ui` printed, because browsers show and store
 * addresses, and keeps it for this tab.
 */
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

/** An error response of `routerfile ui`; its message is for the user. */
export class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Shown when `routerfile ui` does not answer; browsers only report that fetching failed. */
export const noAnswer =
  '`routerfile ui` does not answer. If it was stopped, start it again and open the address that it prints.'

/** Sends a request to `routerfile ui`. Rejects with a message for the user. */
async function askServer<Answer>(address: string, options: Asked): Promise<Answer> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw error instanceof TypeError ? new Error(noAnswer) : error
  })
  if (!response.ok) throw new RefusedError(response.status, await response.text())
  return response.json() as Promise<Answer>
}
