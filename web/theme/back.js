/**
 * Keeps a page when Back and Forward stay on it. VitePress would recreate it the first time,
 * because the initial page of a visit is a different module: a tool would restart, and the editor
 * of an example would lose its edits.
 */
export function keepPageOnBack(router) {
  let pending
  router.onBeforePageLoad = (to) => {
    const path = new globalThis.URL(to, globalThis.location.href).pathname
    const { route } = router
    // VitePress calls this from its own `popstate` listener, which runs before any listener added
    // here.
    const isTraversing = globalThis.event?.type === 'popstate'
    if (isTraversing && route.component && path === route.path && pending === undefined)
      return false
    pending = path
    return true
  }
  router.onAfterPageLoad = () => {
    pending = undefined
  }
}
