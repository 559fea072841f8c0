import { releases } from '../../src/generated/schema.js'
import { findRelease } from '../../src/schema/release.js'

/** Returns the newest release of a line; without a line, the default release. */
export function newestRelease(line?: string): string {
  const release = findRelease(line, releases)
  if (release === undefined) throw new Error(`there is no release ${line}`)
  return release
}
