/** The methods of `sessionStorage` that this file uses: tests have no types of browsers. */
declare const sessionStorage: {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
}

/** Keeps a text for reloads of this tab. A browser may refuse storage; nothing is kept then. */
export function storeInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    return
  }
}

/** What was kept for reloads of this tab; undefined if nothing was, or if the browser refuses storage. */
export function readFromTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Forgets what was kept. */
export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}
