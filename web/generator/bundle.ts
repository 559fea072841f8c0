import { strToU8, zipSync } from 'fflate'
import type { Generated } from '../../src/generate/generate.js'

/** A file of the bundle. */
export type BundleFile = { path: string; text: string }

/** The files that a router needs, as `routerfile generate` writes them, and the token if there is one. */
export function listBundleFiles(
  { path, text, files, jwtPath }: Generated & { ok: true },
  jwt: string,
): BundleFile[] {
  const token = jwt.trim()
  return [{ path, text }, ...files, ...(token === '' ? [] : [{ path: jwtPath, text: token }])]
}

/** A zip archive with files. */
export const createBundle = (files: readonly BundleFile[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])))
