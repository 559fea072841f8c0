import { releases } from '../../src/generated/schema.js'
import { findRelease } from '../../src/schema/release.js'

/** The newest release of a line; without one, the release of files that name none. */
export function newestRelease(line?: string): string {
  const release = findRelease(line, releases)
  if (release === undefined) throw new Error(`there is no release ${line}`)
  return release
}
