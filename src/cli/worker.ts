import { parentPort, workerData } from 'node:worker_threads'
import { createFileLinter, takeSources } from './lint-sources.js'
import type { JobResult } from './jobs.js'
import type { LintTarget } from './select-files.js'
import type { SharedWork } from './lint-results.js'

/** One of several threads: takes sources until none is left. */
const work = workerData as SharedWork<LintTarget>
const lintFile = createFileLinter({ isFleet: work.isFleet })
for (const [from, to] of takeSources(work)) {
  const settled: JobResult = { from, outcomes: work.sources.slice(from, to).map(lintFile) }
  parentPort?.postMessage(settled)
}
