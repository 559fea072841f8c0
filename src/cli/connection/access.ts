import { describeInsecure, parseBaseUrl } from '../../management/client/call.js'
import type { Pin } from '../../management/client/node/index.js'
import type { Environment } from '../../document/environment.js'
import type { FlagValues } from '../flags.js'
import { UsageError } from '../errors.js'
import { createTextReader } from '../flag-values.js'
import { getVariableName } from '../project-flags.js'
import type { VariableFlag } from '../variables.js'
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
  /** Whether `http:` to another machine is allowed. */
  insecureHttp?: boolean | undefined
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
): {
  value: (flag: VariableFlag) => string | undefined
  secret: (flag: VariableFlag) => string | undefined
} {
  const value = (flag: VariableFlag): string | undefined =>
    flags.last(flag) ?? (environment[getVariableName(flag)] || undefined)
  const text = createTextReader(flags, [...secretFlags.map((flag) => `${flag}-file`), ...fileFlags])
  const secret = (flag: VariableFlag): string | undefined =>
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
  const ownIdentity = own.identity === undefined ? undefined : readIdentityFile(own.identity)
  const named = value('url') ?? ownIdentity?.url
  const login = await findLoginFor(environment, { profile: value('profile'), url: named, isNew })
  const {
    session,
    password: kept,
    ...who
  }: Partial<Login> = isOwn && own.username !== login?.username ? {} : { ...login }
  const paths = pickPaths(isOwn ? own : who)
  const identity =
    ownIdentity ?? (paths.identity === undefined ? undefined : readIdentityFile(paths.identity))
  const address = named ?? login?.url ?? identity?.url
  if (address === undefined)
    throw new UsageError(
      'no controller is named; add --url https://HOST:1280, set ROUTERFILE_URL, or sign in once with `routerfile api login --url URL`',
    )
  const url = parseUrl(address)
  const insecureHttp = flags.has('insecure-http') || login?.insecureHttp
  const fault = insecureHttp ? undefined : describeInsecure(url, '--insecure-http')
  if (fault !== undefined) throw new UsageError(fault)
  checkVariables(flags, environment, url)
  const ca = value('ca')
  return {
    url,
    insecureHttp,
    ca:
      ca === undefined
        ? (identity?.ca ??
          login?.ca ??
          (login?.caFile === undefined
            ? undefined
            : readTextFile(login.caFile, `login \`${login.name}\``)))
        : readTextFile(ca, '--ca'),
    pin: parsePin(value('pin'), url),
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
  const [profile, named] = [value('profile'), value('url')]
  const url = named ?? (await findLoginFor(environment, { profile, url: named }))?.url
  return url === undefined ? undefined : parseUrl(url)
}

/**
 * The named login, or the default one if none is named. Its secrets are for its own controller only: a login for another
 * address than the given one is not used, and refused if it is named. A new login replaces the one of its name.
 */
export async function findLoginFor(
  environment: Environment,
  {
    profile,
    url,
    isNew = false,
  }: { profile: string | undefined; url: string | undefined; isNew?: boolean },
): Promise<Login | undefined> {
  const login = await findLogin(environment, profile, { isNew })
  if (!login || url === undefined || parseBaseUrl(login.url) === parseUrl(url)) return login
  if (isNew || profile === undefined) return undefined
  throw new UsageError(
    `the login \`${profile}\` is for \`${login.url}\`, so its session and password are not sent to \`${url}\`; leave out --profile (ROUTERFILE_PROFILE) or --url (ROUTERFILE_URL), or sign in there with \`routerfile api login --profile NAME --url ${url}\``,
  )
}

/** Refuses secrets in variables that belong to another controller: the one that ROUTERFILE_URL names, if it is set. */
function checkVariables(flags: FlagValues, environment: Environment, url: string): void {
  const home = environment[getVariableName('url')]
  if (!home || parseUrl(home) === url) return
  const stray = ([...secretFlags, 'totp'] as const).find(
    (flag) => environment[getVariableName(flag)] && !flags.has(`${flag}-file`),
  )
  if (stray !== undefined)
    throw new UsageError(
      `${getVariableName(stray)} is for \`${home}\` (ROUTERFILE_URL) and is not sent to \`${url}\`; set ROUTERFILE_URL to this address, or unset ${getVariableName(stray)}`,
    )
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
      `--${cert === undefined ? 'key' : 'cert'} needs --${cert === undefined ? 'cert' : 'key'}: both are needed to sign in with a certificate`,
    )
  return { cert: readTextFile(cert, '--cert'), key: readTextFile(key, '--key') }
}

/** A fingerprint, or a file with the enrollment token. */
function parsePin(pin: string | undefined, url: string): Pin | undefined {
  if (pin === undefined) return undefined
  if (!url.startsWith('https:'))
    throw new UsageError(`--pin ${pin}: \`${url}\` has no certificate to check; use https://`)
  const bare = pin.replace(/^sha-?256[:=]?/i, '').replaceAll(':', '')
  if (/^[\da-f]{64}$/i.test(bare)) return { fingerprint: bare }
  if (/^[\da-f]{40,}$/i.test(bare))
    throw new UsageError(
      `--pin ${pin}: a SHA-256 fingerprint has 64 hexadecimal digits, but this has ${bare.length}`,
    )
  return { enrollment: readTextFile(pin, '--pin').trim() }
}
