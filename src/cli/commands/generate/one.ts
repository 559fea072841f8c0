import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../../document/diagnostic.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import type { Generated } from '../../../generate/generate.js'
import { generateFrom } from '../../../generate/generate.js'
import { findBrowserProblem } from '../../../generate/browsers.js'
import { verifyEnrollment } from '../../../generate/enrollment.js'
import type { StepSituation } from '../../../generate/steps.js'
import { listSteps } from '../../../generate/steps.js'
import { hideSecretsInFile } from '../../../document/secrets.js'
import type { Ask } from '../../ui/prompts.js'
import { escapeControls, formatNote } from '../../ui/text.js'
import type { Streams } from '../../command.js'
import { getVariableName } from '../../project-flags.js'
import { UsageError } from '../../errors.js'
import { printFileText } from '../../diff.js'
import { createTextReader } from '../../text-flags.js'
import {
  findAnswerErrors,
  createControllerLookup,
  findRecordEntry,
  ensureEnrollment,
  applyRecord,
  getEnrollmentState,
  withController,
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
import type { GenerateCommandOptions } from './flags.js'
import { readRenewal } from './flags.js'
import type { AnswersFile, AnswersSource } from './answers-source.js'
import {
  createLocator,
  formatDiagnostics,
  createAnswersRefusal,
  readAnswersSource,
} from './answers-source.js'
import { confirm, choosePrompt, interviewIfPossible } from './interview.js'

export async function generateOne(
  options: GenerateCommandOptions,
  streams: Streams,
): Promise<number> {
  const { answers: answersPath, jwt, signedBy } = options
  const readText = createTextReader({ answers: answersPath, jwt, 'signed-by': signedBy })
  const answersSource = readAnswersSource(options, {
    content: readText('answers'),
    jwt: readText('jwt') ?? process.env[getVariableName('jwt')],
  })
  const source = await addRecord(answersSource, options, streams)
  await checkSignature(source, readText('signed-by'))
  const ask = await choosePrompt(options, streams)
  const firstResult = generateFor(source.answers, options)
  const interviewed = await interviewIfPossible(source.answers, firstResult, { options, ask })
  const answers = interviewed?.answers ?? source.answers
  // A file named in the interview counts like one named by a flag.
  const outputPath = interviewed?.output ?? options.output
  const output = outputPath ?? '-'
  const tokenPath = interviewed?.jwtPath ?? options.jwt
  const generated = interviewed
    ? generateFor(answers, { output: outputPath, jwt: tokenPath })
    : firstResult
  if (!generated.ok) throw explainMissing(generated.diagnostics, source, options)
  printWarnings(generated.diagnostics, source.file, streams)
  await acceptBrowserProblem(findBrowserProblem(answers), { options, ask })
  if (interviewed && ask && output !== '-' && !options.dryRun && !options.diff) {
    streams.err(hideSecretsInFile(generated.text))
    await confirm(ask, `Write this to ${escapeControls(output)}?`)
  }

  const usesRecord = options.fromRecord !== undefined
  const recordToken = source.answers.edgeRouter?.enrollmentJwt ?? undefined
  const newTokenFile =
    usesRecord && tokenPath === undefined && recordToken !== undefined
      ? createTokenFile(generated, recordToken)
      : undefined
  if (output === '-')
    printFile(
      generated,
      [...generated.files, ...(newTokenFile ? [{ path: newTokenFile.path, text: '' }] : [])],
      {
        streams,
        isStdoutRequested: outputPath !== undefined,
      },
    )
  else
    writeFiles(generated, {
      tokenFile: newTokenFile,
      isEnrolled: usesRecord && !generated.enrollment,
      hasTokenFile: tokenPath !== undefined && tokenPath !== '-',
      options,
      streams,
    })
  return 0
}

/**
 * Generates the router file, with the paths of -o and --jwt in the other files and the commands. If only -o names a
 * file, the token is next to that file.
 */
function generateFor(
  answers: CheckedAnswers,
  { output = '-', jwt = '-' }: Pick<GenerateCommandOptions, 'output' | 'jwt'>,
): Generated {
  const path = output === '-' ? {} : { path: output, jwtPath: join(dirname(output), '{name}.jwt') }
  return generateFrom(answers, { ...path, ...(jwt !== '-' && { jwtPath: jwt }) })
}

/** Asks about a router that should serve browsers, but that no browser can reach. Throws unless the user agrees. */
async function acceptBrowserProblem(
  problem: string | undefined,
  { options: { force }, ask }: { options: GenerateCommandOptions; ask: Ask | undefined },
): Promise<void> {
  if (problem === undefined || force) return
  if (!ask) throw new UsageError(problem)
  await confirm(ask, 'No browser can connect to this router. Create it anyway?')
}

/** With --from-record, a missing control address gets its own message: the user cannot add it to the record. */
function explainMissing(
  diagnostics: readonly Diagnostic[],
  { file }: AnswersSource,
  { fromRecord, controller }: GenerateCommandOptions,
): UsageError {
  const otherDiagnostics = diagnostics.filter(({ path }) => path[0] !== 'controllers')
  const isMissing = otherDiagnostics.length < diagnostics.length
  if (!isMissing || fromRecord === undefined || controller.length > 0)
    return createAnswersRefusal(diagnostics, file)
  const why =
    'neither the enrollment token nor the API names a control address; add --controller HOST:PORT, or start `routerfile serve` with --ctrl-address HOST:PORT and renew the token'
  const { message } = createAnswersRefusal(otherDiagnostics, file)
  return new UsageError(message === '' ? why : `${message}\nrouterfile: ${why}`)
}

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

/** Verifies the signature of the enrollment token, if --signed-by gives certificates or keys. */
async function checkSignature(
  { answers, file }: AnswersSource,
  pem: string | undefined,
): Promise<void> {
  const jwt = answers.jwt ?? answers.edgeRouter?.enrollmentJwt ?? undefined
  if (pem === undefined) return
  if (jwt === undefined)
    throw new UsageError('--signed-by has no effect without an enrollment token; add --jwt FILE')
  const problems = await verifyEnrollment(jwt, pem)
  if (problems.length > 0) throw createAnswersRefusal(problems, file)
}

/** Adds the record that --from-record names to the answers; first renews its enrollment, if --re-enroll says so. */
async function addRecord(
  source: AnswersSource,
  options: GenerateCommandOptions,
  { err }: Streams,
): Promise<AnswersSource> {
  const { fromRecord } = options
  if (fromRecord === undefined) return source
  const answers = await withController(options, async (client) => {
    const recordEntry = await findRecordEntry(client, fromRecord)
    const renewal = readRenewal(options)
    const isDry = options.dryRun || options.diff
    const now = Date.now()
    const faults =
      renewal === 'none' || getEnrollmentState(recordEntry, now) === 'open'
        ? []
        : findAnswerErrors(source.answers, recordEntry.record)
    if (faults.length > 0) throw createAnswersRefusal(faults, source.file)
    const { entry, isRenewed } = await ensureEnrollment(client, recordEntry, {
      renewal,
      isDry,
      now,
    })
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
  tokenFile: TokenFile | undefined
  isEnrolled: boolean
  hasTokenFile: boolean
  options: Pick<GenerateCommandOptions, 'diff' | 'dryRun' | 'force'>
  streams: Streams
}

function writeFiles(
  generated: GeneratedFile,
  { tokenFile, isEnrolled, hasTokenFile, options, streams: { out, err } }: WriteContext,
): void {
  const { diff, dryRun, force } = options
  const files = listOutputFiles(generated)
  if (diff) return files.forEach((file) => printFilePatch({ out, err }, file))
  const states = [
    ...files.map((file) => ({ path: file.path, state: compareFile(file) })),
    ...(tokenFile ? [{ path: tokenFile.path, state: compareToken(tokenFile) }] : []),
  ]
  if (dryRun) {
    printFileText({ out, err }, generated.text, { isStdoutRequested: false })
    return states.forEach(({ path, state }) =>
      err(`routerfile: ${path} ${describePlan(state, force)}\n`),
    )
  }
  const obstacles = force ? [] : states.filter(({ state }) => state === 'differs')
  if (obstacles.length > 0)
    throw new UsageError(
      `${obstacles.map(({ path }) => `\`${path}\``).join(', ')} ${obstacles.length === 1 ? 'exists and is' : 'exist and are'} not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  if (tokenFile) err(`routerfile: ${writeToken(tokenFile, force)} ${tokenFile.path}\n`)
  for (const file of files) err(`routerfile: ${writeFile(file, force)} ${file.path}\n`)
  printSteps(generated, { isEnrolled, hasToken: tokenFile !== undefined || hasTokenFile, err })
}

function printSteps(
  generated: GeneratedFile,
  { err, ...situation }: StepSituation & Pick<Streams, 'err'>,
): void {
  const steps = listSteps(generated, situation)
  const width = Math.max(...steps.map(({ what }) => what.length)) + 1
  err(steps.map(({ what, how }) => `${`${what}:`.padEnd(width)} ${how}\n`).join(''))
}

/** Prints the router file; standard output cannot hold the other files, so they are only named. */
function printFile(
  generated: GeneratedFile,
  others: readonly OutputFile[],
  { streams, isStdoutRequested }: { streams: Streams; isStdoutRequested: boolean },
): void {
  printFileText(streams, generated.text, { isStdoutRequested })
  if (others.length > 0)
    streams.err(
      `routerfile: ${others.map((file) => file.path).join(', ')}: not written; add -o FILE to write all files\n`,
    )
}
