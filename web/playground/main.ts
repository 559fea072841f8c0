import { adoptStyle } from '../shared/style.js'
import type { Mount } from '../shared/tool.js'
import { followLinks } from '../shared/visit.js'
import css from './playground.css'
import { createPlayground } from './playground.js'

/**
 * Shows the playground. It lives in a shadow root, where the styles of the editor are allowed: they are made by a
 * script, and the content security policy of the page refuses elements with styles in the page itself.
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
