import type { Site } from './tool.js'

/** Adds the style sheet of a tool, and shows the tool when it is there. Returns what removes it again. */
export function addStyle(root: HTMLElement, { base }: Site, name: string): () => void {
  const link = document.createElement('link')
  const show = (): void => void (root.hidden = false)
  root.hidden = true
  link.rel = 'stylesheet'
  link.addEventListener('load', show)
  link.addEventListener('error', show)
  link.href = `${base}tools/${name}.css`
  document.head.append(link)
  return () => {
    link.remove()
    show()
  }
}
