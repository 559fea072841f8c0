import { readKeptRelease } from './kept-release.js'
import { defaultRelease, releaseLines } from './releases.js'

/** The line that was chosen on any page before, for a choice among all lines; empty for the default, undefined if none was. */
export function readKeptLine(): string | undefined {
  const kept = readKeptRelease()
  if (kept === undefined) return undefined
  const isOther = !defaultRelease.startsWith(`${kept}.`)
  return isOther && releaseLines.some(({ line }) => line === kept) ? kept : ''
}
