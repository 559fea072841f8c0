import { behaviours } from '../generated/behaviours.js'
import { isInRanges } from './release.js'

/** Something that some releases do and others do not, as `schemas/releases.json` names it. */
export type Behaviour = keyof typeof behaviours

/** The ranges of releases that do something. */
export const getReleaseRanges = (behaviour: Behaviour): readonly string[] =>
  behaviours[behaviour].in

/** Whether a release does something. */
export const hasBehaviour = (release: string, behaviour: Behaviour): boolean =>
  isInRanges(release, getReleaseRanges(behaviour))
