import type { OpenedFile } from '../shared/opened-file.js'

/** An open file with its edits. */
export type KeptFile = {
  /** Its name in the page. */
  name: string
  /** The file as it was opened, or as it was saved last. */
  opened: OpenedFile
  /** When it was opened. A file that was closed and opened again is another copy, whose undo knows no earlier edits. */
  openedAt: number
  isEdited: boolean
  /** The text in the editor. */
  shown: string
  /** The editor's text, selection and history as JSON; a file without it has the text alone. */
  state?: unknown
}

/**
 * The open copy that stays open instead of a kept file of the folder; undefined if the kept file is to be opened. An
 * open copy is newer, but one that was opened again and has no edits must not replace edits.
 */
export const findNewer = (kept: KeptFile, open: readonly KeptFile[]): KeptFile | undefined =>
  open.find(
    ({ opened, openedAt, isEdited }) =>
      opened.origin !== undefined &&
      opened.origin.path === kept.opened.origin?.path &&
      (isEdited || !kept.isEdited || openedAt === kept.openedAt),
  )
