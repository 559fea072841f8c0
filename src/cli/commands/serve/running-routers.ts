import { basename, dirname, extname, resolve } from 'node:path'
import { toReportedConfig } from '../../../generate/running.js'
import type { RunningRouter } from '../../../management/service/index.js'
import { findStats } from '../../../project/disk.js'
import { openSource } from '../../../project/inputs.js'
import { collectSources } from '../../../project/select-files.js'
import type { Streams } from '../../command.js'
import { readRelease } from '../../release.js'
import { UsageError } from '../../errors.js'
import type { ServeOptions } from './flags.js'

/** `read` reads the routers again with each call; `brokenPaths` are the paths of files with errors. */
type RunningRouters = {
  read: () => Promise<readonly RunningRouter[]>
  brokenPaths: readonly string[]
}

/** Opens a folder of router files as running routers; undefined without --routers. */
export async function openRunningRouters(
  { routers: folder, target }: Pick<ServeOptions, 'routers' | 'target'>,
  streams: Pick<Streams, 'err'>,
): Promise<RunningRouters | undefined> {
  if (folder === undefined) {
    if (target !== undefined) throw new UsageError('--target has no effect without --routers')
    return undefined
  }
  if (!findStats(folder)?.isDirectory()) throw new UsageError(`--routers ${folder}: no such folder`)
  const version = `v${readRelease({ target }, streams)}`
  const { brokenPaths } = await readFolder(folder, version)
  return { read: async () => (await readFolder(folder, version)).routers, brokenPaths }
}

async function readFolder(
  folder: string,
  version: string,
): Promise<{ routers: RunningRouter[]; brokenPaths: string[] }> {
  const { sources } = await collectSources({ arguments: [folder], respectsIgnoreFiles: true })
  const routers = new Map<string, RunningRouter>()
  const brokenPaths: string[] = []
  for (const source of sources) {
    const input = openSource(source)
    if (!input || !('text' in input)) continue
    const { path, text } = input
    const config = toReportedConfig(text, process.env)
    const name = getRouterName(path)
    if (!config) brokenPaths.push(path)
    else if (!routers.has(name)) routers.set(name, { name, file: resolve(path), config, version })
  }
  return { routers: [...routers.values()], brokenPaths }
}

/**
 * File names without extension that do not tell routers apart. For such a file, the name of its folder is used as the
 * name of the router.
 */
const commonNames = new Set(['router', 'config', 'ziti-router'])

function getRouterName(path: string): string {
  const stem = basename(path, extname(path))
  return commonNames.has(stem) ? basename(dirname(resolve(path))) : stem
}
