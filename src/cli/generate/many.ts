import type { Streams } from '../command.js'
import type { Given } from '../flags.js'
import { oneOf, UsageError } from '../flags.js'
import { progressOn } from '../progress.js'
import type { Batch, Registering } from './batch.js'
import { outcomeOf } from './batch.js'
import { inOrder } from './in-order.js'
import type { Row } from './list.js'
import { rowsOf } from './list.js'
import type { Outcome } from './outcome.js'
import { lineOf, summaryOf, writeReport } from './outcome.js'
import type { Registrar, Renewal } from './records.js'
import { controllersOf } from './records.js'
import type { RouterRow } from './rows.js'
import { plainRows, recordRows, rowsWithRecords } from './rows.js'
import { sourceOf } from './source.js'
import { textsOf } from './texts.js'
import { withClient } from './with-client.js'

/** What --re-enroll asks for. One that names nothing is for one router. */
export function renewalOf(given: Given): Renewal {
  if (!given.has('re-enroll')) return 'none'
  const word = given.last('re-enroll') || undefined
  if (word === undefined && isForMany(given))
    throw new UsageError(
      '--re-enroll voids the certificates of routers that are enrolled: say --re-enroll=expired for those whose token has expired, or --re-enroll=all for these, too',
    )
  return oneOf(word, ['expired', 'all'] as const, 're-enroll') ?? 'all'
}

/** Whether there are many routers to make files for. */
export const isForMany = (given: Given): boolean => given.has('list') || given.has('all')

/** Where the files go; each router needs one of its own. */
function patternOf(given: Given): string {
  const pattern = given.last('output')
  const flag = given.has('list') ? '--list' : '--all'
  if (!pattern?.includes('{name}'))
    throw new UsageError(
      `${flag} makes many files: name them with -o and {name}, for example -o 'routers/{name}/router.yml'`,
    )
  const folder = pattern.slice(0, Math.max(0, pattern.lastIndexOf('/')))
  if (given.has('platform') && !folder.includes('{name}'))
    throw new UsageError(
      `--platform makes more files for each router, which need a folder: take a pattern such as 'routers/{name}/router.yml' instead of '${pattern}'`,
    )
  return pattern
}

/** How many routers are worked on at a time. */
function concurrencyOf(given: Given): number {
  const number = given.last('concurrency') ?? '4'
  if (!/^[1-9]\d{0,2}$/.test(number))
    throw new UsageError(`--concurrency ${number}: it takes a number from 1 to 999`)
  return Number(number)
}

function refuseForOne(given: Given): void {
  const flag = given.has('list') ? '--list' : '--all'
  for (const other of ['import', 'name', 'file-name', 'jwt', 'signed-by', 'from-record'])
    if (given.has(other))
      throw new UsageError(
        `--${other} is for one router, and ${flag} for many; leave one of them out`,
      )
  if (given.has('list') && given.has('all'))
    throw new UsageError(
      '--list names the routers, and --all takes those of the API; leave one of them out',
    )
  if (given.has('filter') && given.has('list'))
    throw new UsageError(
      '--filter is for --all, and --list names the routers; leave one of them out',
    )
  if (given.has('create-missing') && !given.has('list'))
    throw new UsageError('--create-missing makes the records of a list: name it with --list')
}

/** Makes the files of all routers of a list or of the API. What exists is left alone, so that an interrupted run goes on where it ended. */
export async function many(given: Given, streams: Streams): Promise<number> {
  refuseForOne(given)
  const pattern = patternOf(given)
  const renewal = renewalOf(given)
  const concurrency = concurrencyOf(given)
  const text = textsOf(given)
  const list = given.has('list') ? rowsOf(text('list') ?? '', given.last('list') ?? '') : undefined
  // A token is for one router: what a variable holds is not for all of them.
  const { jwt: _, ...base } = sourceOf(given, (flag) =>
    flag === 'answers' ? text(flag) : undefined,
  ).answers
  const diff = given.has('diff') ? (patch: string) => streams.out(patch) : undefined
  const batch: Omit<Batch, 'registering'> = {
    pattern,
    base,
    taken: new Map(),
    force: given.has('force'),
    isDry: given.has('dry-run') || given.has('diff'),
    diff,
    now: Date.now(),
  }
  const work = (rows: AsyncIterable<RouterRow>, registering?: Registering): Promise<number> =>
    worked(rows, { ...batch, registering }, { given, streams, concurrency, total: list?.length })
  if (list && !given.has('create-missing') && renewal === 'none') return work(plainRows(list))
  return withClient(given, (client) =>
    work(rowsFor(list, client, given), {
      client,
      controllers: controllersOf(client),
      renewal,
      mayCreate: given.has('create-missing'),
    }),
  )
}

const rowsFor = (
  list: readonly Row[] | undefined,
  client: Registrar,
  given: Given,
): AsyncGenerator<RouterRow> =>
  list ? rowsWithRecords(list, client) : recordRows(client, given.last('filter'))

type Show = { given: Given; streams: Streams; concurrency: number; total: number | undefined }

async function worked(
  rows: AsyncIterable<RouterRow>,
  batch: Batch,
  { given, streams, concurrency, total }: Show,
): Promise<number> {
  const outcomes: Outcome[] = []
  const progress = progressOn(streams)
  const report = given.last('report')
  const settle = (outcome: Outcome): void => {
    const { state, from, why } = outcome
    outcomes.push(outcome)
    if (state === 'failed') progress.clear()
    if (state === 'failed') streams.err(`routerfile: ${from}: ${why ?? ''}\n`)
    else if (!batch.diff && report !== '-') streams.out(lineOf(outcome))
    progress.show(`${outcomes.length}${total === undefined ? '' : ` of ${total}`} routers`)
  }
  try {
    await inOrder(rows, (row) => outcomeOf(row, batch), { concurrency, settle })
  } catch (error) {
    progress.clear()
    if (outcomes.length > 0)
      streams.err(
        `routerfile: stopped after ${summaryOf(outcomes, batch.isDry)}; the same command goes on from there\n`,
      )
    throw error
  } finally {
    progress.clear()
    if (report !== undefined) writeReport(report, outcomes, streams)
  }
  streams.err(`routerfile: ${summaryOf(outcomes, batch.isDry)}\n`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
}
