import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LintOutcome, RecordOutcomes, SharedWork } from './lint-results.js'

/** What a further thread says after some sources. */
export type JobResult = { from: number; outcomes: readonly LintOutcome[] }

/** Starts further threads on the same work; ends when they have. */
export async function startJobs(
  count: number,
  work: SharedWork,
  settle: RecordOutcomes,
): Promise<void> {
  const ends = Array.from({ length: count }, () => {
    const worker = new Worker(join(__dirname, 'worker.cjs'), { workerData: work })
    worker.on('message', ({ from, outcomes }: JobResult) => settle(from, outcomes))
    return new Promise<void>(
      (resolve, reject) => void worker.on('exit', () => resolve()).on('error', reject),
    )
  })
  await Promise.all(ends)
}
