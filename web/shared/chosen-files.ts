import type { OpenedFile } from './opened-file.js'
import type { NamedFile, ReadFiles, ReadLimits } from './read-files.js'
import { isRead, readAll, skippedFolder } from './read-files.js'

/** Reads files that were chosen in a dialog, if they fit beside those that are open. */
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

/** Reads files and folders that were dropped, if they fit beside those that are open. */
export async function readDropped(
  { items, files }: DataTransfer,
  limits: ReadLimits,
  open: readonly OpenedFile[],
): Promise<ReadFiles> {
  // After the first pause, the browser has forgotten the entries.
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
    // A reader returns some entries at a time, and none at the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (some.length === 0) return
      for (const inner of some) await collect(inner, limits, found)
    }
  }
}

// The DOM tells the kind of an entry by a flag, which TypeScript knows nothing of.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
