import { behaviours } from '../generated/behaviours.js'
import { isInRanges } from './release.js'

/** A behaviour that only some releases have, as `schemas/releases.json` names it. */
export type Behaviour = keyof typeof behaviours

/** The ranges of releases that have a behaviour. */
export const getReleaseRanges = (behaviour: Behaviour): readonly string[] =>
  behaviours[behaviour].in

export const hasBehaviour = (release: string, behaviour: Behaviour): boolean =>
  isInRanges(release, getReleaseRanges(behaviour))
