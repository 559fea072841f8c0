import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SourceFile } from '../project/inputs.js'
import type { LintNeeds, LintOutcome } from '../project/reports.js'

/** Shared between threads: the sources, and in `next` the index of the next source to take. */
export type SharedWork<Source extends SourceFile = SourceFile> = {
  sources: readonly Source[]
  needs: LintNeeds
  next: Int32Array
}

/** Records the outcomes of consecutive sources; `firstIndex` is the index of the first source. */
export type RecordOutcomes = (firstIndex: number, outcomes: readonly LintOutcome[]) => void

/** A message from another thread: the outcomes of consecutive sources from `firstIndex` on. */
export type JobResult = { firstIndex: number; outcomes: readonly LintOutcome[] }

/** Starts threads that share the work. Resolves when all of them have ended; rejects if one fails. */
export async function startJobs(
  count: number,
  work: SharedWork,
  record: RecordOutcomes,
): Promise<void> {
  const exits = Array.from({ length: count }, () => {
    const worker = createWorker(work)
    worker.on('message', ({ firstIndex, outcomes }: JobResult) => record(firstIndex, outcomes))
    return new Promise<void>(
      (resolve, reject) => void worker.on('exit', () => resolve()).on('error', reject),
    )
  })
  await Promise.all(exits)
}

/** Starts a thread, whose code is an asset of the single executable, or a file of the package. */
function createWorker(work: SharedWork): Worker {
  const { isSea, getAsset } = process.getBuiltinModule('node:sea')
  return isSea()
    ? new Worker(getAsset('worker.cjs', 'utf8'), { eval: true, workerData: work })
    : new Worker(join(__dirname, 'thread.cjs'), { workerData: work })
}
