import { resolve } from 'node:path'
import { decodeText } from '../project/file.js'
import { readFileBytes, describeError, findStats } from '../project/disk.js'
import { UsageError } from '../project/usage-error.js'
import type { GitFiles } from '../project/git.js'
import type { SourceFile } from '../project/inputs.js'
import { readStandardSource, openSource } from '../project/inputs.js'
import type { WalkOptions } from '../project/walk.js'
import { findFilesBelow, createListing, listOnDisk } from '../project/walk.js'
import type { ConfiguredFile, LintFileOptions } from '../project/file-options.js'
import { parseChoice } from './flags.js'
import type { Flags, FlagValues } from './flags.js'

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

const kinds = ['router'] as const

/** What the arguments and flags choose. */
export type SelectedFiles<Item extends SourceFile = SourceFile> = {
  /** Sorted by path, none twice. */
  sources: readonly Item[]
  /** What cannot be looked at, with the reason. */
  refused: readonly string[]
  /** Folders and patterns in which router files are looked for, with the number of files to look at. */
  expecting: ReadonlyMap<string, number>
  /** Folders and patterns that hold no file to look at, in a sentence each. */
  empty: readonly string[]
  /** What to say where no source is a router file and none has to be. */
  nothing: string
}

type Selection = {
  sources: Map<string, SourceFile>
  refused: string[]
  empty: string[]
  expecting: Map<string, number>
  only: GitFiles | undefined
  given: FlagValues
}

/** The files that may be router files, by arguments (files, folders, patterns, `-` for standard input), lists and git. */
export async function selectFiles(given: FlagValues): Promise<SelectedFiles> {
  const choice: Selection = {
    sources: new Map(),
    refused: [],
    empty: [],
    expecting: new Map(),
    only: await listFilesOfGit(given),
    given,
  }
  for (const argument of given.rest.length > 0 || given.has('files-from') ? given.rest : ['.'])
    await selectArgument(argument, choice)
  for (const path of given.values('files-from').flatMap(parseList))
    addSource(choice, { path, origin: 'listed', under: [] })
  const { sources, refused, empty, only } = choice
  const sorted = [...sources.values()].sort((left, right) => (left.path < right.path ? -1 : 1))
  const part = selectShard(sorted, given.last('shard'))
  const expecting = only || given.has('shard') ? new Map<string, number>() : choice.expecting
  return {
    sources: only && given.has('staged') ? await readStaged(part, only) : part,
    refused,
    expecting,
    empty,
    nothing: explainEmptySelection(given),
  }
}

/** The files to which git limits the choice. */
async function listFilesOfGit(given: FlagValues): Promise<GitFiles | undefined> {
  const isStandardInput = [...given.rest, ...given.values('files-from')].filter(
    (word) => word === '-',
  ).length
  if (isStandardInput > 1)
    throw new UsageError('standard input can be read once: `-` is given twice')
  if (given.has('stdin-filename') && !given.rest.includes('-'))
    throw new UsageError('--stdin-filename names what `-` reads: give `-` as well')
  const flag = ['changed', 'staged'].filter(given.has)
  if (flag.length === 0) return undefined
  if (flag.length > 1)
    throw new UsageError(
      '--changed and --staged exclude each other: the one looks at files on disk, the other at the index',
    )
  if (given.rest.includes('-'))
    throw new UsageError(`--${flag.join()} chooses files, and standard input is none`)
  const { listChangedFiles, listStagedFiles } = await import('../project/git.js')
  return given.has('staged') ? listStagedFiles() : listChangedFiles(given.last('changed') || 'HEAD')
}

const isConfiguration = (path: string): boolean => /\.(ya?ml|json)$/i.test(path)

const isGlob = (argument: string): boolean => /[*?{[]/.test(argument)

const isFolder = (path: string): boolean => findStats(path)?.isDirectory() === true

async function selectArgument(argument: string, choice: Selection): Promise<void> {
  if (argument === '-') {
    const read = readStandardSource(choice.given.last('stdin-filename'))
    if ('why' in read) choice.refused.push(read.why)
    else addSource(choice, read)
  } else if (isFolder(argument))
    await searchFolder(argument, { folder: argument, isMeant: isConfiguration }, choice)
  else if (isGlob(argument) && !findStats(argument)) {
    const { parseGlob } = await import('../project/pattern.js')
    await searchFolder(argument, parseGlob(argument), choice)
  } else addSource(choice, { path: argument, origin: 'named', under: [] })
}

/** Adds a file, unless git leaves it out. A file that is chosen twice keeps the stricter origin. */
function addSource({ sources, only, given }: Selection, source: SourceFile): void {
  const place = resolve(source.path)
  if (only && !only.has(place) && findStats(source.path)) return
  const known = sources.get(place)
  const { text, origin, isStandard } = known && known.origin !== 'found' ? known : source
  const under = [...(known?.under ?? []), ...source.under]
  sources.set(place, {
    path: known?.path ?? source.path,
    origin: only?.has(place) ? 'found' : origin,
    under,
    ...(text !== undefined && { text }),
    ...(isStandard && { isStandard }),
    ...(origin !== 'found' && isForced(given) && { kind: 'forced' }),
    ...(given.has('ignore-unknown') && { isSkippable: true }),
  })
}

/** Whether named files are router files, whatever they look like; what is found in folders has to look like one. */
const isForced = (given: FlagValues): boolean =>
  parseChoice(given.last('kind'), kinds, 'kind') === 'router'

/** Adds what is found in a folder; the files that a pattern means may be called anything. */
async function searchFolder(
  argument: string,
  { folder, isMeant }: { folder: string; isMeant: (path: string) => boolean },
  choice: Selection,
): Promise<void> {
  const { only, given } = choice
  const walk: WalkOptions = {
    isWanted: isMeant,
    listing: only ? createListing(only.keys()) : listOnDisk,
    heedsIgnoreFiles: !given.has('no-ignore'),
  }
  const { paths, refused } = isFolder(folder)
    ? await findFilesBelow(folder, walk)
    : { paths: [], refused: [] }
  choice.refused.push(...refused)
  if (paths.length > 0) choice.expecting.set(argument, paths.length)
  else if (!only && refused.length === 0)
    (isFolder(folder) ? choice.empty : choice.refused).push(
      `\`${argument}\` holds no file to look at`,
    )
  for (const path of paths) addSource(choice, { path, origin: 'found', under: [argument] })
}

/** Bytes of the longest list that is read. */
const maxListBytes = 2 ** 28

function readList(list: string): string {
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

/** The paths in a list. */
function parseList(list: string): string[] {
  const text = readList(list)
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '')
}

/** Staged files, each with the content that is staged; files that are not there stay, to be refused. */
async function readStaged(sources: readonly SourceFile[], staged: GitFiles): Promise<SourceFile[]> {
  const { readContents } = await import('../project/git.js')
  const ids = sources.map(({ path }) => staged.get(resolve(path)))
  const contents = readContents(ids.filter((id) => id !== undefined))
  return sources.flatMap((source, index) => {
    if (ids[index] === undefined) return [source]
    const read = decodeText(contents.next().value ?? new Uint8Array(), source.path)
    return 'text' in read ? [{ ...source, text: read.text }] : []
  })
}

function explainEmptySelection(given: FlagValues): string {
  const ref = given.last('changed')
  const git = given.has('staged')
    ? ' is staged'
    : ref === undefined
      ? ''
      : ref === ''
        ? ' differs from HEAD'
        : ` has changed since \`${ref}\``
  const list = given.has('files-from')
    ? ` is named by --files-from ${given.last('files-from')}`
    : ''
  const shard = given.has('shard') ? ` falls into part ${given.last('shard')}` : ''
  return `no router file${[git, list, shard].filter((part) => part !== '').join(' and')}`
}

/** A source with how it is to be looked at. */
export type LintTarget = SourceFile & { options: LintFileOptions }

/**
 * The sources with their options, without those that configurations exclude; one that was named is looked at all the
 * same. What is wrong with a configuration matters only where there is a router file.
 */
export async function selectLintTargets(
  chosen: SelectedFiles,
  configurationOf: (path: string) => Promise<ConfiguredFile>,
): Promise<SelectedFiles<LintTarget>> {
  const sources: LintTarget[] = []
  const left: SourceFile[] = []
  for (const source of chosen.sources) {
    try {
      const { options, isExcluded } = await configurationOf(source.path)
      if (isExcluded && source.origin !== 'named') left.push(source)
      else
        sources.push({ ...source, ...(options.isRouter && { kind: 'chosen' as const }), options })
    } catch (error) {
      if (openSource(source)) throw error
    }
  }
  if (left.length === 0) return { ...chosen, sources }
  const expecting = [...chosen.expecting].map(
    ([argument, looked]) =>
      [argument, looked - left.filter(({ under }) => under.includes(argument)).length] as const,
  )
  const why = expecting
    .filter(([, looked]) => looked === 0)
    .map(
      ([argument]) =>
        `\`${argument}\` holds no file to look at: configurations exclude all that is there`,
    )
  const nothing = `${chosen.nothing}; configurations exclude ${left.length === 1 ? '1 file' : `${left.length} files`}`
  return {
    sources,
    refused: chosen.refused,
    empty: [...chosen.empty, ...why],
    expecting: new Map(expecting.filter(([, looked]) => looked > 0)),
    nothing,
  }
}

/**
 * The part of a list that `I/N` names: every N-th item, from the I-th on. The N parts of a list have no item in common,
 * and all items together; none is longer than another by more than one.
 */
export function selectShard<Item>(
  items: readonly Item[],
  given: string | undefined,
): readonly Item[] {
  if (given === undefined) return items
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(given) ?? []
  if (index === '')
    throw new UsageError(`--shard ${given}: write I/N, as in 1/4 for the first of four parts`)
  if (Number(total) < 1 || Number(index) < 1 || Number(index) > Number(total)) {
    throw new UsageError(`--shard ${given}: parts count from 1 to their number, as in 1/4 to 4/4`)
  }
  return items.filter((_, at) => at % Number(total) === Number(index) - 1)
}
