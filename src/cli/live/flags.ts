import { connectionFlags } from '../connection/flags.js'
import { UsageError } from '../errors.js'
import type { Flags, FlagValues } from '../flags.js'
import { inGroup } from '../flags.js'

/** Which routers of a network, and how to reach its controller. */
export const networkFlags: Flags = {
  ...inGroup('Input', {
    filter: { value: 'FILTER', help: `only some routers, such as 'name contains "eu"'` },
  }),
  ...connectionFlags,
}

/** The same for commands that read files otherwise. */
export const liveFlags: Flags = {
  ...inGroup('Input', { live: { help: 'check what the routers of a network run' } }),
  ...networkFlags,
}

/** Whether running files are asked for. Refuses flags that make sense for only one of files and networks. */
export function readsLive(flags: FlagValues, fileFlags: readonly string[]): boolean {
  const isLive = flags.has('live')
  const stray = (isLive ? fileFlags : Object.keys(networkFlags)).find(flags.has)
  if (stray !== undefined)
    throw new UsageError(
      isLive
        ? `--${stray} is for files on disk and cannot be used with --live`
        : `--${stray} has no effect without --live`,
    )
  const [argument] = flags.rest
  if (isLive && argument !== undefined)
    throw new UsageError(`--live checks what routers run; leave out ${argument}`)
  return isLive
}

/** Refuses a filter that selects no router: nothing would be checked, and the run would look successful. */
export function refuseEmptyFilter(filter: string | undefined): void {
  if (filter !== undefined)
    throw new UsageError(
      `--filter ${filter}: no router matches; \`routerfile api edge-routers list\` lists the routers`,
    )
}
