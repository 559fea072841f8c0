import type { Diagnostic, Path } from '../../../document/diagnostic.js'
import { mapTexts, toJsonMap, toRecord } from '../../../document/record.js'
import { formatPath } from '../../../document/diagnostic.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { checkAnswers } from '../../../generate/answers.js'
import type { Generated } from '../../../generate/generate.js'
import { generateFrom } from '../../../generate/generate.js'
import { fillPattern } from '../../../generate/paths.js'
import { presets } from '../../../generate/presets.js'
import { listDifferences } from '../../../lint/fleet/rules/record-settings.js'
import { ManagementError } from '../../../management/client/index.js'
import { isUserError, UsageError } from '../../errors.js'
import { escapeControls, toSafeJson } from '../../ui/text.js'
import type { Streams } from '../../command.js'
import { replaceFile } from '../../../project/replace-file.js'
import { formatCount } from '../../../document/words.js'
import { findBrowserProblem } from '../../../generate/browsers.js'
import type { RecordSettings, RecordEntry, Registrar } from './records.js'
import type { Renewal } from './flags.js'
import {
  findAnswerErrors,
  createRouterRecord,
  ensureEnrollment,
  applyRecord,
  getEnrollmentState,
} from './records.js'
import type { OutputFile } from './files.js'
import {
  compareFile,
  listOutputFiles,
  writeFile,
  createTokenFile,
  compareToken,
  writeToken,
} from './files.js'
import type { RouterRow } from './list.js'
import { isFabricRow } from './list.js'
import { formatDiagnostics } from './answers.js'
import { mergeAnswers } from './flags.js'

/** The records of a batch, and what the batch may do to them. */
export type RegistrationOptions = {
  client: Registrar
  controllers: () => Promise<string[]>
  renewal: Renewal
  mayCreate: boolean
}

export type RouterBatchOptions = {
  pattern: string
  base: CheckedAnswers
  /** Answers of flags, which also win over those of a row. */
  flags: CheckedAnswers
  /** The origin of each path, in lower case: on some systems, names that differ only in case are the same file. */
  taken: Map<string, string>
  force: boolean
  isDry: boolean
  /** Receives patches, if they are requested. */
  diff: ((file: OutputFile) => void) | undefined
  registering: RegistrationOptions | undefined
  now: number
}

const formatColumn = (path: Path): string => (path.length > 0 ? `${formatPath(path)}: ` : '')

const formatErrors = (diagnostics: readonly Diagnostic[]): string =>
  formatDiagnostics(
    diagnostics.filter(({ severity }) => severity === 'error'),
    formatColumn,
  ).join('; ')

/** Answers for one router: `{name}` is replaced by its name. */
function personalize(base: CheckedAnswers, name: string): CheckedAnswers {
  const personal = mapTexts(toJsonMap(base), (text) => text.replaceAll('{name}', () => name))
  return checkAnswers(toRecord(personal)).answers ?? base
}

/** Errors that end the whole batch, because all other routers would fail too. */
const isFatal = (error: unknown): boolean =>
  error instanceof ManagementError &&
  (error.status === 0 || error.status === 401 || error.code === 'READ_ONLY')

/**
 * Generates the files of one router of a batch, and creates its record if it is missing and requested. Throws errors
 * that end the batch.
 */
export async function generateRouter(
  row: RouterRow,
  batch: RouterBatchOptions,
): Promise<RouterOutcome> {
  const { from, entry } = row
  const { answers: rowAnswers, diagnostics } = checkAnswers(row.answers)
  if (!rowAnswers) return { state: 'failed', from, why: formatErrors(diagnostics) }
  const name = rowAnswers.name ?? entry?.record.name
  const answers = mergeAnswers(
    mergeAnswers(personalize(batch.base, name ?? 'router'), rowAnswers),
    personalize(batch.flags, name ?? 'router'),
  )
  const path = fillPattern(batch.pattern, answers.fileName ?? name ?? 'router')
  const other = batch.taken.get(path.toLowerCase())
  if (other !== undefined)
    return {
      state: 'failed',
      from,
      name,
      why: `\`${path}\` is also the file of another router (${other}); give them different names, or \`fileName\``,
    }
  batch.taken.set(path.toLowerCase(), from)
  const problem = batch.force ? undefined : findBrowserProblem(answers)
  if (problem !== undefined) return { state: 'failed', from, name, why: problem }
  try {
    return await generateFiles(row, answers, batch)
  } catch (error) {
    if (isFatal(error) || !(error instanceof ManagementError || isUserError(error))) throw error
    return { state: 'failed', from, name, id: entry?.record.id, why: error.message }
  }
}

async function generateFiles(
  row: RouterRow,
  answers: CheckedAnswers,
  batch: RouterBatchOptions,
): Promise<RouterOutcome> {
  const { registering, now } = batch
  if (!registering)
    return writeGenerated(
      generateFrom(answers, { path: batch.pattern, now }),
      { from: row.from },
      batch,
    )
  const registered = await ensureRecord(row, answers, { registering, batch })
  const about = {
    from: row.from,
    name: registered.entry.record.name,
    ...(registered.entry.record.id !== '' && { id: registered.entry.record.id }),
    record: registered.done,
  }
  if (registered.isPretended)
    return {
      state: 'made',
      path: fillPattern(batch.pattern, answers.fileName ?? about.name),
      ...about,
    }
  const whole = await applyRecord(answers, registered.entry, registering.controllers)
  const result = writeGenerated(
    generateFrom(whole, { path: batch.pattern, now }),
    { ...about, jwt: whole.jwt ?? whole.edgeRouter?.enrollmentJwt ?? undefined },
    batch,
  )
  const unlike = listDifferences(registered.entry.record, answers.edgeRouter ?? {})
  return { ...result, warnings: [...unlike, ...(result.warnings ?? [])] }
}

type Registration = {
  entry: RecordEntry
  done: RouterOutcome['record']
  /** Dry run: only reports what would be done. */
  isPretended: boolean
}

/**
 * The record of a router with a usable enrollment, created or renewed if requested; only after checking that its file
 * can be generated.
 */
async function ensureRecord(
  row: RouterRow,
  answers: CheckedAnswers,
  { registering, batch }: { registering: RegistrationOptions; batch: RouterBatchOptions },
): Promise<Registration> {
  const { client, renewal, mayCreate } = registering
  const { isDry, now } = batch
  const name = answers.name ?? row.entry?.record.name
  if (name === undefined) throw new UsageError('missing name: add it to find the record')
  if (!row.entry && !mayCreate)
    throw new UsageError(`the controller has no record of \`${name}\`; --create-missing creates it`)
  const wish = toRecordSettings(answers)
  const check = (record: RecordSettings): void => {
    const faults = findAnswerErrors(answers, record)
    if (faults.length > 0) throw new UsageError(formatErrors(faults))
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
    : await createRouterRecord(client, name, { wish, isFabric: isFabricRow(row) })
  if (renewal !== 'none' && getEnrollmentState(entry, now) !== 'open') check(entry.record)
  const { entry: usable, isRenewed } = await ensureEnrollment(client, entry, {
    renewal,
    isDry,
    now,
  })
  return {
    entry: usable,
    done: isCreated ? 'made' : isRenewed ? 're-enrolled' : undefined,
    isPretended: isDry && isRenewed,
  }
}

/** The requested settings of a record. If nothing is set for the tunneler, it is enabled if the file has one. */
const toRecordSettings = ({
  edgeRouter,
  tunnel,
  preset = 'host',
}: CheckedAnswers): RecordSettings => ({
  isTunnelerEnabled: (tunnel ?? presets[preset].tunnel) !== 'none',
  ...edgeRouter,
})

/** Writes the generated files, the router file last: once it exists, the router is done. */
function writeGenerated(
  result: Generated,
  {
    jwt,
    ...about
  }: Pick<RouterOutcome, 'from' | 'name' | 'id' | 'record'> & { jwt?: string | undefined },
  { force, isDry, diff }: RouterBatchOptions,
): RouterOutcome {
  if (!result.ok) return { state: 'failed', ...about, why: formatErrors(result.diagnostics) }
  const { path, name, enrollment } = result
  const files = listOutputFiles(result)
  const token = jwt === undefined ? undefined : createTokenFile(result, jwt)
  const states = [...files.map(compareFile), ...(token ? [compareToken(token)] : [])]
  if (diff) for (const file of files) diff(file)
  const warnings = formatDiagnostics(
    result.diagnostics.filter(({ severity }) => severity === 'warning'),
    formatColumn,
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
  if (!isDry && token) writeToken(token, force)
  if (!isDry && !isOther) for (const file of files.toReversed()) writeFile(file, force)
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

export type RouterOutcome = {
  state: 'made' | 'replaced' | 'unchanged' | 'skipped' | 'failed'
  /** Its origin: the place in a list, or its record. */
  from: string
  name?: string | undefined
  id?: string | undefined
  /** The router file, and its token file if it has one. */
  path?: string | undefined
  token?: string | undefined
  /** When the token expires. */
  expires?: string | undefined
  /** What the run did to the record of the router; undefined if it changed nothing. */
  record?: 'made' | 're-enrolled' | undefined
  /** Why it failed or was skipped. */
  why?: string | undefined
  warnings?: readonly string[]
}

const stateWords: readonly (readonly [state: RouterOutcome['state'], words: string])[] = [
  ['made', 'made'],
  ['replaced', 'replaced'],
  ['unchanged', 'unchanged'],
  ['skipped', 'not overwritten (differs; --diff shows how, --force replaces it)'],
  ['failed', 'failed'],
]

export const formatOutcome = ({ state, path = '', record, why }: RouterOutcome): string =>
  `${escapeControls(`${state.padEnd(9)} ${path}${record === undefined ? '' : ` (record ${record})`}${why === undefined ? '' : `: ${why}`}`)}\n`

export function formatBatchSummary(outcomes: readonly RouterOutcome[], isDry: boolean): string {
  const count = (has: (outcome: RouterOutcome) => boolean): number => outcomes.filter(has).length
  const made = count(({ record }) => record === 'made')
  const renewed = count(({ record }) => record === 're-enrolled')
  const doubtful = count(({ warnings = [] }) => warnings.length > 0)
  const parts = stateWords
    .map(([state, words]) => [count((outcome) => outcome.state === state), words] as const)
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`)
  const more = [
    made > 0 && `${formatCount(made, 'record')} made`,
    renewed > 0 && `${renewed} re-enrolled`,
    doubtful > 0 && `${doubtful} with warnings (--report has them)`,
  ].filter((text) => text !== false)
  return `${formatCount(outcomes.length, 'router')}: ${[parts.join(', '), ...more].filter((text) => text !== '').join('; ')}${isDry ? ' (dry run: nothing was written)' : ''}`
}

/** Writes the outcomes of all routers as JSON, to a file or, for `-`, to standard output. */
export function writeReport(
  path: string,
  outcomes: readonly RouterOutcome[],
  { out }: Streams,
): void {
  const counts = Object.fromEntries(
    stateWords.map(([state]) => [
      state,
      outcomes.filter((outcome) => outcome.state === state).length,
    ]),
  )
  const text = `${toSafeJson({ version: 1, counts, routers: outcomes }, 2)}\n`
  if (path === '-') out(text)
  else replaceFile(path, text, 0o644)
}
