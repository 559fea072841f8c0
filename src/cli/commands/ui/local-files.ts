import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { readText } from '../../../project/disk.js'
import { openSource } from '../../../project/inputs.js'
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

async function selectRouterFiles(folder: string, project: Project): Promise<LocalFile[]> {
  const { sources } = await project.selectFiles({
    arguments: [folder],
    heedsIgnoreFiles: true,
    isSkippable: true,
  })
  return sources.flatMap((source) => {
    const opened = openSource(source)
    return opened && 'text' in opened
      ? [{ path: source.path, release: source.options.target ?? '' }]
      : []
  })
}
