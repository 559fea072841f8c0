import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LintOutcome } from '../project/reports.js'
import type { RecordOutcomes, SharedWork } from './shared-work.js'

/** The outcomes that another thread reports after some sources. */
export type JobResult = { from: number; outcomes: readonly LintOutcome[] }

/** Starts additional threads on the same work; resolves when they have ended. */
export async function startJobs(
  count: number,
  work: SharedWork,
  record: RecordOutcomes,
): Promise<void> {
  const ends = Array.from({ length: count }, () => {
    const worker = createWorker(work)
    worker.on('message', ({ from, outcomes }: JobResult) => record(from, outcomes))
    return new Promise<void>(
      (resolve, reject) => void worker.on('exit', () => resolve()).on('error', reject),
    )
  })
  await Promise.all(ends)
}

/** A single executable holds the code of its threads; the package has a file for it. */
function createWorker(work: SharedWork): Worker {
  const { isSea, getAsset } = process.getBuiltinModule('node:sea')
  return isSea()
    ? new Worker(getAsset('worker.cjs', 'utf8'), { eval: true, workerData: work })
    : new Worker(join(__dirname, 'thread.cjs'), { workerData: work })
}
