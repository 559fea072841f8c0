import type { OpenedFile } from './opened-file.js'

/** Files that one tool passes to another. */
export type Handover = {
  files: readonly OpenedFile[]
  /** Texts of the edited files, by name. */
  edits: readonly Pick<OpenedFile, 'name' | 'text'>[]
  /** The file and line to show; lines count from 1. */
  place: { name: string; line: number }
  release: string | undefined
  /** Whether the files are newly generated, so that no page waits for their edits. */
  isMade?: true
}

/**
 * The state that tools keep while another page of the site is open, until the site is left or
 * reloaded. In memory only: an address or storage would retain the secrets in files.
 */
export const visit: {
  /** Files to open in the playground. */
  handover?: Handover | undefined
  /** The playground's files as they were opened or last saved, with their texts in the editor. */
  edited?: readonly { opened: OpenedFile; text: string }[] | undefined
  /** The answers in the generator's form. */
  answers?: Readonly<Record<string, string | readonly string[] | boolean>> | undefined
} = {}

/** Opens a page of the site without a reload, as a click on a link does, so that the state in memory is kept. */
export function openPage(address: string): void {
  const link = document.createElement('a')
  link.href = address
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Makes links in a shadow root use the site's router. The router listens on the window, where the target of a click in
 * a shadow root is the host, so without this, the browser would load the whole page.
 */
export function followLinks(root: ShadowRoot): void {
  root.addEventListener('click', (event) => {
    if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return
    const link = event.target.closest('a')
    if (link?.target !== '' || link.download !== '' || link.origin !== location.origin) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPage(link.href)
  })
}
