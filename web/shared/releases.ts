import { lts, releases } from '../../schemas/releases.json'
import { findRelease, listLines } from '../../src/schema/release.js'

/** The release that counts if none is chosen. */
export const defaultRelease = findRelease(undefined, { lts, releases }) ?? ''

/** The lines of releases, newest first. */
export const releaseLines = listLines({ lts, releases }).reverse()
