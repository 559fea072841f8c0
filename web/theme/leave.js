/**
 * Asks before a tab is left whose storage alone has edits of a folder: those of a visit that was loaded again on another
 * page than the playground. The playground asks itself, and removes the mark.
 */
export function askForEditsOfBefore() {
  if (!hasEdits()) return
  globalThis.addEventListener('beforeunload', (event) => {
    if (hasEdits()) event.preventDefault()
  })
}

function hasEdits() {
  try {
    // As `web/playground/kept-scenes.ts` writes it.
    return globalThis.sessionStorage.getItem('routerfile-unsaved') !== null
  } catch {
    // A browser may refuse storage; nothing is kept then.
    return false
  }
}
