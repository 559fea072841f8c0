import type { OpenedFile } from '../shared/opened-file.js'

/** An open file with its edits. */
export type KeptFile = {
  /** Its name on the page. */
  name: string
  /** The file as it was opened or last saved. */
  opened: OpenedFile
  /**
   * When it was opened. A file that was closed and reopened is a different copy, without the
   * earlier undo history.
   */
  openedAt: number
  isEdited: boolean
  /** The text in the editor. */
  shown: string
  /** The text, selection and undo history of the editor as JSON; without it, only the text is restored. */
  state?: unknown
}

/**
 * Returns the open copy to keep instead of a kept file of the folder; undefined if the kept file
 * must be opened. An open copy is newer, but a reopened one without edits must not replace edits.
 */
export const findNewer = (kept: KeptFile, open: readonly KeptFile[]): KeptFile | undefined =>
  open.find(
    ({ opened, openedAt, isEdited }) =>
      opened.origin !== undefined &&
      opened.origin.path === kept.opened.origin?.path &&
      (isEdited || !kept.isEdited || openedAt === kept.openedAt),
  )
