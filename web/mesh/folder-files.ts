import type { OpenedFile } from '../shared/opened-file.js'

/** Open files, and the texts of the edited ones by name. */
type EditedFiles = { files: readonly OpenedFile[]; edits: ReadonlyMap<string, string> }

/** Returns whether two open files are the same file of the folder; files outside it are compared by name. */
export const isSameFile = (left: OpenedFile, right: OpenedFile): boolean =>
  left.origin || right.origin ? left.origin?.path === right.origin?.path : left.name === right.name

/**
 * Merges newly read files of a folder with the edits. An edited file keeps the version that the
 * edit is based on, so that saving does not overwrite what another program wrote since. It also
 * stays if it was deleted.
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
