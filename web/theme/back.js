/**
 * Leaves a page as it is when Back and Forward stay on it. VitePress would build it anew the first time, as it has another
 * module for the page that a visit begins with: a tool would start again, and an example in an editor lose its edits.
 */
export function keepPageOnBack(router) {
  let pending
  router.onBeforePageLoad = (to) => {
    const path = new globalThis.URL(to, globalThis.location.href).pathname
    const { route } = router
    // VitePress asks from its listener for Back and Forward, before which no listener of ours is called.
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
