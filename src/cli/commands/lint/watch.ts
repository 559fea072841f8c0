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

/**
 * Lints at once, and again when a file or the configuration changes, until a signal ends the program. Waits for the
 * system to report changes. Returns the exit code.
 */
export async function watchFiles(
  options: WatchOptions,
  streams: Streams,
  lint: () => Promise<number>,
): Promise<number> {
  refuseUnwatchable(options)
  const places = await listPlaces(options)
  const changes = createChangeQueue()
  const ended = waitForSignal()
  const watcher = watch([...places.folders, ...places.parents], {
    ignoreInitial: true,
    ignored: createFilter(places),
  })
  const failed = once(watcher, 'error').then(([error]) => {
    throw new UsageError(`--watch: files cannot be watched: ${describeError(error)}`)
  })
  watcher.on('all', (_, path) => changes.add(path))
  try {
    await Promise.race([once(watcher, 'ready'), failed])
    for (let changed: readonly string[] = []; ;) {
      printHeader(changed, streams)
      await lint().catch((error: unknown) => printError(error, toErrorOptions(options), streams))
      streams.err('routerfile: watching for changes; press Ctrl+C to end\n')
      const next = await Promise.race([ended, changes.next(), failed])
      if (typeof next === 'number') return next
      changed = next
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
  const other = (['live', 'staged', 'writeBaseline', 'pruneBaseline'] as const).find(
    (name) => options[name] !== undefined && options[name] !== false,
  )
  const words = {
    live: 'live',
    staged: 'staged',
    writeBaseline: 'write-baseline',
    pruneBaseline: 'prune-baseline',
  }
  if (other) throw new UsageError(`--watch and --${words[other]} cannot be used together`)
}

/** What to watch: whole folders, files in other folders, and what to leave out because we write it. */
type Places = {
  folders: readonly string[]
  /** The folders of single files, in which only these files count. */
  parents: readonly string[]
  files: ReadonlySet<string>
  written: ReadonlySet<string>
}

async function listPlaces(options: WatchOptions): Promise<Places> {
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
    written: new Set(
      [
        ...(options.format ?? []).map((format) => format.replace(/^[^=]*=?/, '')),
        options.cache ?? '',
      ]
        .filter((path) => path !== '' && path !== '-')
        .map((path) => resolve(path)),
    ),
  }
}

/** The part of a glob pattern before its first wildcard: the folder to watch. */
function findRoot(argument: string): string {
  if (findStats(argument) || !/[*?{[]/.test(argument)) return argument
  const plain = argument.slice(0, argument.search(/[*?{[]/))
  return plain.includes('/') ? plain.slice(0, plain.lastIndexOf('/') + 1) : '.'
}

/** The config files for the current folder, the places of new ones, and the files that they name. */
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
    const broken = error.details.broken ?? []
    return [...configurationNames, ...broken.map(({ path }) => path)]
  }
}

/** A function that says which paths not to watch. */
function createFilter({
  folders,
  files,
  parents,
  written,
}: Places): (path: string, stats?: Stats) => boolean {
  const isBelow = (path: string, folder: string): boolean =>
    path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
  return (path) => {
    const place = resolve(path)
    if (written.has(place)) return true
    const folder = folders.find((candidate) => isBelow(place, candidate))
    if (folder !== undefined) return isIgnoredBelow(folder, place)
    return !files.has(place) && !parents.includes(place)
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
          const changed = [...paths]
          paths.clear()
          done(changed)
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
function printHeader(changed: readonly string[], { out, err, isTerminal }: Streams): void {
  if (isTerminal) out('\u001b[2J\u001b[3J\u001b[H')
  const time = new Date().toTimeString().slice(0, 8)
  const [first = ''] = changed.map((path) => escapeControls(relative('.', path) || basename(path)))
  const others = changed.length > 1 ? ` and ${changed.length - 1} more` : ''
  err(
    changed.length === 0
      ? `routerfile: ${time} checking\n`
      : `routerfile: ${time} ${first}${others} changed; checking again\n`,
  )
}
