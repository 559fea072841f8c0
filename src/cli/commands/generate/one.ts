import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../../document/diagnostic.js'
import type { Generated } from '../../../generate/generate.js'
import { generateFrom } from '../../../generate/generate.js'
import { verifyEnrollment } from '../../../generate/enrollment.js'
import { formatNote } from '../../ui/text.js'
import type { Streams } from '../../command.js'
import { readRelease } from '../../command.js'
import type { FlagValues } from '../../flags.js'
import { createFlagValues } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { printFileText } from '../../diff.js'
import { createTextReader } from '../../flag-values.js'
import { adopt } from '../../../generate/adopt.js'
import { readInput } from '../../selection-flags.js'
import {
  findAnswerErrors,
  createControllerLookup,
  findEntry,
  ensureEnrollment,
  applyRecord,
  getEnrollmentState,
  withClient,
} from './records.js'
import type { OutputFile, TokenFile } from './files.js'
import {
  printFilePatch,
  compareFile,
  listOutputFiles,
  writeFile,
  createTokenFile,
  compareToken,
  writeToken,
} from './files.js'
import type { AnswersFile, AnswersSource } from './answers.js'
import {
  interviewIfPossible,
  createLocator,
  formatDiagnostics,
  createRefusal,
  readSource,
} from './answers.js'
import { readRenewal } from './many.js'

/** Generates the file of one router. */
export async function generateOne(given: FlagValues, streams: Streams): Promise<number> {
  const readTextFlag = createTextReader(given)
  const source = await addRecord(readSource(given, readTextFlag), given, streams)
  await checkSignature(source, readTextFlag('signed-by'))
  const {
    answers,
    jwtPath: askedJwt,
    output: askedOutput,
  } = await interviewIfPossible(source.answers, given, streams)
  // A file named in the interview counts like one named by a flag.
  const flags = createFlagValues(
    new Map([
      ...given.all,
      ...(askedJwt === undefined ? [] : [['jwt', [askedJwt]] as const]),
      ...(askedOutput === undefined ? [] : [['output', [askedOutput]] as const]),
    ]),
    given.rest,
  )

  const output = flags.last('output') ?? '-'
  const jwt = getRecordToken(source, flags)
  const jwtPath = getTokenPath(flags)
  const made = generateFrom(answers, {
    path: output === '-' ? 'router.yml' : output,
    ...(jwtPath !== undefined && { jwtPath }),
  })
  if (!made.ok) throw explainMissing(made.diagnostics, source, flags)
  printWarnings(made.diagnostics, source.file, streams)

  const token = jwt === undefined ? undefined : createTokenFile(made, jwt)
  const isEnrolled = flags.has('from-record') && !made.enrollment
  if (output === '-')
    printFile(made, [...made.files, ...(token ? [{ path: token.path, text: '' }] : [])], {
      streams,
      isNamed: flags.has('output'),
    })
  else writeFiles(made, { token, isEnrolled, flags, streams })
  return 0
}

/** Imports a router file of another generator, and reports the differences. */
export function importRouterFile(flags: FlagValues, streams: Streams): number {
  const { path, text } = readInput(flags.last('import') ?? '')
  const adopted = adopt(text, { target: readRelease(flags) })
  if (!adopted.ok)
    throw new UsageError(
      `${adopted.diagnostics.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`).join('\nrouterfile: ')}\nrouterfile: \`${path}\` was not imported; \`routerfile lint\` shows all errors`,
    )
  streams.err(
    `routerfile: ${path}: made by ${adopted.generator ?? 'an unknown generator'}; the router uses the same values\n`,
  )
  for (const { severity, message, range } of adopted.changes)
    streams.err(
      `routerfile: ${path}:${range.start.line + 1}: ${severity === 'warning' && message.startsWith('this comment') ? 'warning: ' : ''}${message}\n`,
    )
  const output = flags.last('output') ?? '-'
  const file = { path: output === '-' ? path : output, text: adopted.text, isSecret: true }
  if (flags.has('diff')) printFilePatch(streams, file)
  else if (output === '-' || flags.has('dry-run'))
    printFileText(streams, adopted.text, { isNamed: flags.last('output') === '-' })
  else if (compareFile(file) === 'differs' && !flags.has('force'))
    throw new UsageError(
      `\`${output}\` exists and is not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  else streams.err(`routerfile: ${writeFile(file, flags.has('force'))} ${output}\n`)
  return 0
}

/**
 * Explains why nothing can be generated. A token without a control address is mentioned, because a record cannot
 * provide one.
 */
function explainMissing(
  diagnostics: readonly Diagnostic[],
  { file }: AnswersSource,
  flags: FlagValues,
): UsageError {
  const refusal = createRefusal(diagnostics, file)
  const isMissing = diagnostics.some(({ path }) => path[0] === 'controllers')
  return isMissing && flags.has('from-record') && !flags.has('controller')
    ? new UsageError(
        `${refusal.message}\nrouterfile: the enrollment token and the API name no control address; add --controller HOST:PORT, or start \`routerfile serve\` with --ctrl-address HOST:PORT and renew the token`,
      )
    : refusal
}

/** Prints warnings. */
function printWarnings(
  diagnostics: readonly Diagnostic[],
  file: AnswersFile,
  { err }: Streams,
): void {
  for (const line of formatDiagnostics(
    diagnostics.filter(({ severity }) => severity !== 'error'),
    createLocator(file),
  ))
    err(formatNote(line))
}

/** Verifies the signature, if there is something to verify it with. */
async function checkSignature(
  { answers, file }: AnswersSource,
  pem: string | undefined,
): Promise<void> {
  const jwt = answers.jwt ?? answers.edgeRouter?.enrollmentJwt ?? undefined
  if (pem === undefined) return
  if (jwt === undefined)
    throw new UsageError('--signed-by has no effect without an enrollment token; add --jwt FILE')
  const found = await verifyEnrollment(jwt, pem)
  if (found.length > 0) throw createRefusal(found, file)
}

/** The answers with the record that --from-record names, and the enrollment of its router. */
async function addRecord(
  source: AnswersSource,
  flags: FlagValues,
  { err }: Streams,
): Promise<AnswersSource> {
  const word = flags.last('from-record')
  if (word === undefined) return source
  const answers = await withClient(flags, async (client) => {
    const found = await findEntry(client, word)
    const [renewal, isDry, now] = [
      readRenewal(flags),
      flags.has('dry-run') || flags.has('diff'),
      Date.now(),
    ]
    const faults =
      renewal === 'none' || getEnrollmentState(found, now) === 'open'
        ? []
        : findAnswerErrors(source.answers, found.record)
    if (faults.length > 0) throw createRefusal(faults, source.file)
    const { entry, isRenewed } = await ensureEnrollment(client, found, { renewal, isDry, now })
    if (isRenewed)
      err(
        formatNote(
          `the enrollment of \`${entry.record.name}\` ${isDry ? 'would be' : 'was'} renewed`,
        ),
      )
    else if (!entry.record.enrollmentJwt)
      err(
        formatNote(
          `\`${entry.record.name}\` is already enrolled, so it has no token; --re-enroll creates one and revokes its certificate`,
        ),
      )
    return applyRecord(source.answers, entry, createControllerLookup(client))
  })
  return { ...source, answers }
}

type GeneratedFile = Generated & { ok: true }

const describePlan = (state: ReturnType<typeof compareToken>, force: boolean): string =>
  ({
    absent: 'would be made',
    same: 'would stay as it is',
    stale: 'would be replaced',
    differs: force ? 'would be replaced' : 'exists and would not be overwritten',
  })[state]

type WriteContext = {
  token: TokenFile | undefined
  isEnrolled: boolean
  flags: FlagValues
  streams: Streams
}

function writeFiles(
  made: GeneratedFile,
  { token, isEnrolled, flags, streams: { out, err } }: WriteContext,
): void {
  const files = listOutputFiles(made)
  if (flags.has('diff')) return files.forEach((file) => printFilePatch({ out, err }, file))
  const force = flags.has('force')
  const states = [
    ...files.map((file) => ({ path: file.path, state: compareFile(file) })),
    ...(token ? [{ path: token.path, state: compareToken(token) }] : []),
  ]
  if (flags.has('dry-run')) {
    printFileText({ out, err }, made.text, { isNamed: false })
    return states.forEach(({ path, state }) =>
      err(`routerfile: ${path} ${describePlan(state, force)}\n`),
    )
  }
  const obstacles = force ? [] : states.filter(({ state }) => state === 'differs')
  if (obstacles.length > 0)
    throw new UsageError(
      `${obstacles.map(({ path }) => `\`${path}\``).join(', ')} ${obstacles.length === 1 ? 'exists and is' : 'exist and are'} not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  if (token) err(`routerfile: ${writeToken(token, force)} ${token.path}\n`)
  for (const file of files) err(`routerfile: ${writeFile(file, force)} ${file.path}\n`)
  printSteps(made, { isEnrolled, hasToken: token !== undefined || hasTokenFile(flags), err })
}

/** Prints what to do next; without a file that has the token, also where the token has to be saved. */
function printSteps(
  { steps, jwtPath }: GeneratedFile,
  { isEnrolled, hasToken, err }: { isEnrolled: boolean; hasToken: boolean; err: Streams['err'] },
): void {
  const left = isEnrolled
    ? steps.filter(({ needsToken }) => !needsToken)
    : hasToken
      ? steps
      : [{ what: 'save', how: `the enrollment token of the router as ${jwtPath}` }, ...steps]
  const width = Math.max(...left.map(({ what }) => what.length)) + 1
  err(left.map(({ what, how }) => `${`${what}:`.padEnd(width)} ${how}\n`).join(''))
}

const hasTokenFile = (flags: FlagValues): boolean => (flags.last('jwt') ?? '-') !== '-'

/** Printed output cannot include other files. */
function printFile(
  made: GeneratedFile,
  others: readonly OutputFile[],
  { streams, isNamed }: { streams: Streams; isNamed: boolean },
): void {
  printFileText(streams, made.text, { isNamed })
  if (others.length > 0)
    streams.err(
      `routerfile: ${others.map((file) => file.path).join(', ')}: not written; add -o FILE to write all files\n`,
    )
}

/** The enrollment token of the record, written next to the router file; undefined if a flag names a token file. */
const getRecordToken = ({ answers }: AnswersSource, flags: FlagValues): string | undefined =>
  flags.has('from-record') && !flags.has('jwt')
    ? (answers.edgeRouter?.enrollmentJwt ?? undefined)
    : undefined

/** The token file that the enrollment commands name. */
function getTokenPath(flags: FlagValues): string | undefined {
  const path = flags.last('jwt')
  if (path !== undefined && path !== '-') return path
  const output = flags.last('output') ?? '-'
  return output === '-' ? undefined : join(dirname(output), '{name}.jwt')
}
