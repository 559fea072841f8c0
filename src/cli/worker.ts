import { parentPort, workerData } from 'node:worker_threads'
import { createFileLinter } from '../project/lint-files.js'
import type { LintTarget } from '../project/select-files.js'
import type { JobResult, SharedWork } from './jobs.js'
import { lintSources, takeSources } from './lint-all.js'

/** One of several threads: takes sources until none are left. */
const work = workerData as SharedWork<LintTarget>
const lintFile = createFileLinter(work.needs)

async function lintTaken(): Promise<void> {
  for (const [from, to] of takeSources(work)) {
    const outcomes = await lintSources(work.sources.slice(from, to), lintFile)
    parentPort?.postMessage({ from, outcomes } satisfies JobResult)
  }
}

// The build does not support top-level `await`. If linting fails, the unhandled rejection ends the thread.
void lintTaken()
