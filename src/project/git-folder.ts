import type { Dirent } from 'node:fs'
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { splitLines } from '../document/lines.js'
import { maxTextLength } from '../document/limits.js'
import { describeError, findStats, getErrorCode, readFileBytes, readText } from './disk.js'
import { ProjectError } from './project-error.js'

function readTextOrNothing(path: string): string {
  const result = readText(path)
  return 'text' in result ? result.text : ''
}

/**
 * The directory where git stores the data of a repository, even if `folder` is an additional work tree, whose `.git` is
 * only a file.
 */
export function findGitFolder(folder: string): string {
  if (!findStats(join(folder, '.git'))?.isFile()) return join(folder, '.git')
  const gitFolder = findOwnGitFolder(folder)
  return resolve(gitFolder, readTextOrNothing(join(gitFolder, 'commondir')).trim())
}

/** The directory where git stores the data of a work tree. */
function findOwnGitFolder(folder: string): string {
  const gitPath = join(folder, '.git')
  if (!findStats(gitPath)?.isFile()) return gitPath
  const [, gitFolder = ''] = /^gitdir: (.*)$/m.exec(readTextOrNothing(gitPath)) ?? []
  return resolve(folder, gitFolder)
}

/**
 * Files in the git folder that git reads to the end whatever their reported size. If one is a pipe or a link to
 * `/dev/zero`, git never returns.
 */
const filesReadWhole = [
  'HEAD',
  'config',
  'config.worktree',
  'info/attributes',
  'info/grafts',
  'info/sparse-checkout',
  'objects/info/commit-graphs/commit-graph-chain',
  'shallow',
]

/**
 * Files in the git folder that git reads only up to their reported size, so an endless device does no harm there.
 * Opening a pipe would still block git.
 */
const sizedFiles = ['index', 'info/exclude', 'objects/info/commit-graph', 'packed-refs']

/** Folders in the git folder of a repository in which git may read any file. */
const searchedFolders = ['refs', 'objects', 'info']

/** Files of the working tree that git reads to know how to treat other files. */
const attributeFiles = ['.gitattributes', '.gitignore', '.gitmodules']

/** Maximum depth of alternates that refer to other alternates, as in git. */
const maxAlternates = 5

/**
 * Throws if the repository that contains a folder has a file that git would read and that never ends, such as a pipe or
 * a link to `/dev/zero`.
 */
export function rejectEndlessGitFiles(folder: string): void {
  const root = findRepository(resolve(folder))
  if (root === undefined) return
  const gitPath = join(root, '.git')
  if (findStats(gitPath)?.isFile()) rejectEndlessFile(gitPath)
  const gitFolder = findOwnGitFolder(root)
  rejectEndlessFile(join(gitFolder, 'commondir'))
  const sharedFolder = findGitFolder(root)
  for (const folderOfGit of new Set([gitFolder, sharedFolder])) {
    for (const name of filesReadWhole) rejectEndlessFile(join(folderOfGit, name))
    for (const name of sizedFiles) rejectSpecialFile(join(folderOfGit, name))
    for (const name of searchedFolders) rejectSpecialBelow(join(folderOfGit, name))
  }
  for (const name of attributeFiles) rejectSpecialFile(join(root, name))
  rejectEndlessSettings(
    [gitFolder, sharedFolder].flatMap((folderOfGit) => [
      join(folderOfGit, 'config'),
      join(folderOfGit, 'config.worktree'),
    ]),
  )
  rejectEndlessAlternates(join(sharedFolder, 'objects'), maxAlternates)
}

/** Throws if a config file of git, or a file that it includes, never ends. */
function rejectEndlessSettings(files: readonly string[]): void {
  // The loop also visits files that it adds to the set.
  const settings = new Set(files)
  for (const file of settings) {
    rejectEndlessFile(file)
    for (const path of listIncludes(readTextOrNothing(file))) {
      // Like git, uses only `HOME` to find the home folder.
      const expandedPath = path.replace(/^~(?=\/)/, process.env['HOME'] ?? '~')
      settings.add(resolve(dirname(file), expandedPath))
    }
  }
}

/** The paths in the sections `include` and `includeIf` of a config file of git. */
function listIncludes(text: string): string[] {
  let isInclude = false
  return splitLines(text).flatMap((rawLine) => {
    const line = rawLine.trim()
    if (line.startsWith('[')) isInclude = /^\[\s*include/i.test(line)
    const setting = line.startsWith('[') ? line.slice(line.lastIndexOf(']') + 1) : line
    const equalsIndex = setting.indexOf('=')
    const isPathSetting = setting.slice(0, Math.max(equalsIndex, 0)).trim().toLowerCase() === 'path'
    return isInclude && isPathSetting
      ? [
          setting
            .slice(equalsIndex + 1)
            .trim()
            .replaceAll('"', ''),
        ]
      : []
  })
}

function findRepository(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (findStats(join(current, '.git'))) return current
    if (current === dirname(current)) return undefined
  }
}

/**
 * Throws if an `info/alternates` file of git never ends: the file in `objects`, or one in the object folders that it
 * lists.
 */
function rejectEndlessAlternates(objects: string, depth: number): void {
  const file = join(objects, 'info', 'alternates')
  rejectEndlessFile(file)
  if (depth === 0 || !findStats(file)) return
  for (const line of readTextOrNothing(file).split('\n'))
    if (line !== '' && !line.startsWith('#'))
      rejectEndlessAlternates(resolve(objects, line), depth - 1)
}

/** Maximum number of files to check. A repository has fewer if git packs it now and then. */
const maxFiles = 200_000

/** Throws if a folder, or one of the first `maxFiles` files below it, is a pipe or device, or a link to one. */
function rejectSpecialBelow(folder: string): void {
  rejectSpecialFile(folder)
  const pendingFolders = [folder]
  for (let count = 0; pendingFolders.length > 0 && count < maxFiles;)
    for (const entry of listFolder(pendingFolders.pop() ?? '')) {
      const path = join(entry.parentPath, entry.name)
      count += 1
      if (entry.isDirectory()) pendingFolders.push(path)
      else if (!entry.isFile()) rejectEndlessFile(path)
    }
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function rejectSpecialFile(path: string): void {
  const stats = findStats(path)
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw createEndlessError(path, 'is not a regular file')
}

function rejectEndlessFile(path: string): void {
  rejectSpecialFile(path)
  const fault = findStats(path)?.isFile() ? findFault(path) : undefined
  if (fault !== undefined) throw createEndlessError(path, fault)
}

/** Returns why git must not read a regular file; undefined if it may. */
function findFault(path: string): string | undefined {
  try {
    return readFileBytes(path, maxTextLength) ? undefined : 'has no end, or is too long'
  } catch (error) {
    // Git itself reports missing permissions. Any other error is a fault: files in `/proc` may fail after a part was
    // read.
    return getErrorCode(error) === 'EACCES' ? undefined : `cannot be read: ${describeError(error)}`
  }
}

const createEndlessError = (path: string, why: string): ProjectError =>
  new ProjectError(`git is not run: \`${path}\` ${why}`, { code: 'git' })
