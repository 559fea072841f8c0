import { describeError, readFileBytes } from '../project/disk.js'
import type { RefusedFile, RouterInput } from '../project/inputs.js'
import { openSource, readStandardSource } from '../project/inputs.js'
import type { FileSelection, SelectedFiles, Shard, Unfulfilled } from '../project/select-files.js'
import type { Streams } from './command.js'
import { UsageError } from './errors.js'
import type { Flags, FlagValues } from './flags.js'
import { parseChoice } from './flags.js'

const kinds = ['router'] as const

export const selectionFlags: Flags = {
  'files-from': {
    value: 'FILE',
    help: 'look at the files that a file lists, or - for standard input: a path a line, or with a NUL behind each',
  },
  changed: {
    value: 'REF',
    optional: true,
    help: 'only what differs from HEAD, or from where the branch left REF; new files included',
  },
  staged: { help: 'only what is staged in git, as it is staged' },
  'no-ignore': { help: 'look also at what .gitignore and .routerfileignore exclude' },
  'stdin-filename': {
    value: 'PATH',
    help: 'the name of what - reads, from which relative paths count',
  },
  shard: { value: 'I/N', help: 'only the I-th of N parts of the files' },
  kind: {
    value: 'KIND',
    help: 'router: the files that are named are router files, whatever they look like',
    words: () => kinds,
  },
  'ignore-unknown': { help: 'pass over files that are named and are not router files' },
  'require-files': { help: 'exit with 2 where there is no router file to check' },
}

/** Which files the arguments and flags select. */
export function readSelection(flags: FlagValues): FileSelection {
  const lists = flags.values('files-from')
  if ([...flags.rest, ...lists].filter((word) => word === '-').length > 1)
    throw new UsageError('standard input can be read once: `-` is given twice')
  if (flags.has('stdin-filename') && !flags.rest.includes('-'))
    throw new UsageError('--stdin-filename names what `-` reads: give `-` as well')
  const git = readGitFlags(flags)
  const standardInputName = flags.last('stdin-filename')
  const shard = flags.last('shard')
  return {
    arguments: flags.rest.length > 0 || lists.length > 0 ? flags.rest : ['.'],
    listed: lists.flatMap(readList),
    ...(git && { git }),
    heedsIgnoreFiles: !flags.has('no-ignore'),
    ...(standardInputName !== undefined && { standardInputName }),
    ...(shard !== undefined && { shard: parseShard(shard) }),
    isForced: parseChoice(flags.last('kind'), kinds, 'kind') === 'router',
    isSkippable: flags.has('ignore-unknown'),
  }
}

function readGitFlags(flags: FlagValues): FileSelection['git'] {
  const [flag, other] = ['changed', 'staged'].filter(flags.has)
  if (flag === undefined) return undefined
  if (other !== undefined)
    throw new UsageError(
      '--changed and --staged exclude each other: the one looks at files on disk, the other at the index',
    )
  if (flags.rest.includes('-'))
    throw new UsageError(`--${flag} chooses files, and standard input is none`)
  return flag === 'staged' ? 'staged' : { since: flags.last('changed') || 'HEAD' }
}

/** Bytes of the longest list that is read. */
const maxListBytes = 2 ** 28

/** The paths in a list. */
function readList(list: string): string[] {
  const text = readListText(list)
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '')
}

function readListText(list: string): string {
  try {
    const bytes = readFileBytes(list === '-' ? 0 : list, maxListBytes)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    throw new UsageError(`--files-from ${list}: the list cannot be read: ${describeError(error)}`)
  }
  throw new UsageError(
    `--files-from ${list}: the list has more than ${maxListBytes / 1024 / 1024} MB and is not read`,
  )
}

/** The part of the files that `I/N` names. */
function parseShard(value: string): Shard {
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  if (index === '')
    throw new UsageError(`--shard ${value}: write I/N, as in 1/4 for the first of four parts`)
  if (Number(total) < 1 || Number(index) < 1 || Number(index) > Number(total))
    throw new UsageError(`--shard ${value}: parts count from 1 to their number, as in 1/4 to 4/4`)
  return { index: Number(index), total: Number(total) }
}

/** The one router file that a command takes: a path, or `-` for standard input. */
export function readInput(argument: string): RouterInput {
  const source =
    argument === '-'
      ? readStandardSource(undefined)
      : { path: argument, origin: 'named' as const, under: [] }
  const opened = 'why' in source ? source : openSource(source)
  if (opened && 'text' in opened) return opened
  throw new UsageError(opened ? formatRefusal(opened) : `\`${argument}\` is no router file`)
}

const formatRefusal = ({ why, mayBeRouter }: RefusedFile): string =>
  mayBeRouter ? `${why}; if it is one, add --kind router` : why

type UnfulfilledContext = {
  flags: FlagValues
  streams: Streams
  selected: SelectedFiles
  /** Whether any file was a router file. */
  hasRouter: boolean
  /** Whether it is a fault where there is no router file. */
  isRequired: boolean
}

/**
 * Says where no router file was found. That is no fault of whoever checks a whole repository, unless router files are
 * required: then it is refused like a file that does not exist. Gives all that is refused, in a sentence each.
 */
export function reportUnfulfilled(
  { refused: refusedFiles, unmet }: Unfulfilled,
  { flags, streams, selected, hasRouter, isRequired }: UnfulfilledContext,
): string[] {
  const refused = refusedFiles.map(formatRefusal)
  const hasReason = unmet.length > 0 || refused.length > 0
  const notes = hasReason || hasRouter ? unmet : [explainEmptySelection(flags, selected)]
  if (isRequired) return [...refused, ...notes]
  if (!flags.has('ignore-unknown') || unmet.length > 0)
    for (const note of notes) streams.err(`routerfile: ${note}\n`)
  return refused
}

/** The error that ends a run in which something was refused. */
export const createRefusalError = (refused: readonly string[]): UsageError =>
  new UsageError(refused.join('\nrouterfile: '))

/** Why no file is a router file where none has to be. */
function explainEmptySelection(flags: FlagValues, { excluded }: SelectedFiles): string {
  const ref = flags.last('changed')
  const git = flags.has('staged')
    ? ' is staged'
    : ref === undefined
      ? ''
      : ref === ''
        ? ' differs from HEAD'
        : ` has changed since \`${ref}\``
  const list = flags.has('files-from')
    ? ` is named by --files-from ${flags.last('files-from')}`
    : ''
  const shard = flags.has('shard') ? ` falls into part ${flags.last('shard')}` : ''
  const reasons = [git, list, shard].filter((part) => part !== '').join(' and')
  const exclusions =
    excluded > 0
      ? `; configurations exclude ${excluded === 1 ? '1 file' : `${excluded} files`}`
      : ''
  return `no router file${reasons}${exclusions}`
}
