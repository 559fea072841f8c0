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
import { formatDiagnostics } from './answers-source.js'
import { mergeAnswers } from './flags.js'

export type RegistrationOptions = {
  client: Registrar
  controllers: () => Promise<string[]>
  renewal: Renewal
  mayCreate: boolean
}

export type RouterBatchOptions = {
  pattern: string
  baseAnswers: CheckedAnswers
  /** Answers from flags: they take precedence over those of a row, which take precedence over `baseAnswers`. */
  flagAnswers: CheckedAnswers
  /**
   * The origin of each router of the batch so far, by the path of its file, to detect routers that would share a file.
   * Paths are in lower case, because names that differ only in case are the same file on some systems.
   */
  originByPath: Map<string, string>
  force: boolean
  isDry: boolean
  /** Prints the change of a file as a patch; undefined if patches are not requested. */
  printDiff: ((file: OutputFile) => void) | undefined
  registration: RegistrationOptions | undefined
  now: number
}

const formatColumn = (path: Path): string => (path.length > 0 ? `${formatPath(path)}: ` : '')

const formatErrors = (diagnostics: readonly Diagnostic[]): string =>
  formatDiagnostics(
    diagnostics.filter(({ severity }) => severity === 'error'),
    formatColumn,
  ).join('; ')

function personalize(answers: CheckedAnswers, name: string): CheckedAnswers {
  const personal = mapTexts(toJsonMap(answers), (text) => text.replaceAll('{name}', () => name))
  return checkAnswers(toRecord(personal)).answers ?? answers
}

/** Whether an error ends the whole batch, because all other routers would fail too. */
const isFatal = (error: unknown): boolean =>
  error instanceof ManagementError &&
  (error.status === 0 || error.status === 401 || error.code === 'READ_ONLY')

/** Generates the files of a router and, if requested, its record. Throws only errors that end the batch. */
export async function generateRouter(
  row: RouterRow,
  batch: RouterBatchOptions,
): Promise<RouterOutcome> {
  const { origin, entry } = row
  const { answers: rowAnswers, diagnostics } = checkAnswers(row.answers)
  if (!rowAnswers) return { state: 'failed', from: origin, why: formatErrors(diagnostics) }
  const name = rowAnswers.name ?? entry?.record.name
  const answers = mergeAnswers(
    mergeAnswers(personalize(batch.baseAnswers, name ?? 'router'), rowAnswers),
    personalize(batch.flagAnswers, name ?? 'router'),
  )
  const path = fillPattern(batch.pattern, answers.fileName ?? name ?? 'router')
  const otherOrigin = batch.originByPath.get(path.toLowerCase())
  if (otherOrigin !== undefined)
    return {
      state: 'failed',
      from: origin,
      name,
      why: `\`${path}\` is also the file of another router (${otherOrigin}); give them different names, or \`fileName\``,
    }
  batch.originByPath.set(path.toLowerCase(), origin)
  const problem = batch.force ? undefined : findBrowserProblem(answers)
  if (problem !== undefined) return { state: 'failed', from: origin, name, why: problem }
  try {
    return await generateFiles(row, answers, batch)
  } catch (error) {
    if (isFatal(error) || !(error instanceof ManagementError || isUserError(error))) throw error
    return { state: 'failed', from: origin, name, id: entry?.record.id, why: error.message }
  }
}

async function generateFiles(
  row: RouterRow,
  answers: CheckedAnswers,
  batch: RouterBatchOptions,
): Promise<RouterOutcome> {
  const { registration, now } = batch
  if (!registration)
    return writeGenerated(
      generateFrom(answers, { path: batch.pattern, now }),
      { from: row.origin },
      batch,
    )
  const registrationResult = await ensureRecord(row, answers, { registration, batch })
  const outcomeFields = {
    from: row.origin,
    name: registrationResult.entry.record.name,
    ...(registrationResult.entry.record.id !== '' && { id: registrationResult.entry.record.id }),
    record: registrationResult.recordChange,
  }
  if (registrationResult.isPretended)
    return {
      state: 'made',
      path: fillPattern(batch.pattern, answers.fileName ?? outcomeFields.name),
      ...outcomeFields,
    }
  const completeAnswers = await applyRecord(
    answers,
    registrationResult.entry,
    registration.controllers,
  )
  const result = writeGenerated(
    generateFrom(completeAnswers, { path: batch.pattern, now }),
    {
      ...outcomeFields,
      jwt: completeAnswers.jwt ?? completeAnswers.edgeRouter?.enrollmentJwt ?? undefined,
    },
    batch,
  )
  const differences = listDifferences(registrationResult.entry.record, answers.edgeRouter ?? {})
  return { ...result, warnings: [...differences, ...(result.warnings ?? [])] }
}

type Registration = {
  entry: RecordEntry
  recordChange: RouterOutcome['record']
  /** Whether a dry run skipped creating the record or renewing its enrollment. */
  isPretended: boolean
}

/** If requested, creates the record or renews its enrollment, after checking that the file can be generated. */
async function ensureRecord(
  row: RouterRow,
  answers: CheckedAnswers,
  { registration, batch }: { registration: RegistrationOptions; batch: RouterBatchOptions },
): Promise<Registration> {
  const { client, renewal, mayCreate } = registration
  const { isDry, now } = batch
  const name = answers.name ?? row.entry?.record.name
  if (name === undefined) throw new UsageError('missing name: add it to find the record')
  if (!row.entry && !mayCreate)
    throw new UsageError(`the controller has no record of \`${name}\`; --create-missing creates it`)
  const requestedSettings = toRecordSettings(answers)
  const check = (record: RecordSettings): void => {
    const faults = findAnswerErrors(answers, record)
    if (faults.length > 0) throw new UsageError(formatErrors(faults))
  }
  if (!row.entry) check({ ...requestedSettings, name })
  if (!row.entry && isDry)
    return {
      entry: {
        record: { ...requestedSettings, id: '', name },
        isFabric: isFabricRow(row),
        expires: undefined,
      },
      recordChange: 'made',
      isPretended: true,
    }
  const { entry, isCreated } = row.entry
    ? { entry: row.entry, isCreated: false }
    : await createRouterRecord(client, name, { requestedSettings, isFabric: isFabricRow(row) })
  if (renewal !== 'none' && getEnrollmentState(entry, now) !== 'open') check(entry.record)
  const { entry: usableEntry, isRenewed } = await ensureEnrollment(client, entry, {
    renewal,
    isDry,
    now,
  })
  return {
    entry: usableEntry,
    recordChange: isCreated ? 'made' : isRenewed ? 're-enrolled' : undefined,
    isPretended: isDry && isRenewed,
  }
}

/** By default, the record has its tunneler enabled if the router file has a tunneler. */
const toRecordSettings = ({
  edgeRouter,
  tunnel,
  preset = 'host',
}: CheckedAnswers): RecordSettings => ({
  isTunnelerEnabled: (tunnel ?? presets[preset].tunnel) !== 'none',
  ...edgeRouter,
})

/**
 * Writes the token and the generated files. If an existing file has other content and `force` is not set, writes only
 * the token, and only if this run created the record or renewed its enrollment, because no file has the new token then.
 * Without `force`, the token never replaces a file that is neither empty nor a token of the same router. The router
 * file is written last: once it exists, the router is done. A dry run writes nothing.
 */
function writeGenerated(
  result: Generated,
  {
    jwt,
    ...about
  }: Pick<RouterOutcome, 'from' | 'name' | 'id' | 'record'> & { jwt?: string | undefined },
  { force, isDry, printDiff }: RouterBatchOptions,
): RouterOutcome {
  if (!result.ok) return { state: 'failed', ...about, why: formatErrors(result.diagnostics) }
  const { path, name, enrollment } = result
  const files = listOutputFiles(result)
  const newToken = jwt === undefined ? undefined : createTokenFile(result, jwt)
  const tokenState = newToken && compareToken(newToken)
  const states = [...files.map(compareFile), ...(tokenState ? [tokenState] : [])]
  const hasConflict = !force && states.includes('differs')
  const isTokenDue = newToken !== undefined && (!hasConflict || about.record !== undefined)
  const isTokenBlocked = isTokenDue && hasConflict && tokenState === 'differs'
  const tokenFile = isTokenDue && !isTokenBlocked ? newToken : undefined
  if (printDiff) for (const file of files) printDiff(file)
  const warnings = formatDiagnostics(
    result.diagnostics.filter(({ severity }) => severity === 'warning'),
    formatColumn,
  )
  const outcome = {
    ...about,
    name,
    path,
    token: tokenFile?.path,
    ...(enrollment &&
      (tokenFile !== undefined || !hasConflict) && {
        expires: new Date(enrollment.expires).toISOString(),
      }),
    ...(isTokenBlocked && {
      why: `the new token was not written, because \`${newToken.path}\` has other content; --force replaces it`,
    }),
    warnings,
  }
  if (!isDry && tokenFile) writeToken(tokenFile, force)
  if (!isDry && !hasConflict) for (const file of files.toReversed()) writeFile(file, force)
  return {
    state: hasConflict
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
  /** Where the router comes from: the line or number of its list entry, or the name of its record. */
  from: string
  name?: string | undefined
  id?: string | undefined
  /** The path of the router file. */
  path?: string | undefined
  /** The path of the file for the enrollment token, next to the router file; undefined if no token is to be written. */
  token?: string | undefined
  /** When the token expires, in ISO 8601. */
  expires?: string | undefined
  /** What the run did to the record of the router; undefined if it changed nothing. */
  record?: 'made' | 're-enrolled' | undefined
  /** Why the router failed, or why its new token was not written. */
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
  const count = (matches: (outcome: RouterOutcome) => boolean): number =>
    outcomes.filter(matches).length
  const createdCount = count(({ record }) => record === 'made')
  const renewedCount = count(({ record }) => record === 're-enrolled')
  const warningCount = count(({ warnings = [] }) => warnings.length > 0)
  const parts = stateWords
    .map(([state, words]) => [count((outcome) => outcome.state === state), words] as const)
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`)
  const notes = [
    createdCount > 0 && `${formatCount(createdCount, 'record')} made`,
    renewedCount > 0 && `${renewedCount} re-enrolled`,
    warningCount > 0 && `${warningCount} with warnings (--report has them)`,
  ].filter((text) => text !== false)
  return `${formatCount(outcomes.length, 'router')}: ${[parts.join(', '), ...notes].filter((text) => text !== '').join('; ')}${isDry ? ' (dry run: nothing was written)' : ''}`
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
