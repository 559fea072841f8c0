import type { OpenedFile } from '../shared/opened-file.js'

/** Files as they were opened, and the texts of those that were edited, by name. */
type EditedFiles = { files: readonly OpenedFile[]; edits: ReadonlyMap<string, string> }

/** Whether two open files are the same file of the folder; of other files, whether their names are the same. */
export const isSameFile = (left: OpenedFile, right: OpenedFile): boolean =>
  left.origin || right.origin ? left.origin?.path === right.origin?.path : left.name === right.name

/**
 * The files of a folder that was read again. An edited file keeps the version that its edit was made from, so that the
 * edit is not saved over what another program wrote since; it stays if another program removed it, too.
 */
export function followEdits(
  { files, edits }: EditedFiles,
  read: readonly OpenedFile[],
): { files: OpenedFile[]; edits: Map<string, string> } {
  const edited = files.filter(({ name, origin }) => origin !== undefined && edits.has(name))
  const kept = new Map<string, string>()
  const keep = (name: string, opened: OpenedFile): OpenedFile => {
    kept.set(name, edits.get(opened.name) ?? opened.text)
    return { ...opened, name }
  }
  const removed = edited.filter((file) => !read.some((other) => isSameFile(other, file)))
  const found = read.map((file) => {
    const before = edited.find((other) => isSameFile(other, file))
    return before && edits.get(before.name) !== file.text ? keep(file.name, before) : file
  })
  return { files: [...found, ...removed.map((file) => keep(file.name, file))], edits: kept }
}
