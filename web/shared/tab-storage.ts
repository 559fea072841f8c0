/** The methods of `sessionStorage` that this file uses: tests have no types of browsers. */
declare const sessionStorage: {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
}

/** Stores a text for reloads of this tab; does nothing if the browser refuses storage. */
export function storeInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    return
  }
}

/** Returns a text stored for reloads of this tab; undefined if there is none, or if the browser refuses storage. */
export function readFromTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Removes a stored text. */
export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}
