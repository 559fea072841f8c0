import { constants, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, faultOf, statOf } from '../../world/disk.js'
import { diffOf } from '../diff.js'
import { UsageError } from '../flags.js'
import { replaceFile } from '../replace-file.js'

/** A file to write; one that may hold secrets is for its owner alone. */
export type Wanted = { path: string; text: string; isSecret?: boolean }

export type Written = 'made' | 'replaced' | 'unchanged' | 'exists'

/** What stands in a file; undefined where there is none. */
export function contentOf(path: string): string | undefined {
  const found = statOf(path)
  if (!found) return undefined
  if (!found.isFile())
    throw new UsageError(
      `\`${path}\` cannot be written: it is ${found.isDirectory() ? 'a folder' : 'no plain file'}`,
    )
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`\`${path}\` is there and cannot be read: ${faultOf(error)}`)
  }
}

/** Whether a file is there, and with the same text. */
export function stateOf({ path, text }: Wanted): 'absent' | 'same' | 'differs' {
  const before = contentOf(path)
  return before === undefined ? 'absent' : before === text ? 'same' : 'differs'
}

/** What writing would change, as a patch. */
export const patchOf = ({ path, text }: Wanted): string => {
  const before = contentOf(path) ?? ''
  return before === text ? '' : diffOf(path, before, text)
}

/** Writes a file whole or not at all; one that is there stays unless `force` says otherwise, and then a backup of it is made. */
export function writeFile({ path, text, isSecret }: Wanted, force: boolean): Written {
  try {
    const state = stateOf({ path, text })
    if (state === 'same') return 'unchanged'
    if (state === 'differs' && !force) return 'exists'
    if (state === 'absent') mkdirSync(dirname(path), { recursive: true })
    else backUp(path)
    replaceFile(path, text, isSecret ? 0o600 : 0o644)
    return state === 'absent' ? 'made' : 'replaced'
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`\`${path}\` cannot be written: ${faultOf(error)}`)
  }
}

/** Copies a file to the first name that is free: `router.yml.bak`, `router.yml.bak2` and so on. */
function backUp(path: string): void {
  for (let count = 1; ; count += 1) {
    try {
      return copyFileSync(path, `${path}.bak${count === 1 ? '' : count}`, constants.COPYFILE_EXCL)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** Everything that is to be written for a router: its file, and what the platform needs beside it. */
export const wantedOf = ({
  path,
  text,
  files,
}: {
  path: string
  text: string
  files: readonly Wanted[]
}): Wanted[] => [
  { path, text, isSecret: true },
  ...files.map((file) => ({ ...file, path: join(dirname(path), file.path) })),
]
