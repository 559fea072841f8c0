import { homedir } from 'node:os'
import { join } from 'node:path'

export function getUserFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME, USERPROFILE } = environment
  return (
    XDG_CONFIG_HOME ||
    (process.platform === 'win32' && APPDATA) ||
    join(HOME || USERPROFILE || homedir(), '.config')
  )
}
