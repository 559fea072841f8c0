import { batch } from '../../../management/client/helpers.js'
import type { Streams } from '../../command.js'
import { findSetFlag } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { formatNote, createProgress } from '../../ui/text.js'
import { refuseEmptyFilter } from '../../project-flags.js'
import { createTextReader } from '../../text-flags.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import type { RouterBatchOptions, RegistrationOptions, RouterOutcome } from './batch.js'
import { generateRouter, formatOutcome, formatBatchSummary, writeReport } from './batch.js'
import type { GenerateCommandOptions } from './flags.js'
import { readRenewal } from './flags.js'
import type { RouterRow } from './list.js'
import { readRows, toRows, listRecordRows, addRecords } from './list.js'
import type { OutputFile } from './files.js'
import { printFilePatch } from './files.js'
import { createControllerLookup, withController } from './records.js'
import { readAnswersSource, readFlagAnswers } from './answers-source.js'

const getManyFlag = ({ list: listPath }: GenerateCommandOptions): string =>
  listPath === undefined ? '--all' : '--list'

/** The path pattern of the files; each router needs its own path. */
function readPattern(options: GenerateCommandOptions): string {
  const { output: pattern, platform } = options
  if (!pattern?.includes('{name}'))
    throw new UsageError(
      `${getManyFlag(options)} writes many files; name them with -o and {name}, such as -o 'routers/{name}/router.yml'`,
    )
  const folder = pattern.slice(0, Math.max(0, pattern.lastIndexOf('/')))
  if (platform !== undefined && !folder.includes('{name}'))
    throw new UsageError(
      `--platform writes several files for each router, so each needs a folder; use a pattern such as 'routers/{name}/router.yml' instead of '${pattern}'`,
    )
  return pattern
}

function readConcurrency({ concurrency = '4' }: GenerateCommandOptions): number {
  if (!/^[1-9]\d{0,2}$/.test(concurrency))
    throw new UsageError(`--concurrency ${concurrency}: must be between 1 and 999`)
  return Number(concurrency)
}

function rejectSingleRouterFlags(options: GenerateCommandOptions): void {
  const { list: listPath, all, filter, createMissing } = options
  const singleRouterFlag = findSetFlag(options, [
    'import',
    'name',
    'file-name',
    'jwt',
    'signed-by',
    'from-record',
  ])
  if (singleRouterFlag !== undefined)
    throw new UsageError(
      `--${singleRouterFlag} is for one router and cannot be used with ${getManyFlag(options)}`,
    )
  if (listPath !== undefined && all)
    throw new UsageError('--list and --all cannot be used together')
  if (filter !== undefined && listPath !== undefined)
    throw new UsageError('--filter cannot be used with --list; it selects routers of the API')
  if (createMissing && listPath === undefined)
    throw new UsageError('--create-missing needs --list FILE')
}

/**
 * Generates the files of many routers. Without --force, existing files with other content are skipped, so that an
 * interrupted run can continue.
 */
export async function generateMany(
  options: GenerateCommandOptions,
  streams: Streams,
): Promise<number> {
  rejectSingleRouterFlags(options)
  const pattern = readPattern(options)
  const renewal = readRenewal(options)
  const concurrency = readConcurrency(options)
  const { answers, list: path, createMissing, filter, report } = options
  const readText = createTextReader({ answers, list: path })
  const listRows = path === undefined ? undefined : readRows(readText('list') ?? '', path)
  // A token is for one router, so the token in a variable is ignored here.
  const { answers: baseAnswers } = readAnswersSource(options, {
    content: readText('answers'),
    jwt: undefined,
  })
  const sharedOptions: Omit<RouterBatchOptions, 'registration'> = {
    pattern,
    baseAnswers: omitToken(baseAnswers),
    flagAnswers: readFlagAnswers(options),
    originByPath: new Map(),
    force: options.force,
    isDry: options.dryRun || options.diff,
    printDiff: options.diff ? (file: OutputFile) => printFilePatch(streams, file) : undefined,
    now: Date.now(),
  }
  const generateRows = (
    rows: AsyncIterable<RouterRow>,
    registration?: RegistrationOptions,
  ): Promise<number> =>
    runBatch(
      rows,
      { ...sharedOptions, registration },
      { streams, concurrency, total: listRows?.length, filter, reportPath: report },
    )
  if (listRows && !createMissing && renewal === 'none') return generateRows(toRows(listRows))
  return withController(options, (client) =>
    generateRows(listRows ? addRecords(listRows, client) : listRecordRows(client, filter), {
      client,
      controllers: createControllerLookup(client),
      renewal,
      mayCreate: createMissing,
    }),
  )
}

const omitToken = ({ jwt: _, ...answers }: CheckedAnswers): CheckedAnswers => answers

type RunContext = {
  streams: Streams
  concurrency: number
  total: number | undefined
  filter: string | undefined
  reportPath: string | undefined
}

async function runBatch(
  rows: AsyncIterable<RouterRow>,
  options: RouterBatchOptions,
  { streams, concurrency, total, filter, reportPath }: RunContext,
): Promise<number> {
  const outcomes: RouterOutcome[] = []
  const progress = createProgress(streams)
  const record = (outcome: RouterOutcome): void => {
    const { state, from, why } = outcome
    outcomes.push(outcome)
    if (state === 'failed') progress.clear()
    if (state === 'failed') streams.err(formatNote(`${from}: ${why ?? ''}`))
    else if (!options.printDiff && reportPath !== '-') streams.out(formatOutcome(outcome))
    progress.show(`${outcomes.length}${total === undefined ? '' : ` of ${total}`} routers`)
  }
  try {
    await generateInOrder(rows, options, { concurrency, record })
  } catch (error) {
    progress.clear()
    if (outcomes.length > 0)
      streams.err(
        `routerfile: stopped after ${formatBatchSummary(outcomes, options.isDry)}; the same command goes on from there\n`,
      )
    throw error
  } finally {
    progress.clear()
    if (reportPath !== undefined) writeReport(reportPath, outcomes, streams)
  }
  if (outcomes.length === 0) refuseEmptyFilter(filter)
  streams.err(`routerfile: ${formatBatchSummary(outcomes, options.isDry)}\n`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
}

/**
 * Generates the files of several routers at a time, and records the outcomes in the order of the rows. After an error,
 * begins no further rows, records the finished ones, and throws the error.
 */
async function generateInOrder(
  rows: AsyncIterable<RouterRow>,
  options: RouterBatchOptions,
  { concurrency, record }: { concurrency: number; record: (outcome: RouterOutcome) => void },
): Promise<void> {
  const outcomes = new Map<number, RouterOutcome>()
  let next = 0
  const generateRow = async (row: RouterRow, { index }: { index: number }): Promise<void> => {
    outcomes.set(index, await generateRouter(row, options))
    for (let outcome = outcomes.get(next); outcome; outcome = outcomes.get(next)) {
      outcomes.delete(next)
      next += 1
      record(outcome)
    }
  }
  const report = await batch(rows, generateRow, { concurrency, stopOnError: true })
  // Records the outcomes that were held back because an earlier row has no outcome: that row has failed.
  for (const [, outcome] of [...outcomes].sort(([left], [right]) => left - right)) record(outcome)
  const [firstFailure] = report.failed
  if (firstFailure) throw firstFailure.error
  if ('sourceError' in report) throw report.sourceError
}
