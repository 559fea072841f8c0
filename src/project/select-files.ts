import { dirname, resolve } from 'node:path'
import type { TemplateValues } from '../template/values.js'
import { formatCount } from '../document/words.js'
import { decodeText } from '../document/decode-text.js'
import { toRelativePath } from './configuration-search.js'
import { findStats } from './disk.js'
import type { ConfiguredFile, LintFileOptions } from './settings.js'
import type { GitFiles } from './git.js'
import type { RefusedFile, SourceFile } from './inputs.js'
import { isRefused, openSource, readStandardSource } from './inputs.js'
import type { WalkOptions } from './walk.js'
import { createFolderLister, findFilesBelow, listOnDisk } from './walk.js'

/** What the user asked to check, by arguments, lists and flags. */
export type FileSelection = {
  /** Files, directories, glob patterns, `!` patterns of files to leave out, and `-` for standard input. */
  arguments: readonly string[]
  /** Whether a pattern may match no file. */
  allowsEmpty?: boolean
  /** Paths from lists (`--files-from`); files that are not router files are skipped. */
  listedPaths?: readonly string[]
  /** Whether to select only files staged in git, with their staged content, or only files changed since a commit. */
  git?: 'staged' | { since: string }
  respectsIgnoreFiles: boolean
  standardInputName?: string
  /** Which of several parts of the files to select. Part sizes differ by at most one file. */
  shard?: Shard
  /**
   * Whether named and listed files are router files regardless of their content; files found in directories must look
   * like router files.
   */
  isForced?: boolean
  /** Whether named and listed files are templates of router files. */
  isTemplate?: boolean
  values?: TemplateValues
  /** Whether to skip named files that are not router files. */
  isSkippable?: boolean
}

/** A part of a list: its number, from 1, and the number of all parts. */
export type Shard = { index: number; total: number }

export type SelectedFiles<Item extends SourceFile = SourceFile> = {
  /** The files, sorted by path and without duplicates. */
  sources: readonly Item[]
  refusedFiles: readonly RefusedFile[]
  /** The number of files to check in each directory or glob pattern in which router files are expected. */
  fileCounts: ReadonlyMap<string, number>
  /** Sentences about directories and glob patterns without files to check. */
  empty: readonly string[]
  /** The number of files excluded by config files. */
  excludedCount: number
  /** Files that users probably meant to be config files, but that are not read. */
  unread: readonly string[]
}

type SelectionState = {
  selection: FileSelection
  /** The files that git lists, if the selection is limited to them. */
  gitFiles: GitFiles | undefined
  /** Whether a `!` pattern excludes a path. */
  isExcluded: (path: string) => boolean
  sources: Map<string, SourceFile>
  refusedFiles: RefusedFile[]
  empty: string[]
  unread: string[]
  fileCounts: Map<string, number>
}

/** Collects the files that may be router files, before any config file is read. */
export async function collectSources(selection: FileSelection): Promise<SelectedFiles> {
  const { git, shard, listedPaths = [] } = selection
  const gitFiles = git && (await listFilesOfGit(git))
  const { includedArguments, excludedPatterns } = splitArguments(selection)
  const state: SelectionState = {
    selection,
    gitFiles,
    isExcluded: await createExclusionTest(excludedPatterns),
    sources: new Map(),
    refusedFiles: [],
    empty: [],
    unread: [],
    fileCounts: new Map(),
  }
  for (const argument of includedArguments) await selectArgument(argument, state)
  for (const path of listedPaths) addSource(state, { path, origin: 'listed', foundUnder: [] })
  if (
    excludedPatterns.length > 0 &&
    state.sources.size === 0 &&
    state.refusedFiles.length === 0 &&
    !gitFiles
  )
    refuseUnlessAllowed(`${formatPatterns(excludedPatterns)} excludes all files`, state)

  const { sources, refusedFiles, empty, unread, fileCounts } = state
  const sortedSources = [...sources.values()].sort((left, right) =>
    left.path < right.path ? -1 : 1,
  )
  const selectedSources = shard ? selectShard(sortedSources, shard) : sortedSources
  return {
    sources:
      gitFiles && git === 'staged' ? await readStaged(selectedSources, gitFiles) : selectedSources,
    refusedFiles,
    // With a shard or a git selection, a folder need not have a router file.
    fileCounts: gitFiles || shard ? new Map() : fileCounts,
    empty,
    excludedCount: 0,
    unread,
  }
}

/**
 * The folders of the arguments: named folders, the folders of named files, patterns without their last segment, and the
 * current directory for standard input.
 */
export const listFolders = (selection: FileSelection): string[] =>
  splitArguments(selection).includedArguments.map((path) =>
    path === '-' ? '.' : isFolder(path) ? path : dirname(path),
  )

async function listFilesOfGit(git: NonNullable<FileSelection['git']>): Promise<GitFiles> {
  const { listChangedFiles, listStagedFiles } = await import('./git.js')
  return git === 'staged' ? listStagedFiles() : listChangedFiles(git.since)
}

/** Whether a file may be or contain a router file: YAML and JSON files, their templates, and Terraform files. */
const isCandidate = (path: string): boolean =>
  /\.tf$|\.(ya?ml|json)(?:\.(?:tmpl|tpl|gotmpl|j2|jinja2?|template))?$/i.test(path)

/** Whether an argument is a glob pattern and not the name of a file. */
const isPattern = (argument: string): boolean => /[*?{[]/.test(argument) && !findStats(argument)

/** Whether an argument is a `!` pattern of files to leave out; `!(a|b)` begins an ordinary pattern. */
const isExclusion = (argument: string): boolean =>
  /^!(?!\()./.test(argument) && !findStats(argument)

/**
 * Separates the arguments to search from the patterns of files to leave out. If there are only patterns to leave out,
 * and no listed files, the current directory is searched.
 */
function splitArguments({ arguments: allArguments, listedPaths = [] }: FileSelection): {
  includedArguments: readonly string[]
  excludedPatterns: readonly string[]
} {
  const includedArguments = allArguments.filter((argument) => !isExclusion(argument))
  const excludedPatterns = allArguments.filter(isExclusion)
  const isEmpty =
    includedArguments.length === 0 && excludedPatterns.length > 0 && listedPaths.length === 0
  return { includedArguments: isEmpty ? ['.'] : includedArguments, excludedPatterns }
}

async function createExclusionTest(
  patterns: readonly string[],
): Promise<(path: string) => boolean> {
  if (patterns.length === 0) return () => false
  const { createMatcher } = await import('./pattern.js')
  const matches = createMatcher(patterns.map((pattern) => pattern.replace(/^!(?:\.\/)?/, '')))
  return (path) => matches(path) || matches(toRelativePath(path))
}

const isFolder = (path: string): boolean => findStats(path)?.isDirectory() === true

async function selectArgument(argument: string, state: SelectionState): Promise<void> {
  if (argument === '-') {
    const source = readStandardSource(state.selection.standardInputName)
    if ('why' in source) state.refusedFiles.push(source)
    else addSource(state, source)
  } else if (isFolder(argument))
    await searchFolder(argument, { folder: argument, matches: isCandidate }, state)
  else if (isPattern(argument)) {
    const { parseGlob } = await import('./pattern.js')
    await searchFolder(argument, parseGlob(argument), state)
  } else addSource(state, { path: argument, origin: 'named', foundUnder: [] })
}

/**
 * Adds a file if no pattern excludes it and, with a git selection, only if git lists it or it does not exist. A file
 * that git lists counts as `found`. If a file is selected twice, `named` or `listed` replaces `found`; otherwise the
 * first origin stays.
 */
function addSource(
  { sources, gitFiles, selection, isExcluded }: SelectionState,
  source: SourceFile,
): void {
  const absolutePath = resolve(source.path)
  if (!source.isStandard && isExcluded(source.path)) return
  if (gitFiles && !gitFiles.has(absolutePath) && findStats(source.path)) return
  const existingSource = sources.get(absolutePath)
  const { text, origin, isStandard } =
    existingSource && existingSource.origin !== 'found' ? existingSource : source
  const foundUnder = [...(existingSource?.foundUnder ?? []), ...source.foundUnder]
  sources.set(absolutePath, {
    path: existingSource?.path ?? source.path,
    origin: gitFiles?.has(absolutePath) ? 'found' : origin,
    foundUnder,
    ...(text !== undefined && { text }),
    ...(isStandard && { isStandard }),
    ...(origin !== 'found' && selection.isForced && { kind: 'forced' }),
    ...(origin !== 'found' && selection.isTemplate && { kind: 'template' }),
    ...(selection.values && { values: selection.values }),
    ...(selection.isSkippable && { isSkippable: true }),
  })
}

async function searchFolder(
  argument: string,
  { folder, matches }: { folder: string; matches: (path: string) => boolean },
  state: SelectionState,
): Promise<void> {
  const { gitFiles, selection, isExcluded } = state
  const walkOptions: WalkOptions = {
    isWanted: (path) => matches(path) && !isExcluded(path),
    listFolder: gitFiles ? createFolderLister(gitFiles.keys()) : listOnDisk,
    respectsIgnoreFiles: selection.respectsIgnoreFiles,
  }
  const { paths, refused, unread } = isFolder(folder)
    ? await findFilesBelow(folder, walkOptions)
    : { paths: [], refused: [], unread: [] }
  for (const path of unread) state.unread.push(toRelativePath(path))
  for (const why of refused) state.refusedFiles.push({ why })
  if (paths.length > 0) state.fileCounts.set(argument, paths.length)
  else if (refused.length === 0) await recordEmpty(argument, { folder, walkOptions }, state)
  for (const path of paths) addSource(state, { path, origin: 'found', foundUnder: [argument] })
}

/**
 * Records that a directory has no files, and refuses a pattern that matches none, because it is probably misspelled;
 * with `allowsEmpty`, only records it. With a git selection, a directory may be without files, and a pattern may match
 * only files on disk that git does not list.
 */
async function recordEmpty(
  argument: string,
  { folder, walkOptions }: { folder: string; walkOptions: WalkOptions },
  state: SelectionState,
): Promise<void> {
  if (state.gitFiles && (!isPattern(argument) || (await hasFileOnDisk(folder, walkOptions)))) return
  if (isPattern(argument)) refuseUnlessAllowed(`no file matches \`${argument}\``, state)
  else state.empty.push(`\`${argument}\` contains no files`)
}

const refuseUnlessAllowed = (
  why: string,
  { selection, empty, refusedFiles }: SelectionState,
): void =>
  void (selection.allowsEmpty
    ? empty.push(why)
    : refusedFiles.push({ why: `${why}; add --allow-empty to accept that` }))

const formatPatterns = (patterns: readonly string[]): string =>
  patterns.map((pattern) => `\`${pattern}\``).join(' ')

const hasFileOnDisk = async (folder: string, walkOptions: WalkOptions): Promise<boolean> =>
  isFolder(folder) &&
  (await findFilesBelow(folder, { ...walkOptions, listFolder: listOnDisk })).paths.length > 0

/**
 * Adds the staged content of each file that git lists, and leaves out files whose content cannot be decoded. Files that
 * git does not list are returned unchanged; they do not exist and are refused later.
 */
async function readStaged(
  sources: readonly SourceFile[],
  stagedFiles: GitFiles,
): Promise<SourceFile[]> {
  const { readContents } = await import('./git.js')
  const ids = sources.map(({ path }) => stagedFiles.get(resolve(path)))
  const contents = readContents(ids.filter((id) => id !== undefined))
  return sources.flatMap((source, index) => {
    if (ids[index] === undefined) return [source]
    const decodedText = decodeText(contents.next().value ?? new Uint8Array(), source.path)
    return 'text' in decodedText ? [{ ...source, text: decodedText.text }] : []
  })
}

/**
 * Selects the items of one part: the item number `index`, counted from 1, and every `total`-th item after it. The
 * lengths of the parts differ by at most one.
 */
export const selectShard = <Item>(
  items: readonly Item[],
  { index, total }: Shard,
): readonly Item[] => items.filter((_, itemIndex) => itemIndex % total === index - 1)

export type ConfiguredSource = SourceFile & { options: LintFileOptions }

/**
 * Adds the options of each file, and omits files that config files exclude, unless they are named. Throws for a mistake
 * in a config file only if a router file needs it.
 */
export async function selectConfigured(
  selectedFiles: SelectedFiles,
  configurationFor: (path: string) => Promise<ConfiguredFile>,
  { allowsEmpty = false }: Pick<FileSelection, 'allowsEmpty'> = {},
): Promise<SelectedFiles<ConfiguredSource>> {
  const sources: ConfiguredSource[] = []
  const excludedSources: SourceFile[] = []
  for (const source of selectedFiles.sources) {
    try {
      const { options, isExcluded } = await configurationFor(source.path)
      if (isExcluded && source.origin !== 'named') excludedSources.push(source)
      else
        sources.push({
          ...source,
          ...(options.isRouter && { kind: source.kind ?? ('configured' as const) }),
          options,
        })
    } catch (error) {
      if (openSource(source)) throw error
    }
  }
  if (excludedSources.length === 0) return { ...selectedFiles, sources }
  const expectingArguments = [...selectedFiles.fileCounts].map(
    ([argument, count]) =>
      [
        argument,
        count - excludedSources.filter(({ foundUnder }) => foundUnder.includes(argument)).length,
      ] as const,
  )
  const emptyArguments = expectingArguments.flatMap(([argument, count]) =>
    count === 0 ? [argument] : [],
  )
  const isRefusedArgument = (argument: string): boolean => isPattern(argument) && !allowsEmpty
  const explain = (argument: string): string =>
    `\`${argument}\` contains no files to check: the configuration excludes all of them`
  return {
    sources,
    refusedFiles: [
      ...selectedFiles.refusedFiles,
      ...emptyArguments.filter(isRefusedArgument).map((argument) => ({ why: explain(argument) })),
    ],
    empty: [
      ...selectedFiles.empty,
      ...emptyArguments.filter((argument) => !isRefusedArgument(argument)).map(explain),
    ],
    fileCounts: new Map(expectingArguments.filter(([, count]) => count > 0)),
    excludedCount: excludedSources.length,
    unread: selectedFiles.unread,
  }
}

/** Refused files, and sentences about directories and patterns without router files. */
export type Unfulfilled = { refusedFiles: readonly RefusedFile[]; unmet: readonly string[] }

export function findMissingInputs(
  { sources, refusedFiles, fileCounts, empty }: SelectedFiles,
  outcomes: readonly (object | undefined)[],
): Unfulfilled {
  const fulfilledArguments = new Set(
    sources.flatMap(({ foundUnder }, index) => (outcomes[index] ? foundUnder : [])),
  )
  const unmet = [...fileCounts]
    .filter(([argument]) => !fulfilledArguments.has(argument))
    .map(
      ([argument, count]) =>
        `\`${argument}\` contains no router config file (${formatCount(count, 'file')} checked)`,
    )
  return {
    refusedFiles: [...refusedFiles, ...outcomes.filter(isRefused)],
    unmet: [...empty, ...unmet],
  }
}
