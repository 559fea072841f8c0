import { isAbsolute, relative, sep } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** A path as patches write it: relative to the current directory. */
const toPatchPath = (path: string): string =>
  (isAbsolute(path) ? relative(process.cwd(), path) : path)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/+)+/, '')

/** A change to a file as a patch for `git apply`. */
export function formatPatch(path: string, before: string, after: string): string {
  return createTwoFilesPatch(
    `a/${toPatchPath(path)}`,
    `b/${toPatchPath(path)}`,
    before,
    after,
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  )
}
