import type { OpenedFile } from './opened-file.js'

/** What one tool hands to another one. */
export type Handover = {
  files: readonly OpenedFile[]
  /** The texts of those that were edited, by name. */
  edits: readonly Pick<OpenedFile, 'name' | 'text'>[]
  /** The file to show, and its line, which counts from 1. */
  place: { name: string; line: number }
  release: string | undefined
  /** Whether they are newly made, so that nobody waits for their edits. */
  isMade?: true
}

/**
 * What tools keep while another page of the site is open, until the site is left or loaded again. It is in memory only:
 * in an address or in a storage, the secrets of files would stay.
 */
export const visit: {
  /** Files on their way to the playground. */
  handover?: Handover | undefined
  /** The files of the playground as they were opened or saved last, and their texts in the editor. */
  edited?: readonly { opened: OpenedFile; text: string }[] | undefined
  /** The answers in the form of the generator. */
  answers?: Readonly<Record<string, string | readonly string[] | boolean>> | undefined
} = {}

/** Opens a page of the site as a click on a link to it does, which keeps what is in memory. */
export function openPage(address: string): void {
  const link = document.createElement('a')
  link.href = address
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Has links in a shadow root open pages of the site as other links do: the router of the site listens at the window, where
 * a click in a shadow root seems to come from its host, so that the browser would load the whole page.
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
