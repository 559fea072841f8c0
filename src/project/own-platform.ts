import type { Options } from '../lint/lint.js'

/** The system of the routers on this machine, as an option; empty where it is not known to be Windows. */
export const getOwnPlatform = (): Pick<Options, 'platform'> =>
  process.platform === 'win32' ? { platform: 'windows' } : {}
