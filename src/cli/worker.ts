import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Streams } from './command.js'
import { configurations, fileOptions } from './configuration.js'
import { givenOf } from './flags.js'
import type { Settled } from './jobs.js'
import { judgeOf } from './judge.js'
import type { Work } from './outcomes.js'
import { inTurn, taken } from './outcomes.js'

const silent: Streams = { out: () => undefined, err: (text) => void writeSync(2, text), width: 80, isTerminal: false, isErrTerminal: () => false }

/** One of several threads: takes sources until none is left. What is wrong with their use is told to the first. */
async function work(all: Work): Promise<void> {
  const given = givenOf(all.flags, [])
  const judge = judgeOf(given, { isFleet: true, optionsFor: fileOptions(configurations(given, silent)) })
  for (const [from, to] of taken(all)) tell({ from, outcomes: await inTurn(all.sources.slice(from, to), judge) })
}

const tell = (settled: Settled): void => parentPort?.postMessage(settled)

work(workerData).catch((error: unknown) => {
  if (!(error instanceof Error && error.name === 'UsageError')) throw error
  tell({ from: 0, outcomes: [], misuse: error.message })
})
