import { constants, copyFileSync, mkdirSync, chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  describeError,
  findStats,
  getErrorCode,
  maxTextBytes,
  readFileBytes,
} from '../../../project/disk.js'
import type { DiffStreams } from '../../diff.js'
import { printPatch } from '../../diff.js'
import { isUserError, UsageError } from '../../errors.js'
import { replaceFile } from '../../../project/replace-file.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import { assignGroup } from '../../flags.js'

export const writeFlags = assignGroup('Output', {
  'dry-run': { help: 'print what would be written, write nothing' },
  diff: { help: 'print what would change as a patch, write nothing' },
  force: { help: 'overwrite files, after a backup' },
})

/** A file to write; a file that may contain secrets is readable only by its owner. */
export type OutputFile = { path: string; text: string; isSecret?: boolean }

export type WriteResult = 'made' | 'replaced' | 'unchanged' | 'exists'

/** The content, if the file exists. Throws a `UsageError` if the file is unreadable, too large or not regular. */
function readContent(path: string): string | undefined {
  const stats = findStats(path)
  if (!stats) return undefined
  if (!stats.isFile())
    throw new UsageError(
      `\`${path}\` cannot be written: it is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}`,
    )
  try {
    const bytes = readFileBytes(path, maxTextBytes)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    throw new UsageError(`\`${path}\` exists and cannot be read: ${describeError(error)}`)
  }
  throw new UsageError(`\`${path}\` exists and is too large to be read`)
}

export function compareFile({ path, text }: OutputFile): 'absent' | 'same' | 'differs' {
  const currentText = readContent(path)
  return currentText === undefined ? 'absent' : currentText === text ? 'same' : 'differs'
}

export function printFilePatch(streams: DiffStreams, { path, text }: OutputFile): void {
  const currentText = readContent(path) ?? ''
  if (currentText !== text) printPatch(streams, path, currentText, text)
}

/** Writes a file atomically. An existing file is not changed unless `force` is set; then it is backed up first. */
export function writeFile({ path, text, isSecret }: OutputFile, force: boolean): WriteResult {
  try {
    const state = compareFile({ path, text })
    if (state === 'same') return 'unchanged'
    if (state === 'differs' && !force) return 'exists'
    if (state === 'absent') mkdirSync(dirname(path), { recursive: true })
    else backUp(path)
    replaceFile(path, text, isSecret ? 0o600 : 0o644)
    return state === 'absent' ? 'made' : 'replaced'
  } catch (error) {
    if (isUserError(error)) throw error
    throw new UsageError(`\`${path}\` cannot be written: ${describeError(error)}`)
  }
}

/** Copies a file to the first free name: `router.yml.bak`, `router.yml.bak2` and so on. */
function backUp(path: string): void {
  for (let count = 1; ; count += 1) {
    try {
      return copyFileSync(path, `${path}.bak${count === 1 ? '' : count}`, constants.COPYFILE_EXCL)
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error
    }
  }
}

export const listOutputFiles = ({
  path,
  text,
  files,
}: {
  path: string
  text: string
  files: readonly OutputFile[]
}): OutputFile[] => [
  { path, text, isSecret: true },
  ...files.map((file) => ({ ...file, path: join(dirname(path), file.path) })),
]

/** The file with the enrollment token of a router, readable only by its owner. Its content is never shown. */
export type TokenFile = { path: string; jwt: string }

/** The token next to a router file, for `ziti router enroll --jwt`. */
export const createTokenFile = (
  { path, fileName }: { path: string; fileName: string },
  jwt: string,
): TokenFile => ({ path: join(dirname(path), `${fileName}.jwt`), jwt: jwt.trim() })

/** `stale` if the file is empty or has another token of the same router, `differs` for other content. */
export function compareToken({ path, jwt }: TokenFile): 'absent' | 'same' | 'stale' | 'differs' {
  const currentText = readContent(path)?.trim()
  if (currentText === undefined) return 'absent'
  if (currentText === jwt) return 'same'
  const [oldSubject, newSubject] = [currentText, jwt].map(
    (text) => readEnrollment(text, 0).enrollment?.subject,
  )
  return currentText === '' || (oldSubject !== undefined && oldSubject === newSubject)
    ? 'stale'
    : 'differs'
}

/**
 * Writes the token. An older token of the router is invalid, so it is replaced without a backup. A file with other
 * content is not changed unless `force` is set.
 */
export function writeToken(
  file: TokenFile,
  force: boolean,
): 'made' | 'replaced' | 'unchanged' | 'exists' {
  const { path, jwt } = file
  const state = compareToken(file)
  if (state === 'differs') return writeFile({ path, text: jwt, isSecret: true }, force)
  try {
    if (state === 'same') chmodSync(path, 0o600)
    // Creates a new file, so that the mode of the old file is not inherited.
    if (state === 'stale') rmSync(path)
  } catch (error) {
    throw new UsageError(
      `\`${path}\` cannot be made readable by its owner only: ${describeError(error)}`,
    )
  }
  if (state === 'same') return 'unchanged'
  writeFile({ path, text: jwt, isSecret: true }, false)
  return state === 'absent' ? 'made' : 'replaced'
}
