import { homedir } from 'node:os'
import { join } from 'node:path'

/** The config folder of the user: XDG_CONFIG_HOME, or on Windows APPDATA, or else `.config` in the home folder. */
export function getUserFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME, USERPROFILE } = environment
  return (
    XDG_CONFIG_HOME ||
    (process.platform === 'win32' && APPDATA) ||
    join(HOME || USERPROFILE || homedir(), '.config')
  )
}
