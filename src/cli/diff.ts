import { isAbsolute, relative, sep } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** A path as a patch has it: below the current folder. */
const toPatchPath = (path: string): string =>
  (isAbsolute(path) ? relative(process.cwd(), path) : path)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/+)+/, '')

/** The change of a file as a patch that `git apply` takes. */
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
