import { readKeptRelease } from './kept-release.js'
import { defaultRelease, releaseLines } from './releases.js'

/**
 * Returns the release line that the user chose on any page, for a select of all lines: empty for
 * the default, undefined if nothing was chosen.
 */
export function readKeptLine(): string | undefined {
  const kept = readKeptRelease()
  if (kept === undefined) return undefined
  const isOther = !defaultRelease.startsWith(`${kept}.`)
  return isOther && releaseLines.some(({ line }) => line === kept) ? kept : ''
}
