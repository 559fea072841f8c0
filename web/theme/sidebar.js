import { onMounted, watch } from 'vue'

/** Says in the sidebar where a page is: the section of a key is marked, and what is marked is scrolled into view. */
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
    // Only the sidebar scrolls, and only if it must.
    if (box.top < around.top || box.bottom > around.bottom)
      sidebar.scrollTop += box.top - around.top - around.height / 3
  }
  // The theme draws its sidebar once more when a page has come.
  const updateLater = () => globalThis.requestAnimationFrame(update)
  onMounted(updateLater)
  watch(() => route.path, updateLater, { flush: 'post' })
}
