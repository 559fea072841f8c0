import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '../../expand.js'
import { isPlain, textAt } from '../../management/plain.js'
import { nearest } from '../../schema/suggest.js'
import { faultOf, statOf } from '../../world/disk.js'
import { UsageError } from '../flags.js'
import { replaceFile } from '../replace-file.js'

/** What of a login is secret. */
export type Secrets = { session?: string; password?: string }

/** A login that is kept: which controller, and who signs in there. */
export type Profile = Secrets & {
  url: string
  /** Authorities, PEM, or a file with them. */
  ca?: string
  caFile?: string
  username?: string
  /** Paths of a client certificate and its key. */
  cert?: string
  key?: string
  /** Path of an identity file of ziti. */
  identity?: string
  /** Only what changes nothing is sent. */
  readOnly?: true
  /** The secrets are in the keychain of the system, not in the file. */
  inKeychain?: true
}

/** All logins that are kept, and the one that counts where none is named. */
export type Profiles = { default: string; profiles: Readonly<Record<string, Profile>> }

/** The folder of settings of the user: XDG_CONFIG_HOME, on Windows APPDATA, else `.config` at home. */
function configFolder(environment: Environment): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME, USERPROFILE } = environment
  return (
    XDG_CONFIG_HOME ||
    (process.platform === 'win32' && APPDATA) ||
    join(HOME || USERPROFILE || homedir(), '.config')
  )
}

export const profilesPath = (environment: Environment): string =>
  join(configFolder(environment), 'routerfile', 'profiles.json')

/** The logins that are kept. A file that others can read is refused, since it may hold sessions. */
export function readProfiles(environment: Environment): Profiles {
  const path = profilesPath(environment)
  const found = statOf(path)
  if (!found) return { default: 'default', profiles: {} }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(
      `\`${path}\` holds logins, and its mode \`${(found.mode & 0o777).toString(8)}\` lets others use them; say \`chmod 600 ${path}\`, and sign in anew if somebody may have read it`,
    )
  const value = jsonIn(path)
  const profiles = isPlain(value) ? value['profiles'] : undefined
  if (!isPlain(profiles))
    throw new UsageError(
      `\`${path}\` is no file of logins; remove it, and sign in with \`routerfile api login\``,
    )
  return {
    default: textAt(value, 'default') ?? 'default',
    profiles: Object.fromEntries(
      Object.entries(profiles).flatMap(([name, profile]) =>
        isProfile(profile) ? [[name, profile]] : [],
      ),
    ),
  }
}

const isProfile = (value: unknown): value is Profile =>
  isPlain(value) &&
  textAt(value, 'url') !== undefined &&
  ['ca', 'caFile', 'username', 'cert', 'key', 'identity', 'session', 'password'].every(
    (key) => value[key] === undefined || typeof value[key] === 'string',
  )

/** What stands in a file of JSON; undefined where it is none. */
export function jsonIn(path: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return value
  } catch {
    return undefined
  }
}

/** Writes the logins for the user alone. */
export function writeProfiles(environment: Environment, profiles: Profiles): void {
  const path = profilesPath(environment)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (statOf(path)?.isFile()) chmodSync(path, 0o600)
    replaceFile(path, `${JSON.stringify(profiles, undefined, 2)}\n`, 0o600)
  } catch (error) {
    throw new UsageError(`the login cannot be kept in \`${path}\`: ${faultOf(error)}`)
  }
}

/** Keeps a login under a name; undefined forgets it. */
export function keepProfile(
  environment: Environment,
  name: string,
  profile: Profile | undefined,
): void {
  const { default: standard, profiles } = readProfiles(environment)
  const { [name]: _, ...others } = profiles
  const all = profile ? { ...profiles, [name]: profile } : others
  writeProfiles(environment, {
    default: Object.hasOwn(all, standard) ? standard : (Object.keys(all)[0] ?? 'default'),
    profiles: all,
  })
}

/** The refusal of a name that no login has. */
export function unknownProfile(name: string, names: readonly string[]): UsageError {
  const near = nearest(name, names)
  const known =
    names.length > 0
      ? `; there ${names.length === 1 ? 'is' : 'are'} ${names.map((known) => `\`${known}\``).join(', ')}`
      : '; there are none yet'
  return new UsageError(
    `no login is kept as \`${name}\`${near ? `; did you mean \`${near}\`?` : known}; \`routerfile api login --profile ${name}\` makes it`,
  )
}
