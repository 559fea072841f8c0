import { resolve } from 'node:path'
import { decode } from '../file.js'
import { bytesOf, faultOf, statOf } from '../world/disk.js'
import type { Flags, Given } from './flags.js'
import { oneOf, UsageError } from './flags.js'
import type { Named } from './git.js'
import type { Source } from './inputs.js'
import { standardInput } from './inputs.js'
import { shardOf } from './shard.js'
import type { Walk } from './walk.js'
import { filesBelow, listingOf, onDisk } from './walk.js'

export const choiceFlags: Flags = {
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
export type Chosen<Item extends Source = Source> = {
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

type Choice = {
  sources: Map<string, Source>
  refused: string[]
  empty: string[]
  expecting: Map<string, number>
  only: Named | undefined
  given: Given
}

/** The files that may be router files, by arguments (files, folders, patterns, `-` for standard input), lists and git. */
export async function chosenBy(given: Given): Promise<Chosen> {
  const choice: Choice = {
    sources: new Map(),
    refused: [],
    empty: [],
    expecting: new Map(),
    only: await namedByGit(given),
    given,
  }
  for (const argument of given.rest.length > 0 || given.has('files-from') ? given.rest : ['.'])
    await choose(argument, choice)
  for (const path of given.values('files-from').flatMap(listed))
    add(choice, { path, origin: 'listed', under: [] })
  const { sources, refused, empty, only } = choice
  const sorted = [...sources.values()].sort((left, right) => (left.path < right.path ? -1 : 1))
  const part = shardOf(sorted, given.last('shard'))
  const expecting = only || given.has('shard') ? new Map<string, number>() : choice.expecting
  return {
    sources: only && given.has('staged') ? await asStaged(part, only) : part,
    refused,
    expecting,
    empty,
    nothing: nothingOf(given),
  }
}

/** The files to which git limits the choice. */
async function namedByGit(given: Given): Promise<Named | undefined> {
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
  const { changedFiles, stagedFiles } = await import('./git.js')
  return given.has('staged') ? stagedFiles() : changedFiles(given.last('changed') || 'HEAD')
}

const isConfiguration = (path: string): boolean => /\.(ya?ml|json)$/i.test(path)

const isGlob = (argument: string): boolean => /[*?{[]/.test(argument)

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

async function choose(argument: string, choice: Choice): Promise<void> {
  if (argument === '-') {
    const read = standardInput(choice.given.last('stdin-filename'))
    if ('why' in read) choice.refused.push(read.why)
    else add(choice, read)
  } else if (isFolder(argument))
    await search(argument, { folder: argument, isMeant: isConfiguration }, choice)
  else if (isGlob(argument) && !statOf(argument)) {
    const { parsePattern } = await import('./pattern.js')
    await search(argument, parsePattern(argument), choice)
  } else add(choice, { path: argument, origin: 'named', under: [] })
}

/** Adds a file, unless git leaves it out. A file that is chosen twice keeps the stricter origin. */
function add({ sources, only, given }: Choice, source: Source): void {
  const place = resolve(source.path)
  if (only && !only.has(place) && statOf(source.path)) return
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
const isForced = (given: Given): boolean => oneOf(given.last('kind'), kinds, 'kind') === 'router'

/** Adds what is found in a folder; the files that a pattern means may be called anything. */
async function search(
  argument: string,
  { folder, isMeant }: { folder: string; isMeant: (path: string) => boolean },
  choice: Choice,
): Promise<void> {
  const { only, given } = choice
  const walk: Walk = {
    isWanted: isMeant,
    listing: only ? listingOf(only.keys()) : onDisk,
    heedsIgnoreFiles: !given.has('no-ignore'),
  }
  const { paths, refused } = isFolder(folder)
    ? await filesBelow(folder, walk)
    : { paths: [], refused: [] }
  choice.refused.push(...refused)
  if (paths.length > 0) choice.expecting.set(argument, paths.length)
  else if (!only && refused.length === 0)
    (isFolder(folder) ? choice.empty : choice.refused).push(
      `\`${argument}\` holds no file to look at`,
    )
  for (const path of paths) add(choice, { path, origin: 'found', under: [argument] })
}

/** Bytes of the longest list that is read. */
const most = 2 ** 28

function textOf(list: string): string {
  try {
    const bytes = bytesOf(list === '-' ? 0 : list, most)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    throw new UsageError(`--files-from ${list}: the list cannot be read: ${faultOf(error)}`)
  }
  throw new UsageError(
    `--files-from ${list}: the list has more than ${most / 1024 / 1024} MB and is not read`,
  )
}

/** The paths in a list. */
function listed(list: string): string[] {
  const text = textOf(list)
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '')
}

/** Staged files, each with the content that is staged; files that are not there stay, to be refused. */
async function asStaged(sources: readonly Source[], staged: Named): Promise<Source[]> {
  const { contentsOf } = await import('./git.js')
  const ids = sources.map(({ path }) => staged.get(resolve(path)))
  const contents = contentsOf(ids.filter((id) => id !== undefined))
  return sources.flatMap((source, index) => {
    if (ids[index] === undefined) return [source]
    const read = decode(contents.next().value ?? new Uint8Array(), source.path)
    return 'text' in read ? [{ ...source, text: read.text }] : []
  })
}

function nothingOf(given: Given): string {
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
