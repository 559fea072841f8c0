import type { SourceFile } from '../project/inputs.js'
import type { LintOutcome } from '../project/reports.js'

/** What several threads share: sources, and the number of the next one that nobody has taken. */
export type SharedWork<Source extends SourceFile = SourceFile> = {
  sources: readonly Source[]
  /** Whether the files are compared with each other afterwards. */
  isFleet: boolean
  next: Int32Array
}

/** Takes in the outcomes of some sources, the first of which has a number. */
export type RecordOutcomes = (from: number, outcomes: readonly LintOutcome[]) => void

/** Sources are taken so many at a time. */
export const sourcesPerTake = 16

/** Takes sources until none is left, and gives the numbers of the first and of the one after the last. */
export function* takeSources({
  sources,
  next,
}: SharedWork): Generator<readonly [from: number, to: number]> {
  const take = (): number => Atomics.add(next, 0, sourcesPerTake)
  for (let from = take(); from < sources.length; from = take())
    yield [from, Math.min(from + sourcesPerTake, sources.length)]
}
