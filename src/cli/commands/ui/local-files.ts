import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { readText } from '../../../project/disk.js'
import type { SourceFile } from '../../../project/inputs.js'
import { readSource, recognizeSource } from '../../../project/inputs.js'
import { loadEmbeddedFinder } from '../../../project/lint-embedded.js'
import type { Project } from '../../../project/project.js'
import { replaceFileText } from '../../../project/replace-file.js'

/** A router file as the page lists it: its path below the folder, and the release that its configuration names. */
export type LocalFile = { path: string; release: string }

/** The text of a file, and its version: a hash of the text. */
export type LocalText = { text: string; version: string }

/** The router files of a folder. Other files are neither shown nor written. */
export type LocalFiles = {
  list: () => Promise<LocalFile[]>
  /** The text of a file that was listed and is where it was then; undefined for others, or if it cannot be read. */
  read: (path: string) => LocalText | undefined
  /** Replaces the text of a listed file; `changed` if its version is no longer `version`, `unknown` if it was not listed. */
  write: (path: string, text: string, version: string) => 'written' | 'changed' | 'unknown'
}

const getVersion = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Where a file is once all links in its path are followed; undefined if there is none. */
type Place = string | undefined

/** A file that was listed may have become a link meanwhile, or a folder of its path. */
function findPlace(path: string): Place {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** @param openProject A project that knows the configuration as it is now. */
export function createLocalFiles(folder: string, openProject: () => Project): LocalFiles {
  let listed: ReadonlyMap<string, Place> = new Map()
  const read = (path: string): LocalText | undefined => {
    const place = listed.get(path)
    if (place === undefined || findPlace(path) !== place) return undefined
    const found = readText(path)
    return 'text' in found ? { text: found.text, version: getVersion(found.text) } : undefined
  }
  return {
    list: async () => {
      const files = await selectRouterFiles(folder, openProject())
      listed = new Map(files.map(({ path }) => [path, findPlace(path)]))
      return files
    },
    read,
    write: (path, text, version) => {
      const current = read(path)
      if (!current) return 'unknown'
      if (current.version !== version) return 'changed'
      replaceFileText(path, current.text, text)
      return 'written'
    },
  }
}

/** The files that `lint` checks: router files, templates of them, and files such as ConfigMaps that hold some. */
async function selectRouterFiles(folder: string, project: Project): Promise<LocalFile[]> {
  const { sources } = await project.selectFiles({
    arguments: [folder],
    respectsIgnoreFiles: true,
    isSkippable: true,
  })
  const findEmbedded = await loadEmbeddedFinder()
  const isChecked = (source: SourceFile): boolean => {
    const read = readSource(source)
    if (!read || !('text' in read)) return false
    const opened = recognizeSource(source, read.text, { acceptsTemplates: true })
    return (opened && 'text' in opened) || findEmbedded(read.text).length > 0
  }
  return sources
    .filter(isChecked)
    .map(({ path, options }) => ({ path, release: options.target ?? '' }))
}
