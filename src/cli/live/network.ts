import type { RunningConfig } from '../../generate/running.js'
import { formatRunning } from '../../generate/running.js'
import type { Client, LiveRouter } from '../../management/client/index.js'
import { ManagementError, liveRouters } from '../../management/client/index.js'
import type { LintFileOptions } from '../../project/settings.js'
import type { Project } from '../../project/project.js'
import type { ConfiguredSource, SelectedFiles } from '../../project/select-files.js'
import { findModel } from '../../schema/model.js'
import type { Streams } from '../command.js'
import { rewordForFlags, withClient } from '../connection/connect.js'
import type { ControllerOptions } from '../connection/flags.js'
import { UsageError } from '../errors.js'
import { formatNote, escapeControls } from '../ui/text.js'
import { groupBy } from '../../document/group.js'
import { formatCount, formatList } from '../../document/words.js'
import type { NetworkOptions } from '../project-flags.js'
import { refuseEmptyFilter } from '../project-flags.js'
import type { FileVersion } from '../versions.js'

/** The configuration that a router has reported, and `text`, the router file made from it for `release`. */
export type RunningFile = {
  router: LiveRouter
  config: RunningConfig
  release: string
  /** `live:` and the name of the router. */
  path: string
  text: string
}

/** How to find a release for a router that reports no known one. Messages name `flag`, which can set it. */
export type ReleaseFallback = {
  flag: string
  findRelease: (path: string) => Promise<string> | string
}

/** Calls `work` with a client for the selected controller. A `ManagementError` becomes a `UsageError`. */
export async function withNetwork<Value>(
  connection: Partial<ControllerOptions>,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  try {
    return await withClient(connection, work)
  } catch (error) {
    if (!(error instanceof ManagementError)) throw error
    rewordForFlags(error)
    throw new UsageError(error.message)
  }
}

/** The routers of a network, and the files of those that have answered. */
export type LiveNetwork = { routers: readonly LiveRouter[]; runningFiles: readonly RunningFile[] }

/**
 * Reads the routers that --filter selects (default: all), sorted by name, and turns the configurations that they report
 * into router files. Prints why the other routers did not answer.
 */
export async function readRunningFiles(
  options: NetworkOptions,
  streams: Pick<Streams, 'err'>,
  fallback: ReleaseFallback,
): Promise<LiveNetwork> {
  const routers = await withNetwork(options, (client) => readLiveRouters(client, options.filter))
  reportMissingAnswers(routers, streams)
  return toLiveNetwork(routers, streams, fallback)
}

/** The routers that --filter selects (default: all). Throws a `UsageError` if a filter matches none. */
export async function readLiveRouters(
  client: Client,
  filter: string | undefined,
): Promise<LiveRouter[]> {
  const routers = await liveRouters(client, filter === undefined ? {} : { filter })
  if (routers.length === 0) refuseEmptyFilter(filter)
  return routers
}

/** Turns reported configs into router files. Prints which routers report no known release. */
export async function toLiveNetwork(
  routers: readonly LiveRouter[],
  { err }: Pick<Streams, 'err'>,
  fallback: ReleaseFallback,
): Promise<LiveNetwork> {
  const runningFiles: RunningFile[] = []
  const assumedReleases: { release: string; name: string }[] = []
  for (const router of routers) {
    const { name, config } = router
    if (!config) continue
    const path = `live:${name}`
    const knownRelease = findKnownRelease(router.release)
    const release = knownRelease ?? (await fallback.findRelease(path))
    if (knownRelease === undefined) assumedReleases.push({ release, name })
    runningFiles.push({
      router,
      config,
      release,
      path,
      text: formatRunning(config, { target: release }),
    })
  }
  for (const [release, group] of groupBy(assumedReleases, ({ release }) => release)) {
    const names = group.map(({ name }) => name)
    err(
      formatNote(
        `${formatNames(names)} ${names.length === 1 ? 'does' : 'do'} not report a known release and ${names.length === 1 ? 'is' : 'are'} checked for ${release}; ${fallback.flag} sets another`,
      ),
    )
  }
  return { routers, runningFiles }
}

/**
 * The reported release if it is known, otherwise the newest release of its line, such as 1.6; undefined if the router
 * reports no release, or if the line is unknown.
 */
function findKnownRelease(release: string | undefined): string | undefined {
  if (release === undefined) return undefined
  const line = release.split('.', 2).join('.')
  return findModel(release)?.release ?? findModel(line)?.release
}

/** Maximum number of routers to print with the reason why they did not answer; the others are only counted. */
const maxReasons = 5

export function reportMissingAnswers(
  routers: readonly LiveRouter[],
  { err }: Pick<Streams, 'err'>,
): void {
  const reasons = routers.flatMap(({ reason }) => reason ?? [])
  for (const reason of reasons.slice(0, maxReasons)) err(formatNote(reason))
  const moreCount = reasons.length - maxReasons
  if (moreCount > 0) err(`routerfile: ${formatCount(moreCount, 'more router')} did not answer\n`)
}

const formatNames = (names: readonly string[]): string => {
  const firstNames = names.slice(0, 3).map((name) => `\`${name}\``)
  const moreCount = names.length - firstNames.length
  return formatList(moreCount > 0 ? [...firstNames, `${moreCount} more`] : firstNames)
}

/** No checks of this machine: the files that a running config names are on the machine of its router. */
const noChecks: LintFileOptions['checks'] = []

/**
 * Selects the running configs as files to check, each for the release of its router or, if that is unknown, for the
 * configured release.
 */
export async function selectRunning(
  network: NetworkOptions,
  streams: Streams,
  { configurationFor }: Project,
): Promise<SelectedFiles<ConfiguredSource>> {
  const { runningFiles } = await readRunningFiles(network, streams, {
    flag: '--target',
    findRelease: async (path) => (await configurationFor(path)).options.target,
  })
  const configuredSources = await Promise.all(
    runningFiles.map(async ({ path, text, release }) => {
      const { options, isExcluded } = await configurationFor(path)
      // Routers have expanded all variables.
      const { env: _, ...others } = options
      return {
        isExcluded,
        source: {
          path,
          text,
          origin: 'named' as const,
          kind: 'forced' as const,
          foundUnder: [],
          options: { ...others, target: release, checks: noChecks },
        },
      }
    }),
  )
  return {
    sources: configuredSources.flatMap(({ isExcluded, source }) => (isExcluded ? [] : [source])),
    refusedFiles: [],
    fileCounts: new Map(),
    empty: runningFiles.length === 0 ? ['no router has reported its configuration'] : [],
    excludedCount: configuredSources.filter(({ isExcluded }) => isExcluded).length,
    unread: [],
  }
}

/** Reads `live:ROUTER`, the running config of a router, as a router file; undefined for other arguments. */
export async function readRunningVersion(
  argument: string,
  connection: ControllerOptions,
  findRelease: (path: string) => Promise<string>,
): Promise<FileVersion | undefined> {
  const [, name] = /^live:(.+)$/s.exec(argument) ?? []
  if (name === undefined) return undefined
  const filter = `name = ${JSON.stringify(name)}`
  const routers = await withNetwork(connection, (client) => liveRouters(client, { filter }))
  const router = routers.find((found) => found.name === name)
  if (!router) throw new UsageError(`the network has no router \`${name}\``)
  if (!router.config)
    throw new UsageError(escapeControls(router.reason ?? `router \`${name}\` did not answer`))
  const text = formatRunning(router.config, { target: await findRelease(argument) })
  return { name: argument, path: argument, text }
}
