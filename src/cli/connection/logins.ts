import type { Environment } from '../../expand.js'
import type { Keychain } from './keychain.js'
import { keychain } from './keychain.js'
import type { Profile, Secrets } from './profiles.js'
import { keepProfile, readProfiles, unknownProfile } from './profiles.js'
import { zitiProfiles } from './ziti.js'

/** A login with the name under which it is kept. */
export type Login = Profile & { name: string }

/** Every login: ours, then those of ziti. */
export const loginsOf = (environment: Environment): Login[] =>
  [readProfiles(environment), zitiProfiles(environment)].flatMap(({ profiles }) =>
    Object.entries(profiles).map(([name, profile]) => ({ ...profile, name })),
  )

/** The keychain to use, that of the system where none is given. */
type Keys = { keys?: Keychain | undefined }

/** The login of a name, or the one that counts where none is named: ours, else that of ziti. With its secrets. A name that no login has is refused, unless the login is new. */
export async function loginOf(
  environment: Environment,
  wanted: string | undefined,
  { isNew = false, ...own }: Keys & { isNew?: boolean } = {},
): Promise<Login | undefined> {
  const logins = loginsOf(environment)
  const names =
    wanted === undefined
      ? [readProfiles(environment).default, zitiProfiles(environment).default]
      : [wanted]
  const found = names.map((name) => logins.find((login) => login.name === name)).find(Boolean)
  if (!found && wanted !== undefined && !isNew)
    throw unknownProfile(
      wanted,
      logins.map(({ name }) => name),
    )
  return found?.inKeychain ? { ...found, ...(await keysOf(own))?.read(found.name) } : found
}

const keysOf = async (own: Keys): Promise<Keychain | undefined> =>
  'keys' in own ? own.keys : keychain()

/** Where secrets are kept: in the keychain where there is one that works, unless `file` is wanted. */
export type Store = 'keychain' | 'file'

/** Keeps a login. Gives where its secrets are, undefined where `store` is a keychain that does not work. */
export async function keepLogin(
  environment: Environment,
  { name, ...profile }: Login,
  { store, ...own }: Keys & { store?: Store | undefined } = {},
): Promise<Store | undefined> {
  const { session, password, inKeychain: _, ...open } = profile
  const secrets: Secrets = {
    ...(session !== undefined && { session }),
    ...(password !== undefined && { password }),
  }
  if (store !== 'file' && written(await keysOf(own), name, secrets)) {
    keepProfile(environment, name, { ...open, inKeychain: true })
    return 'keychain'
  }
  if (store === 'keychain') return undefined
  keepProfile(environment, name, { ...open, ...secrets })
  return 'file'
}

function written(keys: Keychain | undefined, name: string, secrets: Secrets): boolean {
  try {
    keys?.write(name, secrets)
    return keys !== undefined
  } catch {
    return false
  }
}

/** Forgets a login, and what the keychain has of it. */
export async function forgetLogin(
  environment: Environment,
  { name, inKeychain }: Login,
  keys?: Keychain,
): Promise<void> {
  if (inKeychain) (keys ?? (await keychain()))?.remove(name)
  keepProfile(environment, name, undefined)
}
