import { decodeText, findEncoding } from '../../src/document/decode-text.js'
import type { OpenedFile } from './opened-file.js'

/** Files that were read, and a message for each that was not. */
export type ReadFiles = { files: OpenedFile[]; refused: string[] }

/** Limits for reading files. */
export type ReadLimits = {
  /** Maximum number of open files. */
  maxFiles: number
  /** Maximum size of a file, in bytes. */
  maxSize: number
  /** Maximum total size of all open files, in bytes. */
  maxTotal: number
  /** Whether a file replaces an open one with the same name. */
  isReplacing: boolean
  /** Names of the files to read from a folder. */
  names: RegExp
  /** What to do about files that exceed the limits, as a sentence. */
  remedy: string
}

/** Folders that never contain router files. */
export const skippedFolder = /(?:^|\/)(?:\.git|node_modules)\//

/** A file and its path, relative to the folder that was chosen or dropped. */
export type NamedFile = { name: string; file: File }

/** Returns whether to read a file. A file that was chosen individually is read whatever its name is. */
export const isRead = (name: string, { names }: ReadLimits): boolean =>
  !name.includes('/') || (names.test(name) && !skippedFolder.test(name))

/** Maximum number of files that are read at the same time. */
const filesPerTurn = 32

/** Reads files, within the limits for all open files. */
export async function readAll(
  all: readonly NamedFile[],
  limits: ReadLimits,
  open: readonly OpenedFile[],
): Promise<ReadFiles> {
  const named = all.filter(({ name }) => isRead(name, limits))
  const wanted = await lookUpSizes(named.slice(0, limits.maxFiles))
  const replaced = new Set(limits.isReplacing ? wanted.map(({ name }) => name) : [])
  const kept = open.filter(({ name }) => !replaced.has(name))
  const small = wanted.filter(({ size }) => size <= limits.maxSize)
  const taken = takeFitting(small, ({ size }) => size, limits, kept)
  const read: (OpenedFile | string)[] = []
  // In batches, so that the page stays responsive.
  for (let start = 0; start < taken.length; start += filesPerTurn)
    read.push(...(await Promise.all(taken.slice(start, start + filesPerTurn).map(readOne))))
  return {
    files: read.filter((file) => typeof file !== 'string'),
    refused: [
      ...(wanted.length === 0 ? ['No file in the folder looks like a router file.'] : []),
      ...(taken.length < small.length || wanted.length < named.length
        ? [describeLeftOut(limits)]
        : []),
      ...wanted.flatMap(({ name, size }) =>
        size > limits.maxSize ? [describeTooLarge(name, size, limits)] : [],
      ),
      ...read.filter((why) => typeof why === 'string'),
    ],
  }
}

/**
 * Looks up the sizes of files. Browsers read each one from the disk synchronously, so this yields
 * to the page between batches.
 */
async function lookUpSizes(files: readonly NamedFile[]): Promise<(NamedFile & { size: number })[]> {
  const sized: (NamedFile & { size: number })[] = []
  for (const [index, file] of files.entries()) {
    if (index % filesPerTurn === filesPerTurn - 1)
      await new Promise((resolve) => setTimeout(resolve))
    sized.push({ ...file, size: file.file.size })
  }
  return sized
}

/** Selects the items that fit the limits together with the files that stay open. Earlier items are preferred. */
export function takeFitting<Item>(
  items: readonly Item[],
  getSize: (item: Item) => number,
  { maxFiles, maxTotal }: Pick<ReadLimits, 'maxFiles' | 'maxTotal'>,
  kept: readonly OpenedFile[] = [],
): Item[] {
  const taken: Item[] = []
  let total = kept.reduce((sum, { text }) => sum + text.length, 0)
  for (const item of items) {
    if (kept.length + taken.length >= maxFiles) break
    if (total + getSize(item) > maxTotal) continue
    total += getSize(item)
    taken.push(item)
  }
  return taken
}

/** Reads a file; returns a message if that is not possible. */
async function readOne({ name, file }: NamedFile): Promise<OpenedFile | string> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const read = decodeText(bytes, name)
    const encoding = findEncoding(bytes)
    if ('why' in read || read.text.includes('\0')) return `${name} is not a text file.`
    return { name, text: read.text, ...(encoding !== 'utf-8' && { encoding }) }
  } catch {
    return `${name} cannot be read.`
  }
}

const describeLeftOut = ({ maxFiles, maxTotal, remedy }: ReadLimits): string =>
  `Some files were not read: this page opens up to ${maxFiles} files and ${formatMegabytes(maxTotal)} MB in all. ${remedy}`

/** Returns the message for a file or text that is too large. */
export const describeTooLarge = (
  what: string,
  length: number,
  { maxSize, remedy }: Pick<ReadLimits, 'maxSize' | 'remedy'>,
): string =>
  `${what} is too large for this page (${formatMegabytes(length)} MB; the limit is ${formatMegabytes(maxSize)} MB). ${remedy}`

const formatMegabytes = (bytes: number): string => String(Number((bytes / 1_000_000).toFixed(1)))
