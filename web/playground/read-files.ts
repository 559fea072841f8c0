import { maxTextLength } from './editor.js'
import type { SharedFile } from './share.js'

/** Files that were read, and a sentence for each that was not. */
export type ReadFiles = { files: SharedFile[]; refused: string[] }

/** More files than this are not opened: the comparison of routers is for the command line then. */
const maxFiles = 100

/** Names of files that may be router files, hold some, or are templates of them. */
const textName = /\.(?:ya?ml|json|j2|jinja2?|tmpl|tpl|template|envsubst|conf|env|txt|tf|cfg)$/i

/** Folders that no router file is in. */
const skippedFolder = /(?:^|\/)(?:\.git|node_modules)\//

type NamedFile = { name: string; file: File }

/** Reads files that were chosen in a dialog. Of a folder, those that may be router files. */
export const readChosen = (chosen: FileList): Promise<ReadFiles> =>
  readAll(Array.from(chosen, (file) => ({ name: file.webkitRelativePath || file.name, file })))

/** Reads files and folders that were dropped. */
export async function readDropped({ items, files }: DataTransfer): Promise<ReadFiles> {
  // After the first pause, the browser has forgotten the entries.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  const isWhole = entries.length > 0 && entries.every((entry) => entry !== null)
  if (!isWhole) return readChosen(files)
  const found: NamedFile[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return readAll(found)
}

async function collect(entry: FileSystemEntry, found: NamedFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '')
  if (found.length > maxFiles || skippedFolder.test(`${name}/`)) return
  if (isFile(entry)) {
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
  const isFolder = all.some(({ name }) => name.includes('/'))
  const wanted = all.filter(
    ({ name }) => !skippedFolder.test(name) && (!isFolder || textName.test(name)),
  )
  const refused: string[] = []
  if (all.length > 0 && wanted.length === 0) refused.push('There is no YAML file in the folder.')
  if (wanted.length > maxFiles)
    refused.push(
      `Only the first ${maxFiles} files were opened; check more with \`routerfile lint\`.`,
    )
  const files: SharedFile[] = []
  for (const { name, file } of wanted.slice(0, maxFiles)) {
    if (file.size > maxTextLength) refused.push(describeTooLarge(name, file.size))
    else {
      const text = await file.text()
      if (text.includes('\0')) refused.push(`${name} is not a text.`)
      else files.push({ name, text })
    }
  }
  return { files, refused }
}

/** Why a file or text of a size is not taken. */
export const describeTooLarge = (what: string, length: number): string =>
  `${what} is too large for this page (${(length / 1_000_000).toFixed(1)} MB; the limit is 1 MB). Check it with \`routerfile lint\`.`
