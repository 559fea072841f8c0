import { showPath } from '../../diagnostic.js'
import type { Diagnostic, Path } from '../../diagnostic.js'
import type { Checked } from '../../generate/answers.js'
import { checkAnswers } from '../../generate/answers.js'
import type { Generated } from '../../generate/generate.js'
import { generateFrom } from '../../generate/generate.js'
import { inPattern } from '../../generate/names.js'
import { presets } from '../../generate/presets.js'
import { differences } from '../../lint/fleet/record-settings.js'
import { ManagementError } from '../../management/index.js'
import { UsageError } from '../flags.js'
import { toRecord } from '../../record.js'
import { faultsOf } from './draft.js'
import { patchOf, stateOf, wantedOf, writeFile } from './files.js'
import type { Outcome } from './outcome.js'
import type { Described, Entry, Registrar, Renewal } from './records.js'
import { created, invited, recorded, standingOf } from './records.js'
import type { RouterRow } from './rows.js'
import { isFabricRow } from './rows.js'
import { sentences } from './say.js'
import type { TokenFile } from './token-file.js'
import { besideOf, tokenState, writeToken } from './token-file.js'

/** The records that a batch works with, and what it may do to them. */
export type Registering = {
  client: Registrar
  controllers: () => Promise<string[]>
  renewal: Renewal
  mayCreate: boolean
}

/** What holds for all routers of a batch. */
export type Batch = {
  pattern: string
  base: Checked
  /** Where each path is from, in lower case: names that differ in case alone are one file on some systems. */
  taken: Map<string, string>
  force: boolean
  isDry: boolean
  /** Takes patches, where they are wanted. */
  diff: ((patch: string) => void) | undefined
  registering: Registering | undefined
  now: number
}

const column = (path: Path): string => (path.length > 0 ? `${showPath(path)}: ` : '')

const errorsOf = (diagnostics: readonly Diagnostic[]): string =>
  sentences(
    diagnostics.filter(({ severity }) => severity === 'error'),
    column,
  ).join('; ')

/** Answers for one router: `{name}` stands for its name. */
function personal(base: Checked, name: string): Checked {
  const text = JSON.stringify(base)
  return text.includes('{name}')
    ? (checkAnswers(
        toRecord(JSON.parse(text.replaceAll('{name}', JSON.stringify(name).slice(1, -1)))),
      ).answers ?? base)
    : base
}

/** What ends the whole batch: nothing else would work either. */
const endsAll = (error: unknown): boolean =>
  error instanceof ManagementError &&
  (error.status === 0 || error.status === 401 || error.code === 'READ_ONLY')

/** Makes the files of one router of many, and its record where that is missing and wanted. Throws what ends the batch. */
export async function outcomeOf(row: RouterRow, batch: Batch): Promise<Outcome> {
  const { from, entry } = row
  const { answers: own, diagnostics } = checkAnswers(row.answers)
  if (!own) return { state: 'failed', from, why: errorsOf(diagnostics) }
  const name = own.name ?? entry?.record.name
  const answers = { ...personal(batch.base, name ?? 'router'), ...own }
  const path = inPattern(batch.pattern, answers.fileName ?? name ?? 'router')
  const other = batch.taken.get(path.toLowerCase())
  if (other !== undefined)
    return {
      state: 'failed',
      from,
      name,
      why: `\`${path}\` is the file of another router, too (${other}); give them different names, or \`fileName\``,
    }
  batch.taken.set(path.toLowerCase(), from)
  try {
    return await made(row, answers, batch)
  } catch (error) {
    if (endsAll(error) || !(error instanceof ManagementError || error instanceof UsageError))
      throw error
    return { state: 'failed', from, name, id: entry?.record.id, why: error.message }
  }
}

async function made(row: RouterRow, answers: Checked, batch: Batch): Promise<Outcome> {
  const { registering, now } = batch
  if (!registering)
    return written(generateFrom(answers, { path: batch.pattern, now }), { from: row.from }, batch)
  const registered = await registerOf(row, answers, { registering, batch })
  const about = {
    from: row.from,
    name: registered.entry.record.name,
    ...(registered.entry.record.id !== '' && { id: registered.entry.record.id }),
    record: registered.done,
  }
  if (registered.isPretended)
    return {
      state: 'made',
      path: inPattern(batch.pattern, answers.fileName ?? about.name),
      ...about,
    }
  const whole = await recorded(answers, registered.entry, registering.controllers)
  const result = written(
    generateFrom(whole, { path: batch.pattern, now }),
    { ...about, jwt: whole.jwt ?? whole.edgeRouter?.enrollmentJwt ?? undefined },
    batch,
  )
  const unlike = differences(registered.entry.record, answers.edgeRouter ?? {})
  return { ...result, warnings: [...unlike, ...(result.warnings ?? [])] }
}

type Registered = {
  entry: Entry
  done: Outcome['record']
  /** It is only said what would be done. */ isPretended: boolean
}

/** The record of a router with an enrollment that can be used, made or renewed where that is wanted; only once it is clear that its file can be made. */
async function registerOf(
  row: RouterRow,
  answers: Checked,
  { registering, batch }: { registering: Registering; batch: Batch },
): Promise<Registered> {
  const { client, renewal, mayCreate } = registering
  const { isDry, now } = batch
  const name = answers.name ?? row.entry?.record.name
  if (name === undefined) throw new UsageError('the name is missing, by which its record is found')
  if (!row.entry && !mayCreate)
    throw new UsageError(`there is no record of \`${name}\`; --create-missing makes it`)
  const wish = wishOf(answers)
  const check = (record: Described): void => {
    const faults = faultsOf(answers, record)
    if (faults.length > 0) throw new UsageError(errorsOf(faults))
  }
  if (!row.entry) check({ ...wish, name })
  if (!row.entry && isDry)
    return {
      entry: { record: { ...wish, id: '', name }, isFabric: isFabricRow(row), expires: undefined },
      done: 'made',
      isPretended: true,
    }
  const { entry, isCreated } = row.entry
    ? { entry: row.entry, isCreated: false }
    : await created(client, name, { wish, isFabric: isFabricRow(row) })
  if (renewal !== 'none' && standingOf(entry, now) !== 'open') check(entry.record)
  const { entry: usable, isRenewed } = await invited(client, entry, { renewal, isDry, now })
  return {
    entry: usable,
    done: isCreated ? 'made' : isRenewed ? 're-enrolled' : undefined,
    isPretended: isDry && isRenewed,
  }
}

/** What is wanted of a record: where nothing is said of the tunneler, it is one if the file has one. */
const wishOf = ({ edgeRouter, tunnel, preset = 'host' }: Checked): Described => ({
  isTunnelerEnabled: (tunnel ?? presets[preset].tunnel) !== 'none',
  ...edgeRouter,
})

/** Writes what was made, the router file last: once it is there, the router is done. */
function written(
  result: Generated,
  {
    jwt,
    ...about
  }: Pick<Outcome, 'from' | 'name' | 'id' | 'record'> & { jwt?: string | undefined },
  { force, isDry, diff }: Batch,
): Outcome {
  if (!result.ok) return { state: 'failed', ...about, why: errorsOf(result.diagnostics) }
  const { path, name, enrollment } = result
  const wanted = wantedOf(result)
  const token = jwt === undefined ? undefined : besideOf(result, jwt)
  const states = [...wanted.map(stateOf), ...(token ? [tokenState(token)] : [])]
  diff?.(wanted.map(patchOf).join(''))
  const warnings = sentences(
    result.diagnostics.filter(({ severity }) => severity === 'warning'),
    column,
  )
  const outcome = {
    ...about,
    name,
    path,
    token: token?.path,
    ...(enrollment && { expires: new Date(enrollment.expires).toISOString() }),
    warnings,
  }
  const isOther = !force && states.includes('differs')
  if (!isDry) writeAll(isOther ? [] : wanted, token, force)
  return {
    state: isOther
      ? 'skipped'
      : states.every((state) => state === 'same')
        ? 'unchanged'
        : states.includes('differs')
          ? 'replaced'
          : 'made',
    ...outcome,
  }
}

function writeAll(
  wanted: ReturnType<typeof wantedOf>,
  token: TokenFile | undefined,
  force: boolean,
): void {
  if (token) writeToken(token, force)
  for (const file of [...wanted].reverse()) writeFile(file, force)
}
