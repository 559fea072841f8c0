import type { LintNeeds, LintOutcome } from '../project/reports.js'
import { listReports } from '../project/reports.js'
import type { SourceFile } from '../project/inputs.js'
import { formatCount } from '../document/words.js'
import type { Streams } from './command.js'
import { Interruption } from './errors.js'
import type { RecordOutcomes, SharedWork } from './jobs.js'
import { createProgress } from './ui/text.js'

/** The number of sources that a thread takes at a time. */
const sourcesPerTake = 16

type LintAllOptions = { needs: LintNeeds; jobCount: number; streams: Streams }

type Tally = { done: number; errorCount: number }

/** Lints all sources, in several threads if requested. The outcomes are in the order of the sources. */
export async function lintAll<Source extends SourceFile>(
  sources: readonly Source[],
  lintFile: (source: Source) => LintOutcome | Promise<LintOutcome>,
  { needs, jobCount, streams }: LintAllOptions,
): Promise<LintOutcome[]> {
  const work: SharedWork<Source> = {
    sources,
    needs,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  }
  if (sources.length > 1) tuneEngine(sources.length)
  const outcomes = new Array<LintOutcome>(sources.length)
  const tally: Tally = { done: 0, errorCount: 0 }
  const record: RecordOutcomes = (firstIndex, batch) => {
    batch.forEach((outcome, index) => {
      outcomes[firstIndex + index] = outcome
      for (const { diagnostics } of listReports(outcome))
        tally.errorCount += diagnostics.filter(({ severity }) => severity === 'error').length
    })
    tally.done += batch.length
  }
  const lintHere = async (): Promise<void> => {
    const { yieldIfDue, dispose } = createYielder(streams, sources.length)
    try {
      for (const [start, end] of takeSources(work)) {
        record(start, await lintSources(sources.slice(start, end), lintFile))
        await yieldIfDue(tally)
      }
    } finally {
      dispose()
    }
  }
  await Promise.all([
    jobCount > 1 && (await import('./jobs.js')).startJobs(jobCount - 1, work, record),
    lintHere(),
  ])
  return outcomes
}

/** Takes batches of sources until none are left. `to` is the index after the last source of a batch. */
export function* takeSources({
  sources,
  next,
}: SharedWork): Generator<readonly [from: number, to: number]> {
  const take = (): number => Atomics.add(next, 0, sourcesPerTake)
  for (let start = take(); start < sources.length; start = take())
    yield [start, Math.min(start + sourcesPerTake, sources.length)]
}

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

/** Up to this number of files, V8's usual early optimization costs more time than it saves. */
const maxFilesOptimizedLate = 5000

/**
 * Tunes V8 for many files one after another:
 * - All objects start in the young generation. By default, V8 allocates directly in the old generation at sites whose
 *   earlier objects survived, as the results of the first files do. The nodes of every file would then stay in memory
 *   until the next full garbage collection, which cost a hundred megabytes and a fifth of the time for files with
 *   findings.
 * - Less is inlined, because compiling took a sixth of the time for 10,000 files. With few files, V8 also optimizes
 *   functions later, after running three times as much code as by default.
 */
function tuneEngine(fileCount: number): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--max-inlined-bytecode-size=200')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=300')
  if (fileCount <= maxFilesOptimizedLate) setFlagsFromString('--interrupt-budget=200000')
}

/** Milliseconds of work before yielding to signals and messages of other threads. */
const maxWorkMs = 50

/**
 * `yieldIfDue` shows the progress, and yields every `maxWorkMs`, so that signals and messages of other threads are
 * handled. After Ctrl-C, it throws an `Interruption`. With at most `sourcesPerTake` files, Ctrl-C ends the process at
 * once instead.
 */
function createYielder(
  streams: Streams,
  total: number,
): { yieldIfDue: (tally: Tally) => Promise<void>; dispose: () => void } {
  const progress = createProgress(streams)
  let workStart = Date.now()
  let isInterrupted = false
  const interrupt = (): void => void (isInterrupted = true)
  if (total > sourcesPerTake) process.on('SIGINT', interrupt)
  return {
    yieldIfDue: async ({ done, errorCount }) => {
      if (Date.now() - workStart < maxWorkMs) return
      progress.show(`${done}/${total} files, ${formatCount(errorCount, 'error')}`)
      await new Promise(setImmediate)
      if (isInterrupted) throw new Interruption(`interrupted after ${done} of ${total} files`)
      workStart = Date.now()
    },
    dispose: () => {
      progress.clear()
      process.off('SIGINT', interrupt)
    },
  }
}

/** With fewer files, starting a thread takes longer than it saves. Measured with `npm run bench many`. */
const minFilesPerThread = 2500

/** The number of threads. `auto` is one per processor, but at most one per `minFilesPerThread` files; at least one. */
export function countJobs(requestedJobs: number | 'auto', fileCount: number): number {
  if (requestedJobs !== 'auto') return Math.min(requestedJobs, fileCount)
  return fileCount < 2 * minFilesPerThread
    ? 1
    : Math.min(
        Math.floor(fileCount / minFilesPerThread),
        process.getBuiltinModule('node:os').availableParallelism(),
      )
}
