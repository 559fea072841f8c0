import { once } from 'node:events'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import type { Stats } from 'node:fs'
import { watch } from 'chokidar'
import { describeError, findStats } from '../../../project/disk.js'
import { isProjectError } from '../../../project/project-error.js'
import { anyFile } from '../../../project/project.js'
import { UsageError } from '../../errors.js'
import type { Streams } from '../../command.js'
import { readOptions } from '../../flags.js'
import type { ErrorOptions } from '../../print-error.js'
import { errorFlags, printError } from '../../print-error.js'
import type { ProjectFlags } from '../../project-flags.js'
import { openProjectFor } from '../../project-flags.js'
import { escapeControls } from '../../ui/text.js'
import { isIgnoredBelow, quietTime } from '../../watched-paths.js'

type WatchOptions = ProjectFlags &
  Partial<ErrorOptions> & {
    readonly args: readonly string[]
    readonly filesFrom?: readonly string[]
    readonly values?: string | undefined
    readonly cache?: string | undefined
    readonly live?: boolean
    readonly staged?: boolean
    readonly dryRun?: boolean
    readonly pruneBaseline?: boolean
  }

/** Exit codes of a program that a signal ends, as shells report them. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Lints now, and again whenever a file or the configuration changes, until a signal. Returns the exit code. */
export async function watchFiles(
  options: WatchOptions,
  streams: Streams,
  lint: () => Promise<number>,
): Promise<number> {
  refuseUnwatchable(options)
  const watchedPaths = await listWatchedPaths(options)
  const changes = createChangeQueue()
  const signal = waitForSignal()
  const watcher = watch([...watchedPaths.folders, ...watchedPaths.parents], {
    ignoreInitial: true,
    ignored: createFilter(watchedPaths),
  })
  const failure = once(watcher, 'error').then(([error]) => {
    throw new UsageError(`--watch: files cannot be watched: ${describeError(error)}`)
  })
  watcher.on('all', (_, path) => changes.add(path))
  try {
    await Promise.race([once(watcher, 'ready'), failure])
    for (let changedPaths: readonly string[] = []; ;) {
      printHeader(changedPaths, streams)
      await lint().catch((error: unknown) => printError(error, toErrorOptions(options), streams))
      streams.err('routerfile: watching for changes; press Ctrl+C to end\n')
      const event = await Promise.race([signal, changes.next(), failure])
      if (typeof event === 'number') return event
      changedPaths = event
    }
  } finally {
    await watcher.close()
  }
}

const toErrorOptions = (options: WatchOptions): ErrorOptions => ({
  ...readOptions(errorFlags, { values: new Map(), rest: [] }),
  ...options,
})

/** Refuses flags whose input does not change on disk, and flags with which each run would write a baseline. */
function refuseUnwatchable(options: WatchOptions): void {
  const { args, filesFrom = [] } = options
  if ([...args, ...filesFrom].includes('-'))
    throw new UsageError('--watch cannot be used with stdin (-)')
  const refusedOption = (['live', 'staged', 'writeBaseline', 'pruneBaseline'] as const).find(
    (name) => options[name] !== undefined && options[name] !== false,
  )
  const flagNames = {
    live: 'live',
    staged: 'staged',
    writeBaseline: 'write-baseline',
    pruneBaseline: 'prune-baseline',
  }
  if (refusedOption)
    throw new UsageError(`--watch and --${flagNames[refusedOption]} cannot be used together`)
}

/** What to watch: whole folders, and single files. Output files are not watched: each run writes them. */
type WatchedPaths = {
  folders: readonly string[]
  /** The folders that contain `files`. In those that are not below one of `folders`, only changes of `files` count. */
  parents: readonly string[]
  files: ReadonlySet<string>
  outputPaths: ReadonlySet<string>
}

async function listWatchedPaths(options: WatchOptions): Promise<WatchedPaths> {
  const args = options.args.filter((argument) => !argument.startsWith('!'))
  const roots = (args.length > 0 || options.filesFrom?.length ? args : ['.']).map(findRoot)
  const isFolder = (path: string): boolean => findStats(path)?.isDirectory() === true
  const files = [
    ...roots.filter((path) => !isFolder(path)),
    ...(options.filesFrom ?? []),
    ...(options.envFile ?? []),
    ...[options.config, options.values, options.baseline].filter((path) => path !== undefined),
    ...(await listConfigurationFiles(options)),
  ].map((path) => resolve(path))
  return {
    folders: roots.filter(isFolder).map((path) => resolve(path)),
    parents: [...new Set(files.map((path) => dirname(path)))],
    files: new Set(files),
    outputPaths: new Set(
      [
        ...(options.format ?? []).map((format) => format.replace(/^[^=]*=?/, '')),
        options.cache ?? '',
      ]
        .filter((path) => path !== '' && path !== '-')
        .map((path) => resolve(path)),
    ),
  }
}

/** The path to watch for an argument: for a glob pattern, the folder before its first wildcard. */
function findRoot(argument: string): string {
  if (findStats(argument) || !/[*?{[]/.test(argument)) return argument
  const prefix = argument.slice(0, argument.search(/[*?{[]/))
  return prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : '.'
}

/**
 * Paths of config and ignore files, including those that do not exist yet, and of the files that the configuration
 * names.
 */
async function listConfigurationFiles(options: WatchOptions): Promise<string[]> {
  const configurationNames = [
    'routerfile.config.yaml',
    'routerfile.config.yml',
    'routerfile.config.json',
    'package.json',
    '.gitignore',
    '.routerfileignore',
  ]
  try {
    const { sources, settings } = await openProjectFor(options, {
      err: () => undefined,
    }).configurationFor(anyFile)
    return [
      ...configurationNames,
      ...sources.map(({ path }) => path),
      ...settings.env.flatMap((item) => ('file' in item ? [item.file.value] : [])),
      ...(settings.baseline ? [settings.baseline.value] : []),
    ]
  } catch (error) {
    // Ignored here: the first run reports mistakes in a configuration.
    if (!isProjectError(error)) throw error
    const brokenFiles = error.details.broken ?? []
    return [...configurationNames, ...brokenFiles.map(({ path }) => path)]
  }
}

/** Returns a function that tells whether changes of a path are ignored. */
function createFilter({
  folders,
  files,
  parents,
  outputPaths,
}: WatchedPaths): (path: string, stats?: Stats) => boolean {
  const isBelow = (path: string, folder: string): boolean =>
    path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
  return (path) => {
    const absolutePath = resolve(path)
    if (outputPaths.has(absolutePath)) return true
    const folder = folders.find((candidate) => isBelow(absolutePath, candidate))
    if (folder !== undefined) return isIgnoredBelow(folder, absolutePath)
    return !files.has(absolutePath) && !parents.includes(absolutePath)
  }
}

/** Collects changes until nothing has changed for a moment. */
function createChangeQueue(): { add: (path: string) => void; next: () => Promise<string[]> } {
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  const isDue = (): boolean => paths.size > 0 && timer === undefined
  return {
    add: (path) => {
      paths.add(path)
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        wake?.()
      }, quietTime)
    },
    next: () =>
      new Promise((done) => {
        wake = () => {
          wake = undefined
          const changedPaths = [...paths]
          paths.clear()
          done(changedPaths)
        }
        if (isDue()) wake()
      }),
  }
}

const waitForSignal = (): Promise<number> =>
  new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => end(signalCodes[signal]))
  })

/** Says what changed, and when. Clears a terminal first, so that it only shows the findings of this run. */
function printHeader(changedPaths: readonly string[], { out, err, isTerminal }: Streams): void {
  if (isTerminal) out('\u001b[2J\u001b[3J\u001b[H')
  const time = new Date().toTimeString().slice(0, 8)
  const [firstPath = ''] = changedPaths.map((path) =>
    escapeControls(relative('.', path) || basename(path)),
  )
  const others = changedPaths.length > 1 ? ` and ${changedPaths.length - 1} more` : ''
  err(
    changedPaths.length === 0
      ? `routerfile: ${time} checking\n`
      : `routerfile: ${time} ${firstPath}${others} changed; checking again\n`,
  )
}
