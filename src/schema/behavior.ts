import type { Behavior } from '../generated/behaviors.js'
import { behaviors } from '../generated/behaviors.js'
import { isInRanges } from './release.js'

export type { Behavior }

/** The ranges of releases that have a behavior. */
export const getReleaseRanges = (behavior: Behavior): readonly string[] => behaviors[behavior].in

/** The answers for each release: rules ask for every file. */
const known = new Map<string, Map<Behavior, boolean>>()

export function hasBehavior(release: string, behavior: Behavior): boolean {
  const answers = known.get(release) ?? new Map<Behavior, boolean>()
  if (answers.size === 0) known.set(release, answers)
  const found = answers.get(behavior)
  if (found !== undefined) return found
  const answer = isInRanges(release, getReleaseRanges(behavior))
  answers.set(behavior, answer)
  return answer
}
