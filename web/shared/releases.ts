import { lts, releases } from '../../schemas/releases.json'
import { findRelease, listLines } from '../../src/schema/release.js'

/** The release that is used if none is chosen. */
export const defaultRelease = findRelease(undefined, { lts, releases }) ?? ''

/** Release lines, newest first. */
export const releaseLines = listLines({ lts, releases }).reverse()
