import { strToU8, zipSync } from 'fflate'
import type { Generated } from '../../src/generate/generate.js'

export type BundleFile = { path: string; text: string }

/** Returns the files that `routerfile generate` would write, and the token if there is one. */
export function listBundleFiles(
  { path, text, files, jwtPath }: Generated & { ok: true },
  jwt: string,
): BundleFile[] {
  const token = jwt.trim()
  return [{ path, text }, ...files, ...(token === '' ? [] : [{ path: jwtPath, text: token }])]
}

/** Creates a zip archive of the files. */
export const createBundle = (files: readonly BundleFile[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])))
