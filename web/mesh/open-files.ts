import type { OpenedFile } from './read.js'

/** Files that were read, and a sentence for each that was not. */
export type ReadFiles = { files: OpenedFile[]; refused: string[] }

/** The most files that are read, and the largest file in bytes: reports of large networks are larger than router files. */
const maxFiles = 1000
const maxSize = 50_000_000

/** Names of files that may be router files or reports, and folders that have none. */
const textName = /\.(?:ya?ml|json)$/i
const skippedFolder = /(?:^|\/)(?:\.git|node_modules)\//

type NamedFile = { name: string; file: File }

/** Reads files that were chosen in a dialog. */
export const readChosen = (chosen: Iterable<File>): Promise<ReadFiles> =>
  readAll([...chosen].map((file) => ({ name: file.name, file })))

/** Reads files and folders that were dropped. Of a folder, those that may be router files. */
export async function readDropped({ items, files }: DataTransfer): Promise<ReadFiles> {
  // After the first pause, the browser has forgotten the entries.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return readChosen(files)
  const found: NamedFile[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return readAll(found)
}

async function collect(entry: FileSystemEntry, found: NamedFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '')
  const isInside = name.includes('/')
  if (found.length > maxFiles || skippedFolder.test(`${name}/`)) return
  if (isFile(entry)) {
    if (isInside && !textName.test(name)) return
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ name, file })
  } else if (isDirectory(entry)) {
    const reader = entry.createReader()
    // A reader gives some entries at a time, and none at the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (some.length === 0) return
      for (const inner of some) await collect(inner, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function readAll(all: readonly NamedFile[]): Promise<ReadFiles> {
  const refused: string[] = []
  if (all.length > maxFiles) refused.push(`Only the first ${maxFiles} files were read.`)
  const read = await Promise.all(
    all.slice(0, maxFiles).map(async ({ name, file }): Promise<OpenedFile | string> => {
      if (file.size > maxSize) return `${name} is larger than 50 MB.`
      try {
        const text = await file.text()
        return text.includes('\0') ? `${name} is not a text file.` : { name, text }
      } catch {
        return `${name} cannot be read.`
      }
    }),
  )
  return {
    files: read.filter((file) => typeof file !== 'string'),
    refused: [...refused, ...read.filter((why) => typeof why === 'string')],
  }
}
