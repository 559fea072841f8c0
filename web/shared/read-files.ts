import type { OpenedFile } from './opened-file.js'

/** Files that were read, and a sentence for each that was not. */
export type ReadFiles = { files: OpenedFile[]; refused: string[] }

/** What a page reads. */
export type ReadLimits = {
  maxFiles: number
  /** The largest file, in bytes. */
  maxSize: number
  /** Names of files that are read of a folder. */
  names: RegExp
  /** What to do with more or larger files, as a sentence. */
  remedy: string
}

/** Folders that no router file is in. */
const skippedFolder = /(?:^|\/)(?:\.git|node_modules)\//

type NamedFile = { name: string; file: File }

/** Reads files that were chosen in a dialog. */
export const readChosen = (chosen: Iterable<File>, limits: ReadLimits): Promise<ReadFiles> =>
  readAll(
    Array.from(chosen, (file) => ({ name: file.webkitRelativePath || file.name, file })),
    limits,
  )

/** Reads files and folders that were dropped. */
export async function readDropped(
  { items, files }: DataTransfer,
  limits: ReadLimits,
): Promise<ReadFiles> {
  // After the first pause, the browser has forgotten the entries.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return readChosen(files, limits)
  const found: NamedFile[] = []
  for (const entry of entries) if (entry) await collect(entry, limits, found)
  return readAll(found, limits)
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
    // A reader gives some entries at a time, and none at the end.
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

/** A file that was chosen by its own name is read whatever that is. */
const isRead = (name: string, { names }: ReadLimits): boolean =>
  !name.includes('/') || (names.test(name) && !skippedFolder.test(name))

async function readAll(all: readonly NamedFile[], limits: ReadLimits): Promise<ReadFiles> {
  const { maxFiles, remedy } = limits
  const wanted = all.filter(({ name }) => isRead(name, limits))
  const read = await Promise.all(wanted.slice(0, maxFiles).map((file) => readOne(file, limits)))
  const refused = read.filter((why) => typeof why === 'string')
  if (wanted.length === 0) refused.unshift('No file in the folder looks like a router file.')
  if (wanted.length > maxFiles)
    refused.unshift(`Only the first ${maxFiles} files were read. ${remedy}`)
  return { files: read.filter((file) => typeof file !== 'string'), refused }
}

/** Reads a file, or says why not. */
async function readOne(
  { name, file }: NamedFile,
  limits: ReadLimits,
): Promise<OpenedFile | string> {
  if (file.size > limits.maxSize) return describeTooLarge(name, file.size, limits)
  try {
    const text = await file.text()
    return text.includes('\0') ? `${name} is not a text file.` : { name, text }
  } catch {
    return `${name} cannot be read.`
  }
}

/** Why a file or text of a size is not taken. */
export const describeTooLarge = (
  what: string,
  length: number,
  { maxSize, remedy }: Pick<ReadLimits, 'maxSize' | 'remedy'>,
): string =>
  `${what} is too large for this page (${formatMegabytes(length)} MB; the limit is ${formatMegabytes(maxSize)} MB). ${remedy}`

const formatMegabytes = (bytes: number): string => String(Number((bytes / 1_000_000).toFixed(1)))
