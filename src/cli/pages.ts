import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where packages have the folder of the pages: npm beside the program, Debian among the documentation. */
const listRoots = (): string[] => [
  // The single executable has no folder of its own.
  ...(typeof __dirname === 'string' ? [join(__dirname, '..')] : []),
  '/usr/share/doc/routerfile',
]

/** The path of a page such as `docs/ci.md` on this machine; undefined if the pages are not installed. */
export const locatePage = (page: string): string | undefined =>
  listRoots()
    .map((root) => join(root, page))
    .find((path) => existsSync(path))
