/** Where the pages of the site keep the release line that was chosen; `web/theme/release.js` is for the pages. */
const key = 'routerfile.release'

/** The release line that was chosen on any page before; undefined if none was. */
export function readKeptRelease(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // A browser may refuse storage.
    return undefined
  }
}

/** Keeps the line of a release that somebody chose, for all pages and the next visit. */
export function keepRelease(release: string): void {
  const [line] = /^\d+\.\d+/.exec(release) ?? []
  if (line === undefined) return
  try {
    localStorage.setItem(key, line)
  } catch {
    // The choice then holds for this page.
  }
}
