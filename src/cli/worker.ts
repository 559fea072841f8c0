import { parentPort, workerData } from 'node:worker_threads'
import { judgeOf } from './judge.js'
import type { Settled } from './jobs.js'
import { taken } from './outcomes.js'
import type { Wanted } from './wanted.js'
import type { Work } from './work.js'

/** One of several threads: takes sources until none is left. */
const work = workerData as Work<Wanted>
const judge = judgeOf({ isFleet: work.isFleet })
for (const [from, to] of taken(work)) {
  const settled: Settled = { from, outcomes: work.sources.slice(from, to).map(judge) }
  parentPort?.postMessage(settled)
}
