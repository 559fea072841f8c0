import type { Chosen } from './chosen.js'
import type { Streams } from './command.js'
import type { Source } from './inputs.js'
import { progressOn } from './progress.js'
import type { Judged } from './threshold.js'
import type { Wanted } from './wanted.js'
import type { Outcome, Settle, Sources, Work } from './work.js'

/** Thrown where the user interrupts the work. Told by its name, as UsageError is. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}

/** Sources are taken so many at a time. */
const several = 16

/** Milliseconds of work after which signals and other threads are heard. */
const turn = 50

/** Takes sources until none is left, and gives the numbers of the first and of the one behind the last. */
export function* taken({ sources, next }: Work): Generator<readonly [from: number, to: number]> {
  const take = (): number => Atomics.add(next, 0, several)
  for (let from = take(); from < sources.length; from = take())
    yield [from, Math.min(from + several, sources.length)]
}

type Tally = { done: number; errors: number }

/** Judges all sources, in several threads where that is asked for; the outcomes are in the order of the sources. */
export async function outcomesOf<Item extends Source>(
  { sources, isFleet }: Sources<Item>,
  judge: (source: Item) => Outcome,
  { streams, jobs }: { streams: Streams; jobs: number },
): Promise<Outcome[]> {
  const work: Work<Item> = {
    sources,
    isFleet,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  }
  const outcomes = new Array<Outcome>(sources.length)
  const tally: Tally = { done: 0, errors: 0 }
  const settle: Settle = (from, some) => {
    some.forEach((outcome, index) => {
      outcomes[from + index] = outcome
      if (outcome && 'diagnostics' in outcome)
        tally.errors += outcome.diagnostics.filter(({ severity }) => severity === 'error').length
    })
    tally.done += some.length
  }
  const own = async (): Promise<void> => {
    const { listen, end } = listener(streams, sources.length)
    try {
      for (const [from, to] of taken(work)) {
        settle(from, sources.slice(from, to).map(judge))
        await listen(tally)
      }
    } finally {
      end()
    }
  }
  await Promise.all([
    jobs > 1 && (await import('./jobs.js')).startJobs(jobs - 1, work, settle),
    own(),
  ])
  return outcomes
}

/** Gives signals and other threads their turn now and then, and shows how far the work has come. */
function listener(
  streams: Streams,
  total: number,
): { listen: (tally: Tally) => Promise<void>; end: () => void } {
  const progress = progressOn(streams)
  let heard = Date.now()
  let isInterrupted = false
  const interrupt = (): void => void (isInterrupted = true)
  if (total > several) process.on('SIGINT', interrupt)
  return {
    listen: async ({ done, errors }) => {
      if (Date.now() - heard < turn) return
      progress.show(`${done}/${total} files, ${errors} error${errors === 1 ? '' : 's'}`)
      await new Promise(setImmediate)
      if (isInterrupted)
        throw new Interruption(`interrupted after ${done} of ${total} files; nothing is written`)
      heard = Date.now()
    },
    end: () => {
      progress.clear()
      process.off('SIGINT', interrupt)
    },
  }
}

/** The reports, and all that was asked for in vain, with the reason. */
export function sortOut(
  chosen: Chosen<Wanted>,
  outcomes: readonly Outcome[],
): { reports: Judged[] } & Unfulfilled {
  const reports = chosen.sources.flatMap(({ options }, index): Judged[] => {
    const outcome = outcomes[index]
    return outcome && 'diagnostics' in outcome ? [{ ...outcome, options }] : []
  })
  return { reports, ...unfulfilledOf(chosen, outcomes) }
}

/** What was asked for in vain, in a sentence each: what is refused, and folders and patterns without router files. */
export type Unfulfilled = { refused: string[]; unmet: string[] }

/** All that was asked for in vain, by what became of each source. */
export function unfulfilledOf(
  { sources, refused, expecting, empty }: Chosen,
  outcomes: readonly (object | undefined)[],
): Unfulfilled {
  const wrong = outcomes.flatMap((outcome) =>
    outcome && 'why' in outcome ? [String(outcome.why)] : [],
  )
  const met = new Set(sources.flatMap(({ under }, index) => (outcomes[index] ? under : [])))
  const unmet = [...expecting].filter(([argument]) => !met.has(argument))
  const why = unmet.map(
    ([argument, looked]) =>
      `\`${argument}\` holds no router file (${looked} file${looked === 1 ? '' : 's'} looked at)`,
  )
  return { refused: [...refused, ...wrong], unmet: [...empty, ...why] }
}

type Note = {
  /** What to say where there is no router file at all. */
  nothing: string | undefined
  /** Whether nobody wants to hear that named files are passed over. */
  isSilent: boolean
  isRequired: boolean
  streams: Streams
}

/**
 * Says where no router file was found. That is no fault of whoever checks a whole repository, unless router files are
 * required: then it is refused like a file that does not exist. Gives all that is refused.
 */
export function noteUnmet(
  { refused, unmet }: Unfulfilled,
  { nothing, isSilent, isRequired, streams }: Note,
): string[] {
  const hasReason = unmet.length > 0 || refused.length > 0
  const notes = hasReason || nothing === undefined ? unmet : [nothing]
  if (isRequired) return [...refused, ...notes]
  if (!isSilent || unmet.length > 0) for (const note of notes) streams.err(`routerfile: ${note}\n`)
  return refused
}
