/**
 * Asks before the tab is closed if its storage has the only copy of edits to a folder. This is the case after a page
 * other than the playground was reloaded. The playground itself asks while it is open, and removes the mark.
 */
export function askBeforeLosingStoredEdits() {
  if (!hasEdits()) return
  globalThis.addEventListener('beforeunload', (event) => {
    if (hasEdits()) event.preventDefault()
  })
}

function hasEdits() {
  try {
    // Written by `web/playground/kept-scenes.ts`.
    return globalThis.sessionStorage.getItem('routerfile-unsaved') !== null
  } catch {
    // A browser may refuse storage; then there are no stored edits.
    return false
  }
}
