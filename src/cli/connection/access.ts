import { parseBaseUrl } from '../../management/client/call.js'
import type { Pin } from '../../management/client/node/index.js'
import type { Environment } from '../../document/environment.js'
import type { FlagValues } from '../flags.js'
import { UsageError } from '../errors.js'
import { createTextReader } from '../flag-values.js'
import { getVariableName } from '../project-flags.js'
import { secretFlags } from './flags.js'
import type { Login } from './logins.js'
import { findLogin, readIdentityFile, readTextFile } from './logins.js'

/** The controller and the user, from flags, variables and a login. */
export type Access = {
  url: string
  /** CA bundle in PEM. */
  ca?: string | undefined
  pin?: Pin | undefined
  certificate?: { cert: string; key: string } | undefined
  username?: string | undefined
  password?: string | undefined
  token?: string | undefined
  externalJwt?: string | undefined
  /** The login in use, if any. */
  login?: Login | undefined
  /** The paths to store in a login. */
  paths: Pick<Login, 'cert' | 'key' | 'identity'>
}

/** Reads values from flags and variables; flags win. */
export function createFlagReader(
  flags: FlagValues,
  environment: Environment,
  fileFlags: readonly string[] = [],
): { value: (flag: string) => string | undefined; secret: (flag: string) => string | undefined } {
  const value = (flag: string): string | undefined =>
    flags.last(flag) ?? (environment[getVariableName(flag)] || undefined)
  const text = createTextReader(flags, [...secretFlags.map((flag) => `${flag}-file`), ...fileFlags])
  const secret = (flag: string): string | undefined =>
    text(`${flag}-file`)?.replace(/\r?\n$/, '') ?? (environment[getVariableName(flag)] || undefined)
  return { value, secret }
}

/**
 * The credentials from flags and variables, with those of the login as default. A stored session is used only if no
 * other credentials are given, and not when creating a login.
 */
export async function resolveAccess(
  flags: FlagValues,
  environment: Environment,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Access> {
  const { value, secret } = createFlagReader(flags, environment)
  const [username, password, token, externalJwt] = [value('username'), ...secretFlags.map(secret)]
  const own = {
    username,
    token,
    externalJwt,
    identity: value('identity'),
    cert: value('cert'),
    key: value('key'),
  }
  const isOwn = Object.values(own).some((value) => value !== undefined)
  const login = isNew
    ? await findLogin(environment, value('profile'), { isNew })
    : await findUsedLogin(environment, value)
  const {
    session,
    password: kept,
    ...who
  }: Partial<Login> = isOwn && own.username !== login?.username ? {} : { ...login }
  const paths = pickPaths(isOwn ? own : who)
  const identity = paths.identity === undefined ? undefined : readIdentityFile(paths.identity)
  const url = value('url') ?? identity?.url ?? login?.url
  if (url === undefined)
    throw new UsageError(
      'which controller? give --url https://HOST:1280 or ROUTERFILE_URL, or sign in once with `routerfile api login --url URL`',
    )
  const ca = value('ca')
  return {
    url: parseUrl(url),
    ca:
      ca === undefined
        ? (identity?.ca ??
          login?.ca ??
          (login?.caFile === undefined
            ? undefined
            : readTextFile(login.caFile, `login \`${login.name}\``)))
        : readTextFile(ca, '--ca'),
    pin: parsePin(value('pin')),
    certificate: identity?.certificate ?? readCertificate(paths),
    username: own.username ?? who.username,
    password: password ?? kept,
    token: token ?? (isOwn || isNew ? undefined : session),
    externalJwt,
    login: isOwn ? undefined : login,
    paths,
  }
}

/** The address of the controller, if it is known; reads nothing but logins. */
export async function resolveUrl(
  flags: FlagValues,
  environment: Environment,
): Promise<string | undefined> {
  const { value } = createFlagReader(flags, environment)
  const url = value('url') ?? (await findUsedLogin(environment, value))?.url
  return url === undefined ? undefined : parseUrl(url)
}

/**
 * The named login, or the default one if no controller is named. If a controller is named, the default login is used
 * only if it belongs to that controller.
 */
async function findUsedLogin(
  environment: Environment,
  value: (flag: string) => string | undefined,
): Promise<Login | undefined> {
  const [name, url] = [value('profile'), value('url')]
  const login = await findLogin(environment, name)
  return name === undefined &&
    url !== undefined &&
    login &&
    parseBaseUrl(login.url) !== parseUrl(url)
    ? undefined
    : login
}

function parseUrl(url: string): string {
  const whole = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(url) ? `https://${url}` : url
  try {
    return parseBaseUrl(whole)
  } catch (error) {
    throw new UsageError(`--url: ${error instanceof Error ? error.message : ''}`)
  }
}

type CredentialPaths = Partial<Record<'cert' | 'key' | 'identity', string | undefined>>

const pickPaths = ({ cert, key, identity }: CredentialPaths): Access['paths'] => ({
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  ...(identity !== undefined && { identity }),
})

function readCertificate({ cert, key }: CredentialPaths): Access['certificate'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(
      `--${cert === undefined ? 'key' : 'cert'} needs --${cert === undefined ? 'cert' : 'key'}: a certificate signs in with its key`,
    )
  return { cert: readTextFile(cert, '--cert'), key: readTextFile(key, '--key') }
}

/** A fingerprint, or a file with the enrollment token. */
function parsePin(pin: string | undefined): Pin | undefined {
  if (pin === undefined) return undefined
  const bare = pin.replace(/^sha-?256[:=]?/i, '').replaceAll(':', '')
  if (/^[\da-f]{64}$/i.test(bare)) return { fingerprint: bare }
  if (/^[\da-f]{40,}$/i.test(bare))
    throw new UsageError(
      `--pin ${pin}: a fingerprint is SHA-256, which is 64 hexadecimal digits; this has ${bare.length}`,
    )
  return { enrollment: readTextFile(pin, '--pin').trim() }
}
