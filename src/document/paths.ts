export const findNameStart = (path: string): number =>
  Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1

/** The name of the folder of a file; undefined if its path does not name the folder. */
export function getFolderName(path: string): string | undefined {
  const folder = path.slice(0, Math.max(0, findNameStart(path) - 1))
  return folder.slice(findNameStart(folder)) || undefined
}
