import type { SourceFile } from '../project/inputs.js'
import type { LintNeeds, LintOutcome } from '../project/reports.js'

/** Shared between threads: the sources, and the number of the next one to take. */
export type SharedWork<Source extends SourceFile = SourceFile> = {
  sources: readonly Source[]
  needs: LintNeeds
  next: Int32Array
}

/** Records the outcomes of some sources; `from` is the number of the first. */
export type RecordOutcomes = (from: number, outcomes: readonly LintOutcome[]) => void

/** The number of sources that a thread takes at a time. */
export const sourcesPerTake = 16

/** Takes sources until none are left. Yields the number of the first, and the number after the last. */
export function* takeSources({
  sources,
  next,
}: SharedWork): Generator<readonly [from: number, to: number]> {
  const take = (): number => Atomics.add(next, 0, sourcesPerTake)
  for (let from = take(); from < sources.length; from = take())
    yield [from, Math.min(from + sourcesPerTake, sources.length)]
}

/** Lints sources one after another. */
export async function lintSources<Source>(
  sources: readonly Source[],
  lintFile: (source: Source) => LintOutcome | Promise<LintOutcome>,
): Promise<LintOutcome[]> {
  const outcomes: LintOutcome[] = []
  for (const source of sources) {
    const outcome = lintFile(source)
    outcomes.push(outcome instanceof Promise ? await outcome : outcome)
  }
  return outcomes
}
