import type { Behavior } from '../generated/behaviors.js'
import { behaviors } from '../generated/behaviors.js'
import { isInRanges } from './release.js'

export type { Behavior }

/** The ranges of releases that have a behavior. */
export const getReleaseRanges = (behavior: Behavior): readonly string[] => behaviors[behavior].in

/** The behaviors of each release that was asked about: rules ask for every file. */
const known = new Map<string, Map<Behavior, boolean>>()

export function hasBehavior(release: string, behavior: Behavior): boolean {
  let answers = known.get(release)
  if (!answers) known.set(release, (answers = new Map()))
  let answer = answers.get(behavior)
  if (answer === undefined)
    answers.set(behavior, (answer = isInRanges(release, getReleaseRanges(behavior))))
  return answer
}
