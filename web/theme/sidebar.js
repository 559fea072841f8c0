import { onMounted, watch } from 'vue'

/**
 * Marks the link of the current page in the sidebar, or that of the section on the page of a key, and scrolls it into
 * view.
 */
export function markPlace(route) {
  const update = () => {
    const sidebar = globalThis.document.querySelector('.VPSidebar')
    if (!sidebar) return
    for (const link of sidebar.querySelectorAll('a[aria-current]'))
      link.removeAttribute('aria-current')
    const [, section] = /\/keys\/([\w-]+)\./.exec(route.path) ?? []
    const link =
      (section && sidebar.querySelector(`a[href$="/keys/${section}.html"]`)) ||
      sidebar.querySelector('.is-active > .item a')
    if (!link) return
    link.setAttribute('aria-current', 'true')
    const [box, around] = [link.getBoundingClientRect(), sidebar.getBoundingClientRect()]
    // Scrolls only the sidebar, and only if necessary.
    if (box.top < around.top || box.bottom > around.bottom)
      sidebar.scrollTop += box.top - around.top - around.height / 3
  }
  // The theme renders its sidebar again after a page has loaded.
  const updateLater = () => globalThis.requestAnimationFrame(update)
  onMounted(updateLater)
  watch(() => route.path, updateLater, { flush: 'post' })
}
