import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRuleUrl, toRuleFile } from '../schema/site.js'

/**
 * The folders in which packages install files such as documentation pages: for the npm package, the folder above that
 * of the program; for the Debian package, its documentation folder.
 */
const listRoots = (): string[] => [
  // The single executable is not in a package.
  ...(typeof __dirname === 'string' ? [join(__dirname, '..')] : []),
  '/usr/share/doc/routerfile',
]

/** The path of a file of the package, such as `docs/ci.md`, on this machine; undefined if it is not installed. */
export const locatePackageFile = (page: string): string | undefined =>
  listRoots()
    .map((root) => join(root, page))
    .find((path) => existsSync(path))

export function findRulePage(rule: string): string | undefined {
  const publishedUrl = getRuleUrl(rule)
  if (publishedUrl !== undefined) return publishedUrl
  const path = locatePackageFile(`docs/${toRuleFile(rule)}`)
  return path === undefined ? undefined : pathToFileURL(path).href
}
