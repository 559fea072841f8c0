import type { Platform } from '../formats/format.js'

/** The system of the routers on this machine, as an option; empty where it is not known to be Windows. */
export const getOwnPlatform = (): { platform?: Platform } =>
  process.platform === 'win32' ? { platform: 'windows' } : {}
