import { adoptStyle } from '../shared/style.js'
import type { Mount } from '../shared/tool.js'
import { followLinks } from '../shared/visit.js'
import css from './playground.css'
import { createPlayground } from './playground.js'

/**
 * Mounts the playground in a shadow root. The editor creates its styles by script, and the content
 * security policy blocks style elements in the page itself, but not in a shadow root.
 */
export const mount: Mount = (root, page) => {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyle(shadow, css)
  followLinks(shadow)
  root.replaceChildren(host)
  const stop = createPlayground(shadow, page)
  return () => {
    stop()
    host.remove()
  }
}
