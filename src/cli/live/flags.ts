import { connectionFlags } from '../connection/flags.js'
import { UsageError } from '../errors.js'
import type { OptionsOf } from '../flags.js'
import { findGivenFlag, inGroup } from '../flags.js'

/** Which routers of a network, and how to reach its controller. */
export const networkFlags = {
  ...inGroup('Input', {
    filter: { value: 'FILTER', help: `only some routers, such as 'name contains "eu"'` },
  }),
  ...connectionFlags,
}

/** Which routers of a network, and how to reach its controller. */
export type NetworkOptions = Partial<OptionsOf<typeof networkFlags>>

/** The same for commands that read files otherwise. */
export const liveFlags = {
  ...inGroup('Input', { live: { help: 'check what the routers of a network run' } }),
  ...networkFlags,
}

/** Whether running files are asked for. Refuses flags that make sense for only one of files and networks. */
export function readsLive(
  options: Partial<OptionsOf<typeof liveFlags>> & { readonly args: readonly string[] },
  fileFlags: readonly string[],
): boolean {
  const {
    live: isLive = false,
    args: [argument],
  } = options
  const stray = findGivenFlag(options, isLive ? fileFlags : Object.keys(networkFlags))
  if (stray !== undefined)
    throw new UsageError(
      isLive
        ? `--${stray} is for files on disk and cannot be used with --live`
        : `--${stray} has no effect without --live`,
    )
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
