import { parentPort, workerData } from 'node:worker_threads'
import { createFileLinter } from '../project/lint-files.js'
import type { ConfiguredSource } from '../project/select-files.js'
import type { JobResult, SharedWork } from './jobs.js'
import { lintSources, takeSources } from './lint-all.js'

/** The work that all threads share. This thread takes sources from it until none are left. */
const work = workerData as SharedWork<ConfiguredSource>
const lintFile = createFileLinter(work.needs)

async function lintSharedWork(): Promise<void> {
  for (const [start, end] of takeSources(work)) {
    const outcomes = await lintSources(work.sources.slice(start, end), lintFile)
    parentPort?.postMessage({ firstIndex: start, outcomes } satisfies JobResult)
  }
}

// The build does not support top-level `await`. If linting fails, the unhandled rejection ends the thread.
void lintSharedWork()
