import { explainUnread } from '../project/configuration-search.js'
import { describeError, readNamedBytes } from '../project/disk.js'
import { readTemplateValues } from '../project/environment-file.js'
import type { RefusedFile, RouterInput, SourceFile } from '../project/inputs.js'
import { openSource, readStandardSource } from '../project/inputs.js'
import type { FileSelection, SelectedFiles, Shard, Unfulfilled } from '../project/select-files.js'
import { formatCount } from '../document/words.js'
import type { Streams } from './command.js'
import { UsageError } from './errors.js'
import type { OptionsOf } from './flags.js'
import { inGroup } from './flags.js'

export const selectionFlags = inGroup('Input', {
  'files-from': {
    value: 'FILE',
    repeatable: true,
    help: 'check the files listed in FILE, - for stdin',
  },
  changed: {
    value: 'REF',
    optional: true,
    help: 'check only files changed since HEAD or REF',
  },
  staged: { help: 'check only files staged in git, as staged' },
  'no-ignore': { help: 'include what .gitignore and .routerfileignore list' },
  'stdin-filename': { value: 'PATH', help: 'path of the file that is read from stdin' },
  shard: { value: 'I/N', help: 'check only part I of N parts of the files' },
  kind: {
    value: 'KIND',
    help: 'router: treat named files as router config files',
    choices: ['router'],
  },
  'ignore-unknown': { help: 'skip named files that are not router config files' },
  'allow-empty': { help: 'accept patterns that match no file' },
  'require-files': { help: 'exit with 2 if there is no router config file' },
})

/** Flags of the commands that check templates. */
export const templateFlags = inGroup('Input', {
  template: { help: 'treat named files as templates' },
  values: { value: 'FILE', help: 'render templates with the values in FILE' },
})

/** Options that select files; a command has some of them. */
export type SelectionOptions = Partial<OptionsOf<typeof selectionFlags & typeof templateFlags>> & {
  readonly args: readonly string[]
}

/** Which files the arguments and flags select. */
export function readSelection(options: SelectionOptions): FileSelection {
  const { args, filesFrom: lists = [], stdinFilename, shard, values } = options
  if ([...args, ...lists].filter((word) => word === '-').length > 1)
    throw new UsageError('`-` is given twice, but stdin can be read only once')
  if (stdinFilename !== undefined && !args.includes('-'))
    throw new UsageError('--stdin-filename has no effect without `-`; add `-` to read stdin')
  const git = readGitOptions(options)
  return {
    arguments: args.length > 0 || lists.length > 0 ? args : ['.'],
    listed: lists.flatMap(readList),
    ...(git && { git }),
    respectsIgnoreFiles: !options.noIgnore,
    ...(stdinFilename !== undefined && { standardInputName: stdinFilename }),
    ...(shard !== undefined && { shard: parseShard(shard) }),
    isForced: options.kind === 'router',
    isTemplate: options.template ?? false,
    ...(values !== undefined && { values: readTemplateValues(values, '--values') }),
    isSkippable: options.ignoreUnknown ?? false,
    allowsEmpty: options.allowEmpty ?? false,
  }
}

function readGitOptions({ args, changed, staged }: SelectionOptions): FileSelection['git'] {
  if (changed === undefined && !staged) return undefined
  if (changed !== undefined && staged)
    throw new UsageError('--changed and --staged cannot be used together')
  if (args.includes('-'))
    throw new UsageError(`--${staged ? 'staged' : 'changed'} cannot be used with stdin (-)`)
  return staged ? 'staged' : { since: changed || 'HEAD' }
}

/** Maximum size of a list in bytes. */
const maxListBytes = 2 ** 28

/** The paths in a list. */
function readList(list: string): string[] {
  const text = readListText(list)
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '')
}

function readListText(list: string): string {
  try {
    const bytes = readNamedBytes(list === '-' ? 0 : list, maxListBytes)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    throw new UsageError(`--files-from ${list}: the list cannot be read: ${describeError(error)}`)
  }
  throw new UsageError(
    `--files-from ${list}: the list is larger than ${maxListBytes / 1024 / 1024} MB`,
  )
}

/** The part of the files that `I/N` names. */
function parseShard(value: string): Shard {
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  if (index === '')
    throw new UsageError(`--shard ${value}: expected I/N, such as 1/4 for the first of four parts`)
  if (Number(total) < 1 || Number(index) < 1 || Number(index) > Number(total))
    throw new UsageError(`--shard ${value}: I must be between 1 and N, as in 1/4 to 4/4`)
  return { index: Number(index), total: Number(total) }
}

/** The one router file that a command takes: a path, or `-` for standard input. */
export function readInput(argument: string): RouterInput {
  const source =
    argument === '-'
      ? readStandardSource(undefined)
      : { path: argument, origin: 'named' as const, under: [] }
  return openRouterFile(source, argument)
}

/** The router file that a source is. Refuses what is none, by its name on the command line. */
export function openRouterFile(source: SourceFile | RefusedFile, name: string): RouterInput {
  const opened = 'why' in source ? source : openSource(source)
  if (opened && 'text' in opened) return opened
  throw new UsageError(
    opened ? formatRefusedFile(opened) : `\`${name}\` is not a router config file`,
  )
}

export const formatRefusedFile = ({ why, mayBeRouter }: RefusedFile): string =>
  mayBeRouter ? `${why}; add --kind router if it is a router config file` : why

type UnfulfilledContext = {
  options: SelectionOptions
  streams: Streams
  selected: SelectedFiles
  /** Whether any file was a router file. */
  hasRouter: boolean
  /** Whether finding no router file is an error. */
  isRequired: boolean
}

/**
 * Reports that no router file was found. This is not an error when checking a whole repository, unless router files are
 * required; then it is refused like a file that does not exist. Returns all refusals, one sentence each.
 */
export function reportMissingInputs(
  { refused: refusedFiles, unmet }: Unfulfilled,
  { options, streams, selected, hasRouter, isRequired }: UnfulfilledContext,
): string[] {
  for (const path of selected.unread) streams.err(`routerfile: ${explainUnread(path)}\n`)
  const refused = refusedFiles.map(formatRefusedFile)
  const hasReason = unmet.length > 0 || refused.length > 0
  const notes = hasReason || hasRouter ? unmet : [explainEmptySelection(options, selected)]
  if (isRequired) return [...refused, ...notes]
  if (!options.ignoreUnknown || unmet.length > 0)
    for (const note of notes) streams.err(`routerfile: ${note}\n`)
  return refused
}

/** The error that ends a run in which an input was refused, or in which we failed on one. */
export function createSelectionError(refused: readonly string[], hasFailed = false): Error {
  const message = refused.join('\nrouterfile: ')
  return hasFailed ? new Error(message) : new UsageError(message)
}

/** Explains why no router file was selected, when none is required. */
function explainEmptySelection(
  { changed, staged, filesFrom = [], shard: part }: SelectionOptions,
  { excluded }: SelectedFiles,
): string {
  const git = staged
    ? ' is staged'
    : changed === undefined
      ? ''
      : changed === ''
        ? ' differs from HEAD'
        : ` has changed since \`${changed}\``
  const list = filesFrom.length > 0 ? ` is named by --files-from ${filesFrom.at(-1)}` : ''
  const shard = part === undefined ? '' : ` falls into part ${part}`
  const reasons = [git, list, shard].filter((part) => part !== '').join(' and')
  const exclusions = excluded > 0 ? `; configurations exclude ${formatCount(excluded, 'file')}` : ''
  return `no router file${reasons}${exclusions}`
}
