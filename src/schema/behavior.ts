import type { Behavior } from '../generated/behaviors.js'
import { behaviors } from '../generated/behaviors.js'
import { isInRanges } from './release.js'

export type { Behavior }

/** The ranges of releases that have a behavior. */
export const getReleaseRanges = (behavior: Behavior): readonly string[] => behaviors[behavior].in

export const hasBehavior = (release: string, behavior: Behavior): boolean =>
  isInRanges(release, getReleaseRanges(behavior))
