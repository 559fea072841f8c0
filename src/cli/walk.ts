import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readText } from '../file.js'
import { faultOf, statOf } from '../world/disk.js'
import { UsageError } from './flags.js'
import type { Layer } from './ignored.js'

/** What stands in a folder; `isOdd` where it is neither a folder nor a plain file itself. */
type Entry = { name: string; isFolder: boolean; isOdd?: boolean }

/** Lists a folder. */
export type Listing = (folder: string) => readonly Entry[]

export type Walk = {
  isWanted: (path: string) => boolean
  listing: Listing
  /** Whether `.gitignore`, `.git/info/exclude` and `.routerfileignore` are heeded. */
  heedsIgnoreFiles: boolean
}

/** The files found, and the folders that could not be read, with the reason. */
export type Walked = { paths: string[]; refused: string[] }

export const onDisk: Listing = (folder) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFolder: entry.isDirectory(),
    isOdd: !entry.isDirectory() && !entry.isFile(),
  }))

/** A listing of some files only, given by absolute paths. */
export function listingOf(paths: Iterable<string>): Listing {
  const folders = new Map<string, Map<string, boolean>>()
  for (const path of paths) {
    for (let at = path, isFolder = false; at !== dirname(at); at = dirname(at), isFolder = true) {
      const known = folders.get(dirname(at)) ?? new Map<string, boolean>()
      folders.set(dirname(at), known.set(basename(at), isFolder))
    }
  }
  return (folder) =>
    [...(folders.get(resolve(folder)) ?? [])].map(([name, isFolder]) => ({ name, isFolder }))
}

const skipped = new Set(['node_modules', 'vendor', 'dist'])

/** Files below a folder, hidden ones, those of packages and ignored ones left out. */
export async function filesBelow(
  folder: string,
  { isWanted, listing, heedsIgnoreFiles }: Walk,
): Promise<Walked> {
  const walked: Walked = { paths: [], refused: [] }
  const open = [
    { where: folder, above: heedsIgnoreFiles ? await layersAbove(resolve(folder)) : [] },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { where, above } = next
    const layers = heedsIgnoreFiles ? await layersIn(resolve(where), above) : []
    const ignored = layers.length > 0 ? await import('./ignored.js') : undefined
    for (const { name, isFolder, isOdd = false } of entriesOf(where, listing, walked)) {
      const place = where === '.' ? name : join(where, name)
      if (name.startsWith('.') || skipped.has(name) || (!isFolder && !isWanted(place))) continue
      if (ignored?.isIgnored(layers, resolve(place), isFolder)) continue
      if (isFolder) open.push({ where: place, above: layers })
      else if (name.includes('\ufffd') && !statOf(place))
        walked.refused.push(`\`${place}\` cannot be read: its name is no UTF-8`)
      else if (!isOdd || isReadable(place)) walked.paths.push(place)
    }
  }
  return walked
}

/** Whether a link leads to a plain file. From a pipe nothing is read unasked: it may never end. */
const isReadable = (path: string): boolean => statOf(path)?.isFile() === true

function entriesOf(folder: string, listing: Listing, { refused }: Walked): ReturnType<Listing> {
  try {
    return listing(folder)
  } catch (error) {
    refused.push(`folder \`${folder}\` cannot be read: ${faultOf(error)}`)
    return []
  }
}

/** The layers above a folder: from the root of its repository on, else from the current folder on. */
async function layersAbove(folder: string): Promise<readonly Layer[]> {
  const chain = [folder]
  for (let at = folder; at !== dirname(at); at = dirname(at)) chain.unshift(dirname(at))
  const root = chain.findLastIndex((above) => statOf(join(above, '.git')) !== undefined)
  const from = root >= 0 ? root : chain.indexOf(process.cwd())
  let layers: readonly Layer[] = []
  for (const above of from >= 0 ? chain.slice(from, -1) : []) layers = await layersIn(above, layers)
  return layers
}

/** The layers that hold in a folder: those from above, and what its own ignore files say. */
async function layersIn(folder: string, above: readonly Layer[]): Promise<readonly Layer[]> {
  const files = [
    join(gitFolderOf(folder), 'info', 'exclude'),
    join(folder, '.gitignore'),
    join(folder, '.routerfileignore'),
  ]
  const texts = files.filter((path) => statOf(path)?.isFile()).map(linesOf)
  if (texts.length === 0 && above.length === 0) return above
  const { inside, layerOf } = await import('./ignored.js')
  return texts.length > 0
    ? [...inside(above, folder), layerOf(folder, texts)]
    : inside(above, folder)
}

function linesOf(path: string): string {
  const read = readText(path)
  if ('why' in read) throw new UsageError(`${read.why}; --no-ignore does without`)
  return read.text
}

/** The folder in which git keeps what belongs to a repository; further work trees only have a file that names it. */
function gitFolderOf(folder: string): string {
  const place = join(folder, '.git')
  if (!statOf(place)?.isFile()) return place
  const [, own = ''] = /^gitdir: (.*)$/m.exec(readFileSync(place, 'utf8')) ?? []
  const common = join(resolve(folder, own), 'commondir')
  return statOf(common)
    ? resolve(folder, own, readFileSync(common, 'utf8').trim())
    : resolve(folder, own)
}
