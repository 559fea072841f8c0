import { getErrorMessage } from '../document/errors.js'
import { describeFailure } from '../document/failure.js'
import { describeError, getErrorCode } from '../project/disk.js'
import type { ProjectError, ProjectErrorCode } from '../project/project-error.js'
import { isProjectError } from '../project/project-error.js'
import type { FileReport } from '../project/reports.js'
import type { Streams } from './command.js'
import { baselineFlags } from './commands/lint/baseline.js'
import type { OptionsOf } from './flags.js'
import { formatLines } from './formats/compact.js'
import type { OutputStyle } from './formats/format.js'
import { formatReport } from './formats/pretty.js'
import { detectStyle, reportFlags, outputFlags } from './output.js'
import { selectionFlags } from './project-flags.js'
import { escapeControls, escapeControlsInLines } from './ui/text.js'

/** Flags that error messages depend on; a command may have only some of them. */
export const errorFlags = {
  ...reportFlags,
  ...outputFlags,
  ...selectionFlags,
  ...baselineFlags,
}

export type ErrorOptions = OptionsOf<typeof errorFlags>

/** Exit codes of errors that are not bugs, by error name. */
const exitCodeByError: Readonly<Record<string, number>> = {
  UsageError: 2,
  OutputError: 2,
  ProjectError: 2,
  ManagementError: 1,
  Interruption: 130,
}

/** The exit code after a failed call of the operating system, for example because the disk is full. */
const systemErrorCode = 2

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && getErrorCode(error) !== ''

const describeSystemError = (error: NodeJS.ErrnoException): string =>
  `${error.path === undefined ? (error.syscall ?? '') : `\`${error.path}\` cannot be used`}: ${describeError(error)}`

/** Prints an error and returns the exit code. An error of unknown type is a bug in routerfile. */
export async function printError(
  error: unknown,
  options: ErrorOptions,
  streams: Streams,
): Promise<number> {
  const code = findExitCode(error)
  if (isProjectError(error)) streams.err(await formatMistakes(error, options, streams))
  const message = formatMessage(error, options)
  // The message quotes text from the controller, which must not look like lines of our own output.
  const text =
    error instanceof Error && error.name === 'ManagementError' ? escapeControls(message) : message
  streams.err(escapeControlsInLines(`routerfile: ${code ? '' : 'internal failure: '}${text}\n`))
  return code ?? 3
}

/** The exit code of an error that is not a bug; undefined for other errors. */
function findExitCode(error: unknown): number | undefined {
  if (isSystemError(error)) return systemErrorCode
  return error instanceof Error ? exitCodeByError[error.name] : undefined
}

function formatMessage(error: unknown, options: ErrorOptions): string {
  if (isProjectError(error)) return addFlags(error, options)
  if (isSystemError(error)) return describeSystemError(error)
  return findExitCode(error) === undefined ? describeFailure(error) : getErrorMessage(error)
}

/** Maximum number of mistakes printed for one config file. */
const maxMistakes = 20

async function formatMistakes(
  { details: { broken = [] } }: ProjectError,
  options: ErrorOptions,
  streams: Streams,
): Promise<string> {
  if (broken.length === 0) return ''
  const reports = broken.map((item) => ({ ...item, release: '' }))
  if (options.format.includes('compact')) return formatLines(reports)
  const style = { ...(await detectStyle(options, streams)), usesLinks: false, isVerbose: true }
  return reports.flatMap((report) => [...formatFirst(report, style)]).join('')
}

/** The first mistakes of a config file: whoever fixes them sees the others in the next run. */
function* formatFirst(report: FileReport, style: OutputStyle): Generator<string> {
  const { diagnostics } = report
  yield* formatReport({ ...report, diagnostics: diagnostics.slice(0, maxMistakes) }, style)
  const hiddenCount = diagnostics.length - maxMistakes
  if (hiddenCount > 0)
    yield `  ${hiddenCount} more ${hiddenCount === 1 ? 'is' : 'are'} not shown\n\n`
}

/** Messages for errors of the project, most with the flag that caused the error, or a flag or command that helps. */
const explanations: Readonly<
  Record<ProjectErrorCode, (error: ProjectError, options: ErrorOptions) => string>
> = {
  'baseline-missing': ({ message, details: { path = 'FILE' } }) =>
    `${message}; --write-baseline ${path} creates it`,
  'baseline-unwritable': ({ message }, { writeBaseline }) =>
    `--${writeBaseline === undefined ? 'prune' : 'write'}-baseline: ${message}`,
  configuration: ({ message }) => message,
  git: ({ message }, options) => `${formatGitFlag(options)}${message}`,
  'ignore-file': ({ message }) => `${message}; use --no-ignore to skip it`,
  'unknown-release': ({ message }) => `${message}; \`routerfile targets\` lists all`,
}

const addFlags = (error: ProjectError, options: ErrorOptions): string =>
  error.details.code ? explanations[error.details.code](error, options) : error.message

/** The flag that asked for git, as the beginning of a message; empty if an argument such as `REV:FILE` did. */
function formatGitFlag({ staged, changed }: ErrorOptions): string {
  if (staged) return '--staged: '
  if (changed === undefined) return ''
  return changed === '' ? '--changed: ' : `--changed=${changed}: `
}
