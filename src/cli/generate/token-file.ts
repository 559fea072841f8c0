import { chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readEnrollment } from '../../generate/enrollment.js'
import { faultOf } from '../../world/disk.js'
import { UsageError } from '../flags.js'
import { contentOf, writeFile } from './files.js'

/** The file with the enrollment token of a router, for its owner alone. What stands in it is never shown. */
export type TokenFile = { path: string; jwt: string }

/** The token beside a router file, as `ziti router enroll --jwt` takes it. */
export const besideOf = (
  { path, fileName }: { path: string; fileName: string },
  jwt: string,
): TokenFile => ({ path: join(dirname(path), `${fileName}.jwt`), jwt: jwt.trim() })

/** Whether the file is there, with this token, with an earlier one of the same router, or with something else. */
export function tokenState({ path, jwt }: TokenFile): 'absent' | 'same' | 'stale' | 'differs' {
  const before = contentOf(path)?.trim()
  if (before === undefined) return 'absent'
  if (before === jwt) return 'same'
  const [old, wanted] = [before, jwt].map((text) => readEnrollment(text, 0).enrollment?.subject)
  return before === '' || (old !== undefined && old === wanted) ? 'stale' : 'differs'
}

/** Writes the token. One that it replaces is void, so no copy is kept; a file with something else stays unless `force` says otherwise. */
export function writeToken(
  file: TokenFile,
  force: boolean,
): 'made' | 'replaced' | 'unchanged' | 'exists' {
  const { path, jwt } = file
  const state = tokenState(file)
  if (state === 'differs') return writeFile({ path, text: jwt, isSecret: true }, force)
  try {
    if (state === 'same') chmodSync(path, 0o600)
    // A new file, so that the mode of the old one does not count.
    if (state === 'stale') rmSync(path)
  } catch (error) {
    throw new UsageError(`\`${path}\` cannot be kept for its owner alone: ${faultOf(error)}`)
  }
  if (state === 'same') return 'unchanged'
  writeFile({ path, text: jwt, isSecret: true }, false)
  return state === 'absent' ? 'made' : 'replaced'
}
