import type { ProjectError, ProjectErrorCode } from '../project/project-error.js'
import { isProjectError } from '../project/project-error.js'
import type { Streams } from './command.js'
import type { FlagValues } from './flags.js'
import { formatLines } from './formats/compact.js'
import { formatReport } from './formats/pretty.js'
import { detectStyle } from './output.js'
import { escapeControls, escapeControlsInLines } from './ui/text.js'

/** Exit codes of errors that are not bugs, by error name. */
const exitCodeByError: Readonly<Record<string, number>> = {
  UsageError: 2,
  ProjectError: 2,
  ManagementError: 1,
  Interruption: 130,
}

/** Prints an error and returns the exit code. An error of unknown kind is a bug of ours. */
export async function printError(
  error: unknown,
  flags: FlagValues,
  streams: Streams,
): Promise<number> {
  const code = error instanceof Error ? exitCodeByError[error.name] : undefined
  if (isProjectError(error)) streams.err(await formatMistakes(error, flags, streams))
  const message = isProjectError(error)
    ? addFlags(error, flags)
    : error instanceof Error
      ? error.message
      : String(error)
  // Names and reasons in it are those of the controller, and must not look like lines of ours.
  const text =
    error instanceof Error && error.name === 'ManagementError' ? escapeControls(message) : message
  streams.err(escapeControlsInLines(`routerfile: ${code ? '' : 'internal failure: '}${text}\n`))
  return code ?? 3
}

/** The mistakes in config files, in the requested output style. */
async function formatMistakes(
  { details: { broken = [] } }: ProjectError,
  flags: FlagValues,
  streams: Streams,
): Promise<string> {
  if (broken.length === 0) return ''
  const reports = broken.map((item) => ({ ...item, release: '' }))
  if (flags.values('format').includes('compact')) return formatLines(reports)
  const style = { ...(await detectStyle(flags, streams)), links: false, verbose: true }
  return reports.map((report) => formatReport(report, style)).join('')
}

/** Hints about flags for an error of the project: the flag that caused it, or the flag that helps. */
const explanations: Readonly<
  Record<ProjectErrorCode, (error: ProjectError, flags: FlagValues) => string>
> = {
  'baseline-missing': ({ message, details: { path = 'FILE' } }) =>
    `${message}; --write-baseline ${path} creates it`,
  'baseline-unwritable': ({ message }, flags) =>
    `--${flags.has('write-baseline') ? 'write' : 'prune'}-baseline: ${message}`,
  configuration: ({ message }) => message,
  git: ({ message }, flags) => `${formatGitFlag(flags)}${message}`,
  'ignore-file': ({ message }) => `${message}; use --no-ignore to skip it`,
  'unknown-release': ({ message }) => `${message}; \`routerfile targets\` lists all`,
}

const addFlags = (error: ProjectError, flags: FlagValues): string =>
  error.details.code ? explanations[error.details.code](error, flags) : error.message

/** The flag that asked for git, as the beginning of a message; `REV:FILE` needs no flag. */
function formatGitFlag(flags: FlagValues): string {
  if (flags.has('staged')) return '--staged: '
  if (!flags.has('changed')) return ''
  const ref = flags.last('changed')
  return ref ? `--changed=${ref}: ` : '--changed: '
}
