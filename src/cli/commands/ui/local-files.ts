import { createHash } from 'node:crypto'
import { realpathSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getErrorCode, readText } from '../../../project/disk.js'
import type { SourceFile } from '../../../project/inputs.js'
import { readSource, recognizeSource } from '../../../project/inputs.js'
import { loadEmbeddedFinder } from '../../../project/lint-embedded.js'
import type { Project } from '../../../project/project.js'
import { replaceFileText } from '../../../project/replace-file.js'
import type { ConfiguredSource } from '../../../project/select-files.js'
import type { LocalFile, LocalText } from './messages.js'

/**
 * The router files of a folder. Other files are neither shown nor written, except files that were opened as router
 * files in this run. So a user who saved something else to such a file can still repair it.
 */
export type LocalFiles = {
  list: () => Promise<LocalFile[]>
  /** The listed files with their options, as `lint` checks them. */
  select: () => Promise<ConfiguredSource[]>
  /** The text of a listed or opened file; undefined if it is neither, was moved since, or cannot be read. */
  read: (path: string) => LocalText | undefined
  /** Like `read`; the file can be read and written from then on, even if it is no longer listed. */
  open: (path: string) => LocalText | undefined
  /**
   * Replaces the text of a listed or opened file and returns it with its new version; `changed` if its version is no
   * longer `version`, `unknown` if `read` finds no text.
   */
  write: (path: string, text: string, version: string) => LocalText | 'changed' | 'unknown'
  /** `taken` if the file exists, `refused` if the name is not allowed or the folder was moved. */
  create: (name: string, text: string) => 'written' | 'taken' | 'refused'
}

const getVersion = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The path of a file after following all links; undefined if it cannot be resolved. */
type RealPath = string | undefined

/** Follows all links in a path with each call: a file or folder in it may have become a link after it was listed. */
function resolveRealPath(path: string): RealPath {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

export const toNameInFolder = (folder: string, path: string): string =>
  relative(folder, path) || path

/** The allowed names of new files: without a folder, and ending in `.yml` or `.yaml`. */
const newFileName = /^\w[\w.-]{0,100}\.ya?ml$/

/** @param openProject Opens a project with the current configuration. */
export function createLocalFiles(folder: string, openProject: () => Project): LocalFiles {
  let listedFiles: ReadonlyMap<string, RealPath> = new Map()
  /** Opened files with their real paths from when they were listed; if these differ now, a link replaced the file. */
  const openedFiles = new Map<string, RealPath>()
  const folderRealPath = resolveRealPath(folder)
  const hasMoved = (): boolean => resolveRealPath(folder) !== folderRealPath
  const read = (path: string): LocalText | undefined => {
    const realPath = listedFiles.get(path) ?? openedFiles.get(path)
    if (realPath === undefined || resolveRealPath(path) !== realPath) return undefined
    const result = readText(path)
    return 'text' in result ? { text: result.text, version: getVersion(result.text) } : undefined
  }
  const open = (path: string): LocalText | undefined => {
    const found = read(path)
    if (found && listedFiles.has(path)) openedFiles.set(path, listedFiles.get(path))
    return found
  }
  const select = async (): Promise<ConfiguredSource[]> => {
    const targets = hasMoved() ? [] : await selectRouterFiles(folder, openProject())
    listedFiles = new Map(targets.map(({ path }) => [path, resolveRealPath(path)]))
    return targets
  }
  return {
    list: async () =>
      (await select()).map(({ path, options }) => ({
        path,
        name: toNameInFolder(folder, path),
        release: options.target,
      })),
    select,
    read,
    open,
    write: (path, text, version) => {
      const current = open(path)
      if (!current) return 'unknown'
      if (current.version !== version) return 'changed'
      replaceFileText(path, current.text, text)
      // Not read from disk again: another program may have written the file since, and its text must not be returned as
      // if this function had written it.
      return { text, version: getVersion(text) }
    },
    create: (name, text) => {
      if (!newFileName.test(name) || hasMoved()) return 'refused'
      try {
        // Fails if a file or a link with this name exists; does not follow the link.
        writeFileSync(join(folder, name), text, { flag: 'wx' })
        return 'written'
      } catch (error) {
        if (getErrorCode(error) === 'EEXIST') return 'taken'
        throw error
      }
    },
  }
}

/**
 * Selects the files that `lint` checks: router files, templates of them, and files that contain router files, such as
 * ConfigMaps.
 */
async function selectRouterFiles(folder: string, project: Project): Promise<ConfiguredSource[]> {
  const { sources } = await project.selectFiles({
    arguments: [folder],
    respectsIgnoreFiles: true,
    isSkippable: true,
  })
  const findEmbedded = await loadEmbeddedFinder()
  const isChecked = (source: SourceFile): boolean => {
    const readResult = readSource(source)
    if (!readResult || !('text' in readResult)) return false
    const recognizedFile = recognizeSource(source, readResult.text, { acceptsTemplates: true })
    return (recognizedFile && 'text' in recognizedFile) || findEmbedded(readResult.text).length > 0
  }
  return sources.filter(isChecked)
}
