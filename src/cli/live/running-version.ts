import { formatRunning } from '../../generate/running.js'
import { liveRouters } from '../../management/client/index.js'
import { UsageError } from '../errors.js'
import type { ControllerOptions } from '../connection/flags.js'
import { escapeControls } from '../ui/text.js'
import type { FileVersion } from '../versions.js'
import { withNetwork } from './network.js'

/** Reads `live:ROUTER`: the running config of a router, formatted as a router file for a release. Undefined for other arguments. */
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
