import type { Streams } from '../../command.js'
import type { FlagValues } from '../../flags.js'
import { parseChoice } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { formatNote } from '../../ui/text.js'
import { refuseEmptyFilter } from '../../live/flags.js'
import { createProgress } from '../../ui/progress.js'
import { createTextReader } from '../../flag-values.js'
import type { BatchOptions, RegistrationOptions, RouterOutcome } from './batch.js'
import { generateRouter, formatOutcome, formatSummary, writeReport } from './batch.js'
import type { ListRow, RouterRow } from './list.js'
import { readRows, toRows, listRecordRows, addRecords } from './list.js'
import type { OutputFile } from './files.js'
import { printFilePatch } from './files.js'
import type { Registrar, Renewal } from './records.js'
import { createControllerLookup, withClient } from './records.js'
import { readSource } from './answers.js'

/** The value of --re-enroll. Without a value, it applies to a single router only. */
export function readRenewal(flags: FlagValues): Renewal {
  if (!flags.has('re-enroll')) return 'none'
  const word = flags.last('re-enroll') || undefined
  if (word === undefined && isForMany(flags))
    throw new UsageError(
      '--re-enroll revokes the certificates of enrolled routers; use --re-enroll=expired to renew expired tokens only, or --re-enroll=all for all routers',
    )
  return parseChoice(word, ['expired', 'all'] as const, 're-enroll') ?? 'all'
}

/** Whether to generate files for many routers. */
export const isForMany = (flags: FlagValues): boolean => flags.has('list') || flags.has('all')

/** The path pattern of the files; each router needs its own path. */
function readPattern(flags: FlagValues): string {
  const pattern = flags.last('output')
  const flag = flags.has('list') ? '--list' : '--all'
  if (!pattern?.includes('{name}'))
    throw new UsageError(
      `${flag} writes many files; name them with -o and {name}, such as -o 'routers/{name}/router.yml'`,
    )
  const folder = pattern.slice(0, Math.max(0, pattern.lastIndexOf('/')))
  if (flags.has('platform') && !folder.includes('{name}'))
    throw new UsageError(
      `--platform writes several files for each router, so each needs a folder; use a pattern such as 'routers/{name}/router.yml' instead of '${pattern}'`,
    )
  return pattern
}

/** The number of routers to work on in parallel. */
function readConcurrency(flags: FlagValues): number {
  const number = flags.last('concurrency') ?? '4'
  if (!/^[1-9]\d{0,2}$/.test(number))
    throw new UsageError(`--concurrency ${number}: must be between 1 and 999`)
  return Number(number)
}

function rejectSingleRouterFlags(flags: FlagValues): void {
  const flag = flags.has('list') ? '--list' : '--all'
  for (const other of ['import', 'name', 'file-name', 'jwt', 'signed-by', 'from-record'])
    if (flags.has(other))
      throw new UsageError(`--${other} is for one router and cannot be used with ${flag}`)
  if (flags.has('list') && flags.has('all'))
    throw new UsageError('--list and --all cannot be used together')
  if (flags.has('filter') && flags.has('list'))
    throw new UsageError('--filter cannot be used with --list; it selects routers of the API')
  if (flags.has('create-missing') && !flags.has('list'))
    throw new UsageError('--create-missing needs --list FILE')
}

/**
 * Generates the files of all routers of a list or of the API. Existing files are skipped, so that an interrupted run
 * can continue.
 */
export async function generateMany(flags: FlagValues, streams: Streams): Promise<number> {
  rejectSingleRouterFlags(flags)
  const pattern = readPattern(flags)
  const renewal = readRenewal(flags)
  const concurrency = readConcurrency(flags)
  const text = createTextReader(flags)
  const list = flags.has('list')
    ? readRows(text('list') ?? '', flags.last('list') ?? '')
    : undefined
  // A token is for one router, so the token in a variable is ignored here.
  const { jwt: _, ...base } = readSource(flags, (flag) =>
    flag === 'answers' ? text(flag) : undefined,
  ).answers
  const diff = flags.has('diff') ? (file: OutputFile) => printFilePatch(streams, file) : undefined
  const batch: Omit<BatchOptions, 'registering'> = {
    pattern,
    base,
    taken: new Map(),
    force: flags.has('force'),
    isDry: flags.has('dry-run') || flags.has('diff'),
    diff,
    now: Date.now(),
  }
  const work = (
    rows: AsyncIterable<RouterRow>,
    registering?: RegistrationOptions,
  ): Promise<number> =>
    runBatch(rows, { ...batch, registering }, { flags, streams, concurrency, total: list?.length })
  if (list && !flags.has('create-missing') && renewal === 'none') return work(toRows(list))
  return withClient(flags, (client) =>
    work(createRows(list, client, flags), {
      client,
      controllers: createControllerLookup(client),
      renewal,
      mayCreate: flags.has('create-missing'),
    }),
  )
}

const createRows = (
  list: readonly ListRow[] | undefined,
  client: Registrar,
  flags: FlagValues,
): AsyncGenerator<RouterRow> =>
  list ? addRecords(list, client) : listRecordRows(client, flags.last('filter'))

type RunContext = {
  flags: FlagValues
  streams: Streams
  concurrency: number
  total: number | undefined
}

async function runBatch(
  rows: AsyncIterable<RouterRow>,
  batch: BatchOptions,
  { flags, streams, concurrency, total }: RunContext,
): Promise<number> {
  const outcomes: RouterOutcome[] = []
  const progress = createProgress(streams)
  const report = flags.last('report')
  const record = (outcome: RouterOutcome): void => {
    const { state, from, why } = outcome
    outcomes.push(outcome)
    if (state === 'failed') progress.clear()
    if (state === 'failed') streams.err(formatNote(`${from}: ${why ?? ''}`))
    else if (!batch.diff && report !== '-') streams.out(formatOutcome(outcome))
    progress.show(`${outcomes.length}${total === undefined ? '' : ` of ${total}`} routers`)
  }
  try {
    await mapInOrder(rows, (row) => generateRouter(row, batch), { concurrency, record })
  } catch (error) {
    progress.clear()
    if (outcomes.length > 0)
      streams.err(
        `routerfile: stopped after ${formatSummary(outcomes, batch.isDry)}; the same command goes on from there\n`,
      )
    throw error
  } finally {
    progress.clear()
    if (report !== undefined) writeReport(report, outcomes, streams)
  }
  if (outcomes.length === 0) refuseEmptyFilter(flags.last('filter'))
  streams.err(`routerfile: ${formatSummary(outcomes, batch.isDry)}\n`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
}

/**
 * Processes items with limited concurrency, and yields the results in the order of the items. After a failure, no
 * further items are started; running ones finish first, then the error is thrown.
 */
export async function mapInOrder<Item, Value>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Value>,
  { concurrency, record }: { concurrency: number; record: (value: Value) => void },
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  const running: Promise<{ value: Value } | { error: unknown }>[] = []
  const failures: unknown[] = []
  const finish = async (): Promise<void> => {
    const result = await running.shift()
    if (result && 'value' in result) record(result.value)
    else if (result) failures.push(result.error)
  }
  const take = async (): Promise<IteratorResult<Item, unknown>> => {
    try {
      return await source.next()
    } catch (error) {
      failures.push(error)
      return { done: true, value: undefined }
    }
  }
  for (let next = await take(); !next.done && failures.length === 0; next = await take()) {
    running.push(
      work(next.value).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    )
    if (running.length >= concurrency) await finish()
  }
  while (running.length > 0) await finish()
  await source.return?.()
  if (failures.length > 0) throw failures[0]
}
