import { isAbsolute, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A path as it counts from the root, with slashes; undefined where it leads out of it. */
function below(root: string, path: string): string | undefined {
  const way = relative(root, resolve(path))
  const leadsOut = way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
  return leadsOut ? undefined : way.split(sep).join('/')
}

/** The path of a file in its repository; the whole path for a file that is not in it. */
export const pathIn = (root: string, path: string): string => below(root, path) ?? resolve(path)

/** The same as a URI (RFC 3986): a reference to be resolved against that of the root, or that of the file itself. */
export function uriIn(root: string, path: string): { uri: string; isRelative: boolean } {
  const way = below(root, path)
  if (way === undefined) return { uri: pathToFileURL(resolve(path)).href, isRelative: false }
  return {
    uri: way
      .split('/')
      .map((step) => encodeURIComponent(step.replaceAll(/\p{Surrogate}/gu, '\ufffd')))
      .join('/'),
    isRelative: true,
  }
}
