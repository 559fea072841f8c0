import type { Behaviour } from '../generated/behaviours.js'
import { behaviours } from '../generated/behaviours.js'
import { isInRanges } from './release.js'

export type { Behaviour }

/** The ranges of releases that have a behaviour. */
export const getReleaseRanges = (behaviour: Behaviour): readonly string[] =>
  behaviours[behaviour].in

export const hasBehaviour = (release: string, behaviour: Behaviour): boolean =>
  isInRanges(release, getReleaseRanges(behaviour))
