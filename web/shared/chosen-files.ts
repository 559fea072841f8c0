import type { OpenedFile } from './opened-file.js'
import type { NamedFile, ReadFiles, ReadLimits } from './read-files.js'
import { isRead, readAll, skippedFolder } from './read-files.js'

/** Reads files that were chosen in a dialog, within the limits for all open files. */
export const readChosen = (
  chosen: Iterable<File>,
  limits: ReadLimits,
  open: readonly OpenedFile[],
): Promise<ReadFiles> =>
  readAll(
    Array.from(chosen, (file) => ({ name: file.webkitRelativePath || file.name, file })),
    limits,
    open,
  )

/** Reads dropped files and folders, within the limits for all open files. */
export async function readDropped(
  { items, files }: DataTransfer,
  limits: ReadLimits,
  open: readonly OpenedFile[],
): Promise<ReadFiles> {
  // Must run before the first `await`, after which the entries are no longer available.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return readChosen(files, limits, open)
  const found: NamedFile[] = []
  for (const entry of entries) if (entry) await collect(entry, limits, found)
  return readAll(found, limits, open)
}

async function collect(
  entry: FileSystemEntry,
  limits: ReadLimits,
  found: NamedFile[],
): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '')
  if (found.length > limits.maxFiles || skippedFolder.test(`${name}/`)) return
  if (isFile(entry)) {
    if (!isRead(name, limits)) return
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ name, file })
  } else if (isDirectory(entry)) {
    const reader = entry.createReader()
    // A reader returns entries in batches; an empty batch is the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (some.length === 0) return
      for (const inner of some) await collect(inner, limits, found)
    }
  }
}

// The DOM identifies entries by flags, which do not narrow the type in TypeScript.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
