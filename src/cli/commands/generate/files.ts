import { constants, copyFileSync, mkdirSync, readFileSync, chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorCode, describeError, findStats } from '../../../project/disk.js'
import { formatPatch } from '../../diff.js'
import { isUserError, UsageError } from '../../errors.js'
import { replaceFile } from '../../../project/replace-file.js'
import { readEnrollment } from '../../../generate/enrollment.js'

/** A file to write; one that may hold secrets is for its owner alone. */
export type OutputFile = { path: string; text: string; isSecret?: boolean }

export type WriteResult = 'made' | 'replaced' | 'unchanged' | 'exists'

/** What stands in a file; undefined where there is none. */
function readContent(path: string): string | undefined {
  const found = findStats(path)
  if (!found) return undefined
  if (!found.isFile())
    throw new UsageError(
      `\`${path}\` cannot be written: it is ${found.isDirectory() ? 'a folder' : 'no plain file'}`,
    )
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`\`${path}\` is there and cannot be read: ${describeError(error)}`)
  }
}

/** Whether a file is there, and with the same text. */
export function compareFile({ path, text }: OutputFile): 'absent' | 'same' | 'differs' {
  const before = readContent(path)
  return before === undefined ? 'absent' : before === text ? 'same' : 'differs'
}

/** What writing would change, as a patch. */
export const createPatch = ({ path, text }: OutputFile): string => {
  const before = readContent(path) ?? ''
  return before === text ? '' : formatPatch(path, before, text)
}

/** Writes a file whole or not at all; one that is there stays unless `force` says otherwise, and then a backup of it is made. */
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

/** Copies a file to the first name that is free: `router.yml.bak`, `router.yml.bak2` and so on. */
function backUp(path: string): void {
  for (let count = 1; ; count += 1) {
    try {
      return copyFileSync(path, `${path}.bak${count === 1 ? '' : count}`, constants.COPYFILE_EXCL)
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** Everything that is to be written for a router: its file, and what the platform needs beside it. */
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

/** The file with the enrollment token of a router, for its owner alone. What stands in it is never shown. */
export type TokenFile = { path: string; jwt: string }

/** The token beside a router file, as `ziti router enroll --jwt` takes it. */
export const createTokenFile = (
  { path, fileName }: { path: string; fileName: string },
  jwt: string,
): TokenFile => ({ path: join(dirname(path), `${fileName}.jwt`), jwt: jwt.trim() })

/** Whether the file is there, with this token, with an earlier one of the same router, or with something else. */
export function compareToken({ path, jwt }: TokenFile): 'absent' | 'same' | 'stale' | 'differs' {
  const before = readContent(path)?.trim()
  if (before === undefined) return 'absent'
  if (before === jwt) return 'same'
  const [old, current] = [before, jwt].map((text) => readEnrollment(text, 0).enrollment?.subject)
  return before === '' || (old !== undefined && old === current) ? 'stale' : 'differs'
}

/** Writes the token. One that it replaces is void, so no copy is kept; a file with something else stays unless `force` says otherwise. */
export function writeToken(
  file: TokenFile,
  force: boolean,
): 'made' | 'replaced' | 'unchanged' | 'exists' {
  const { path, jwt } = file
  const state = compareToken(file)
  if (state === 'differs') return writeFile({ path, text: jwt, isSecret: true }, force)
  try {
    if (state === 'same') chmodSync(path, 0o600)
    // A new file, so that the mode of the old one does not count.
    if (state === 'stale') rmSync(path)
  } catch (error) {
    throw new UsageError(`\`${path}\` cannot be kept for its owner alone: ${describeError(error)}`)
  }
  if (state === 'same') return 'unchanged'
  writeFile({ path, text: jwt, isSecret: true }, false)
  return state === 'absent' ? 'made' : 'replaced'
}
