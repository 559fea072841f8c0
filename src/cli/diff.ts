import { isAbsolute, relative, sep } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** A path as a patch has it: below the current folder. */
const below = (path: string): string =>
  (isAbsolute(path) ? relative(process.cwd(), path) : path)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/+)+/, '')

/** The change of a file as a patch that `git apply` takes. */
export function diffOf(path: string, before: string, after: string): string {
  return createTwoFilesPatch(
    `a/${below(path)}`,
    `b/${below(path)}`,
    before,
    after,
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  )
}
