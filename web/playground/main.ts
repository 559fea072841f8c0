import type { Mount } from '../shared/tool.js'

export const mount: Mount = (root) => {
  root.textContent = ''
  return () => root.replaceChildren()
}
