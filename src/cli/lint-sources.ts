import { dirname } from 'node:path'
import { openSource } from '../project/inputs.js'
import type { SourceFile, RouterInput } from '../project/inputs.js'
import { summarizeRouter } from '../lint/fleet/fleet.js'
import type { Host, MeasureStep } from '../lint/host.js'
import { runUnmeasured } from '../lint/host.js'
import { visibleDiagnostics, inspect } from '../lint/lint.js'
import type { Check } from '../project/machine.js'
import { createMachineHost } from '../project/machine.js'
import type { LintFileOptions } from '../project/file-options.js'
import type {
  ConfiguredReport,
  LintOutcome,
  RecordOutcomes,
  SourceList,
  SharedWork,
  LintedReport,
} from './lint-results.js'
import { createProgress } from './ui/progress.js'
import type { Streams } from './command.js'
import type { SelectedFiles, LintTarget } from './select-files.js'
import type { Fixer } from './fixing.js'

/** Thrown where the user interrupts the work. Told by its name, as UsageError is. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}

/** Sources are taken so many at a time. */
const sourcesPerTake = 16

/** Milliseconds of work after which signals and other threads are heard. */
const turnLength = 50

/** Takes sources until none is left, and gives the numbers of the first and of the one behind the last. */
export function* takeSources({
  sources,
  next,
}: SharedWork): Generator<readonly [from: number, to: number]> {
  const take = (): number => Atomics.add(next, 0, sourcesPerTake)
  for (let from = take(); from < sources.length; from = take())
    yield [from, Math.min(from + sourcesPerTake, sources.length)]
}

type Tally = { done: number; errors: number }

/** Judges all sources, in several threads where that is asked for; the outcomes are in the order of the sources. */
export async function lintAll<Item extends SourceFile>(
  { sources, isFleet }: SourceList<Item>,
  judge: (source: Item) => LintOutcome,
  { streams, jobs }: { streams: Streams; jobs: number },
): Promise<LintOutcome[]> {
  const work: SharedWork<Item> = {
    sources,
    isFleet,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  }
  const outcomes = new Array<LintOutcome>(sources.length)
  const tally: Tally = { done: 0, errors: 0 }
  const settle: RecordOutcomes = (from, some) => {
    some.forEach((outcome, index) => {
      outcomes[from + index] = outcome
      if (outcome && 'diagnostics' in outcome)
        tally.errors += outcome.diagnostics.filter(({ severity }) => severity === 'error').length
    })
    tally.done += some.length
  }
  const own = async (): Promise<void> => {
    const { listen, end } = createTurnTaker(streams, sources.length)
    try {
      for (const [from, to] of takeSources(work)) {
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
function createTurnTaker(
  streams: Streams,
  total: number,
): { listen: (tally: Tally) => Promise<void>; end: () => void } {
  const progress = createProgress(streams)
  let heard = Date.now()
  let isInterrupted = false
  const interrupt = (): void => void (isInterrupted = true)
  if (total > sourcesPerTake) process.on('SIGINT', interrupt)
  return {
    listen: async ({ done, errors }) => {
      if (Date.now() - heard < turnLength) return
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
export function splitResults(
  chosen: SelectedFiles<LintTarget>,
  outcomes: readonly LintOutcome[],
): { reports: ConfiguredReport[] } & Unfulfilled {
  const reports = chosen.sources.flatMap(({ options }, index): ConfiguredReport[] => {
    const outcome = outcomes[index]
    return outcome && 'diagnostics' in outcome ? [{ ...outcome, options }] : []
  })
  return { reports, ...unfulfilledOf(chosen, outcomes) }
}

/** What was asked for in vain, in a sentence each: what is refused, and folders and patterns without router files. */
export type Unfulfilled = { refused: string[]; unmet: string[] }

/** All that was asked for in vain, by what became of each source. */
export function unfulfilledOf(
  { sources, refused, expecting, empty }: SelectedFiles,
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

type FileLinterOptions = {
  /** Whether there are several files, which are compared with each other afterwards. */
  isFleet: boolean
  time?: MeasureStep
  fixer?: Fixer | undefined
}

/** What is made of each source, by its options; with a fixer, after it did its work. */
export function createFileLinter({
  isFleet,
  time = runUnmeasured,
  fixer,
}: FileLinterOptions): (source: LintTarget) => LintOutcome {
  const machineOf = createMachineCache(time)
  return (source) => {
    const read = time('read', () => openSource(source))
    if (!read && source.isStandard) fixer?.pass(source.text ?? '')
    if (!read || !('text' in read)) return read
    const { options } = source
    return lintInput(
      fixer ? fixer.fix(read, options) : read,
      machineOf(dirname(read.path), options.checks),
      { options, isFleet },
    )
  }
}

/** A report keeps the text only where something of it may have to be shown. */
function lintInput(
  { path, text }: RouterInput,
  host: Host,
  { options, isFleet }: { options: LintFileOptions; isFleet: boolean },
): LintedReport {
  const seen = inspect(text, options, { host })
  const diagnostics = visibleDiagnostics(seen, options)
  const router = isFleet && seen.analysis ? summarizeRouter(path, seen.analysis, host) : undefined
  return {
    path,
    text: diagnostics.length > 0 || router ? text : '',
    diagnostics,
    release: options.target,
    ...(router && { router }),
  }
}

/** This machine, as files of one folder see it. What it holds is looked at once as long as files of that folder come one after the other. */
export function createMachineCache(
  time: MeasureStep = runUnmeasured,
): (folder: string, checks: readonly Check[]) => Host {
  const now = Date.now()
  let last: { folder: string; checks: readonly Check[]; host: Host } | undefined
  return (folder, checks) => {
    if (last?.folder !== folder || last.checks !== checks)
      last = {
        folder,
        checks,
        host: { ...createMachineHost(checks, [process.cwd(), folder], now), time },
      }
    return last.host
  }
}
