import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../document/environment.js'
import { getString, parseJsonText } from '../../management/plain.js'
import { findNearest } from '../../schema/suggest.js'
import { describeError, findStats, getErrorCode, readText, sleep } from '../../project/disk.js'
import { isUserError, UsageError } from '../errors.js'
import { replaceFile } from '../../project/replace-file.js'
import { getUserFolder } from '../../project/user-folder.js'
import { isPlainObject } from '../../document/record.js'

export type Login = Profile & { name: string }

export const listLogins = (environment: Environment): Login[] =>
  [readProfiles(environment), readZitiProfiles(environment)].flatMap(({ profiles }) =>
    Object.entries(profiles).map(([name, profile]) => ({ ...profile, name })),
  )

/**
 * The login with this name, or the default login: that of routerfile, otherwise that of the ziti CLI. Includes its
 * secrets. Refuses an unknown name, unless the login is new.
 */
export async function findLogin(
  environment: Environment,
  requestedName: string | undefined,
  { isNew = false, open = openKeychain }: { isNew?: boolean; open?: OpenKeychain } = {},
): Promise<Login | undefined> {
  const logins = listLogins(environment)
  const names =
    requestedName === undefined
      ? [readProfiles(environment).default, readZitiProfiles(environment).default]
      : [requestedName]
  const storedLogin = names.map((name) => logins.find((login) => login.name === name)).find(Boolean)
  if (!storedLogin && requestedName !== undefined && !isNew)
    throw createUnknownProfileError(
      requestedName,
      logins.map(({ name }) => name),
    )
  return storedLogin?.inKeychain
    ? { ...storedLogin, ...(await open())?.read(storedLogin.name) }
    : storedLogin
}

/**
 * Where the secrets of a login are stored: in the system keychain or in the file of logins. The default is the keychain
 * if it works, otherwise the file.
 */
export type LoginStore = 'keychain' | 'file'

/**
 * Stores a login. Returns where its secrets are stored; undefined if nothing was stored, because `store` is `keychain`
 * and the keychain does not work.
 */
export async function saveLogin(
  environment: Environment,
  { name, ...profile }: Login,
  { store, open = openKeychain }: { store?: LoginStore | undefined; open?: OpenKeychain } = {},
): Promise<LoginStore | undefined> {
  const { inKeychain: _, ...fields } = profile
  const isSecret = ([key]: [string, unknown]): boolean =>
    secretNames.some((secret) => secret === key)
  const entries = Object.entries(fields)
  const secrets: Secrets = Object.fromEntries(entries.filter(isSecret))
  const publicFields: Profile = {
    url: fields.url,
    ...Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
  }
  if (store !== 'file' && writeSecrets(await open(), name, secrets)) {
    storeProfile(environment, name, { ...publicFields, inKeychain: true })
    return 'keychain'
  }
  if (store === 'keychain') return undefined
  storeProfile(environment, name, { ...publicFields, ...secrets })
  return 'file'
}

function writeSecrets(keychain: Keychain | undefined, name: string, secrets: Secrets): boolean {
  try {
    keychain?.write(name, secrets)
    return keychain !== undefined
  } catch {
    return false
  }
}

export async function deleteLogin(
  environment: Environment,
  { name, inKeychain }: Login,
  open: OpenKeychain = openKeychain,
): Promise<void> {
  if (inKeychain) (await open())?.remove(name)
  storeProfile(environment, name, undefined)
}

/** The secrets of a login; with OpenID Connect, `session` is the access token and `refresh` the refresh token. */
const secretNames = ['session', 'password', 'refresh'] as const

export type Secrets = Partial<Record<(typeof secretNames)[number], string>>

/** A stored login: the controller and the user. */
export type Profile = Secrets & {
  url: string
  /** The other controllers of the cluster; absent until the controller was asked. */
  urls?: readonly string[]
  /**
   * The controller that issued the session, if it is not `url`. Not needed for access tokens of OpenID Connect, which
   * are valid at every controller of the cluster.
   */
  sessionUrl?: string
  /** Whether to sign in through OpenID Connect; if absent, only at clusters. */
  oidc?: boolean
  /** The CA bundle in PEM. */
  ca?: string
  /** The path of a CA bundle, as the ziti CLI stores it. */
  caFile?: string
  username?: string
  /** Path of a client certificate. */
  cert?: string
  /** Path of the private key of the client certificate. */
  key?: string
  /** Path of a ziti identity file. */
  identity?: string
  /** Only requests that change nothing are sent. */
  readOnly?: true
  /** The user allowed `http:` to another machine. */
  insecureHttp?: true
  /** The secrets are in the system keychain, not in the file. */
  inKeychain?: true
}

export type Profiles = { default: string; profiles: Readonly<Record<string, Profile>> }

export const getProfilesPath = (environment: Environment): string =>
  join(getUserFolder(environment), 'routerfile', 'profiles.json')

/**
 * Reads the stored logins; there are none if the file does not exist. Throws a `UsageError` if the file is not a file
 * of logins, or if other users can read it, because it may contain sessions.
 */
export function readProfiles(environment: Environment): Profiles {
  const path = getProfilesPath(environment)
  const stats = findStats(path)
  if (!stats) return { default: 'default', profiles: {} }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw new UsageError(
      `\`${path}\` holds logins, and its mode \`${(stats.mode & 0o777).toString(8)}\` lets other users read them; run \`chmod 600 ${path}\`, and sign in again if somebody may have read it`,
    )
  const value = readJson(path)
  const profiles = isPlainObject(value) ? value['profiles'] : undefined
  if (!isPlainObject(profiles))
    throw new UsageError(
      `\`${path}\` does not contain logins; remove it, and sign in with \`routerfile api login\``,
    )
  return {
    default: getString(value, 'default') ?? 'default',
    profiles: Object.fromEntries(
      Object.entries(profiles).flatMap(([name, profile]) =>
        isProfile(profile) ? [[name, profile]] : [],
      ),
    ),
  }
}

const isProfile = (value: unknown): value is Profile =>
  isPlainObject(value) &&
  getString(value, 'url') !== undefined &&
  ['ca', 'caFile', 'username', 'cert', 'key', 'identity', 'sessionUrl', ...secretNames].every(
    (key) => value[key] === undefined || typeof value[key] === 'string',
  ) &&
  (value['urls'] === undefined ||
    (Array.isArray(value['urls']) && value['urls'].every((url) => typeof url === 'string')))

function readJson(path: string): unknown {
  const result = readText(path)
  return 'text' in result ? parseJsonText(result.text) : undefined
}

/** Changes the file of logins, which only the user can read. Waits for other programs that are changing it. */
export function changeProfiles(
  environment: Environment,
  change: (profiles: Profiles) => Profiles,
): void {
  const path = getProfilesPath(environment)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    withLock(`${path}.lock`, () => {
      const profiles = change(readProfiles(environment))
      if (findStats(path)?.isFile()) chmodSync(path, 0o600)
      replaceFile(path, `${JSON.stringify(profiles, undefined, 2)}\n`, 0o600)
    })
  } catch (error) {
    if (isUserError(error)) throw error
    throw new UsageError(`cannot store the login in \`${path}\`: ${describeError(error)}`)
  }
}

/** Milliseconds after which a lock file counts as abandoned, and between two attempts to create it. */
const lockTimes = { maxAge: 10_000, pause: 20 } as const

/** Runs work while this program alone holds a lock file. A killed program leaves its lock behind, so locks expire. */
function withLock(lock: string, work: () => void): void {
  const start = Date.now()
  let locks = takeLock(lock)
  while (!locks) {
    if (Date.now() - start > 2 * lockTimes.maxAge)
      throw new UsageError(
        `another program is writing the logins; if none is running, remove \`${lock}\``,
      )
    sleep(lockTimes.pause)
    locks = takeLock(lock)
  }
  try {
    work()
  } finally {
    for (const path of locks) rmSync(path, { force: true })
  }
}

/**
 * Creates the lock file or, if the existing one is abandoned, a lock file with the next number in its name; undefined
 * if another program holds the lock. Returns the files to delete afterwards, in this order. An abandoned lock stays
 * until then: of two programs that delete it, the second one could delete the new lock of the first.
 */
function takeLock(lock: string): string[] | undefined {
  const abandonedLocks: string[] = []
  let path = lock
  while (!createLock(path)) {
    if (!isAbandoned(path)) return undefined
    abandonedLocks.push(path)
    path = `${lock}.${abandonedLocks.length}`
  }
  if (abandonedLocks.every(isAbandoned)) return [...abandonedLocks, path]
  // One of the abandoned locks no longer exists: the program that replaced it has just finished and deleted it, so
  // another program may already have created the first lock again.
  rmSync(path, { force: true })
  return undefined
}

const isAbandoned = (lock: string): boolean =>
  Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > lockTimes.maxAge

function createLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Stores a login under a name; undefined removes it. */
function storeProfile(environment: Environment, name: string, profile: Profile | undefined): void {
  changeProfiles(environment, ({ default: defaultName, profiles }) => {
    const { [name]: _, ...others } = profiles
    const newProfiles = profile ? { ...profiles, [name]: profile } : others
    return {
      default: Object.hasOwn(newProfiles, defaultName)
        ? defaultName
        : (Object.keys(newProfiles)[0] ?? 'default'),
      profiles: newProfiles,
    }
  })
}

export function createUnknownProfileError(name: string, names: readonly string[]): UsageError {
  const suggestion = findNearest(name, names)
  const knownLogins =
    names.length > 0
      ? `; known logins: ${names.map((knownName) => `\`${knownName}\``).join(', ')}`
      : '; no logins are stored yet'
  return new UsageError(
    `unknown login \`${name}\`${suggestion ? `; did you mean \`${suggestion}\`?` : knownLogins}; \`routerfile api login --profile ${name}\` creates it`,
  )
}

/** The API of the keychain library. */
export type Keyring = {
  Entry: new (
    service: string,
    name: string,
  ) => { getPassword(): string | null; setPassword(text: string): void; deletePassword(): boolean }
}

export type Keychain = {
  read(name: string): Secrets
  /** Throws if the system denies access. */
  write(name: string, secrets: Secrets): void
  remove(name: string): void
}

type OpenKeychain = () => Promise<Keychain | undefined>

const serviceName = 'routerfile'

/**
 * Opens the system keychain; undefined if the library for it is not installed. The library is optional, because `lint`
 * does not need it.
 */
export async function openKeychain(
  load: () => Promise<Keyring> = () => import('@napi-rs/keyring'),
): Promise<Keychain | undefined> {
  const library = await load().catch(() => undefined)
  if (!library) return undefined
  const openEntry = (name: string): InstanceType<Keyring['Entry']> =>
    new library.Entry(serviceName, name)
  return {
    read: (name) => tryKeychain(() => parseSecrets(openEntry(name).getPassword() ?? ''), {}),
    write: (name, secrets) => openEntry(name).setPassword(JSON.stringify(secrets)),
    remove: (name) => tryKeychain(() => void openEntry(name).deletePassword(), undefined),
  }
}

/**
 * Accesses the keychain. Returns `fallback` if the keychain is locked or missing; the user then has to sign in again.
 */
function tryKeychain<Value>(access: () => Value, fallback: Value): Value {
  try {
    return access()
  } catch {
    return fallback
  }
}

function parseSecrets(text: string): Secrets {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  return Object.fromEntries(
    secretNames.flatMap((name) => {
      const secret = getString(value, name)
      return secret === undefined ? [] : [[name, secret]]
    }),
  )
}

/** The content of an identity file: PEM, and the addresses of the controllers. */
export type IdentityFile = {
  urls: readonly string[]
  certificate: { cert: string; key: string }
  ca: string | undefined
}

/** Reads PEM from `value`: PEM after `pem:`, or a path, with or without `file:`, relative to the current directory. */
function readPemField(path: string, name: string, value: string): string {
  if (value.startsWith('pem:')) return value.slice(4)
  const scheme = /^(\w{2,}):/.exec(value)?.[1]
  if (scheme !== undefined && scheme !== 'file')
    throw new UsageError(
      `\`${path}\`: \`id.${name}\` begins with \`${scheme}:\`, but only \`pem:\` and \`file:\` are supported`,
    )
  const file = value.startsWith('file:///')
    ? fileURLToPath(value)
    : value.replace(/^file:(\/\/)?/, '')
  return readTextFile(file, `\`${path}\`: \`id.${name}\``)
}

/** The text of a file. Throws a `UsageError` that begins with `errorPrefix` if the file cannot be read. */
export function readTextFile(file: string, errorPrefix: string): string {
  const result = readText(file)
  if ('why' in result) throw new UsageError(`${errorPrefix}: ${result.why}`)
  return result.text
}

export function readIdentityFile(path: string): IdentityFile {
  const value = parseJsonText(readTextFile(path, '--identity'))
  const id = isPlainObject(value) ? value['id'] : undefined
  const [cert, key, ca] = ['cert', 'key', 'ca'].map((name) => getString(id, name))
  if (cert === undefined || key === undefined)
    throw new UsageError(
      `--identity ${path}: not an identity file of ziti: expected JSON with \`ztAPI\`, \`id.cert\` and \`id.key\`. Enroll with the token first.`,
    )
  const otherUrls: readonly unknown[] =
    isPlainObject(value) && Array.isArray(value['ztAPIs']) ? value['ztAPIs'] : []
  return {
    urls: [getString(value, 'ztAPI'), ...otherUrls].flatMap((api: unknown) =>
      typeof api === 'string' && URL.canParse(api) ? new URL(api).origin : [],
    ),
    certificate: { cert: readPemField(path, 'cert', cert), key: readPemField(path, 'key', key) },
    ca: ca === undefined ? undefined : readPemField(path, 'ca', ca),
  }
}

/** The path where the ziti CLI stores its logins. The ziti CLI does not read XDG_CONFIG_HOME. */
function getZitiPath({ ZITI_CONFIG_DIR, HOME, USERPROFILE }: Environment): string {
  const home = HOME || USERPROFILE || homedir()
  const folder =
    process.platform === 'darwin' || process.platform === 'win32'
      ? join(home, '.ziti')
      : join(home, '.config', 'ziti')
  return join(ZITI_CONFIG_DIR || folder, 'ziti-cli.json')
}

/** The logins of the ziti CLI, with names prefixed by `ziti:`. routerfile never changes them. */
function readZitiProfiles(environment: Environment): Profiles {
  const value = readJson(getZitiPath(environment))
  const logins =
    isPlainObject(value) && isPlainObject(value['edgeIdentities']) ? value['edgeIdentities'] : {}
  return {
    default: `ziti:${getString(value, 'default') ?? 'default'}`,
    profiles: Object.fromEntries(
      Object.entries(logins).flatMap(([name, login]) => {
        const profile = toProfile(login)
        return profile ? [[`ziti:${name}`, profile]] : []
      }),
    ),
  }
}

function toProfile(login: unknown): Profile | undefined {
  const [url, username, caCert] = ['url', 'username', 'caCert'].map((key) => getString(login, key))
  const apiSession = isPlainObject(login) ? login['apiSession'] : undefined
  const session =
    getString(apiSession, 'oidcAccessToken') ??
    getString(apiSession, 'ztSessionToken') ??
    getString(login, 'token')
  if (url === undefined) return undefined
  return {
    url: /^https?:/.test(url) ? url : `https://${url}`,
    ...(username !== undefined && { username }),
    ...(caCert !== undefined && { caFile: caCert }),
    ...(session !== undefined && { session }),
    ...(isPlainObject(login) && login['readOnly'] === true && { readOnly: true as const }),
  }
}
