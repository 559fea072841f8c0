/** Storage key of the chosen release line; `web/theme/release.js` uses it for the documentation. */
const key = 'routerfile.release'

/** Returns the release line that the user chose on any page; undefined if none. */
export function readKeptRelease(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // A browser may refuse storage.
    return undefined
  }
}

/** Stores the line of a chosen release, for all pages and the next visit. */
export function keepRelease(release: string): void {
  const [line] = /^\d+\.\d+/.exec(release) ?? []
  if (line === undefined) return
  try {
    localStorage.setItem(key, line)
  } catch {
    // The choice is then limited to this page.
  }
}
