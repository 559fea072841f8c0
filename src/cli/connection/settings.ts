import { withoutFinalLineEnd } from '../../document/lines.js'
import { describeInsecure, parseBaseUrl } from '../../management/client/call.js'
import type { Pin } from '../../management/client/node/index.js'
import type { Environment } from '../../document/environment.js'
import { UsageError } from '../errors.js'
import { createTextReader } from '../text-flags.js'
import { getVariableName } from '../project-flags.js'
import type { VariableFlag } from '../variables.js'
import { isOptionSet } from '../flags.js'
import { getErrorMessage } from '../../document/errors.js'
import type { ControllerOptions } from './flags.js'
import { secretFlags } from './flags.js'
import type { Login } from './logins.js'
import { findLogin, readIdentityFile, readTextFile } from './logins.js'

/** The controller and the user, from flags, variables and a login. */
export type ConnectionSettings = {
  /** The addresses of the controllers; the first one is called first. */
  urls: readonly [string, ...string[]]
  /** CA bundle in PEM. */
  ca?: string | undefined
  pin?: Pin | undefined
  certificate?: { cert: string; key: string } | undefined
  username?: string | undefined
  password?: string | undefined
  token?: string | undefined
  externalJwt?: string | undefined
  /** Whether to sign in through OpenID Connect; if undefined, only at clusters. */
  oidc?: boolean | undefined
  /** Whether `http:` to another machine is allowed. */
  insecureHttp?: boolean | undefined
  login?: Login | undefined
  /** The paths of the client certificate, its key and the identity file, to store in a login. */
  credentialPaths: CredentialPaths
}

/** The controller, and the user to sign in as, from flags and variables; flags win. */
export type RequestedConnection = Omit<
  ControllerOptions,
  'passwordFile' | 'tokenFile' | 'externalJwtFile' | 'oidc' | 'noOidc'
> & {
  readonly oidc: boolean | undefined
  readonly password: string | undefined
  readonly token: string | undefined
  readonly externalJwt: string | undefined
  /** Names of environment variables with secrets that are used because no flag overrides them. */
  readonly secretVariables: readonly string[]
}

const readVariable = (environment: Environment, flag: VariableFlag): string | undefined =>
  environment[getVariableName(flag)] || undefined

const splitAddresses = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,]+/).filter(Boolean)

const readTarget = (
  { url, profile }: Partial<ControllerOptions>,
  environment: Environment,
): Pick<RequestedConnection, 'url' | 'profile'> => ({
  url: isOptionSet(url) ? (url ?? []) : splitAddresses(readVariable(environment, 'url')),
  profile: profile ?? readVariable(environment, 'profile'),
})

export function readRequestedConnection(
  options: Partial<ControllerOptions>,
  environment: Environment,
): RequestedConnection {
  const readText = createTextReader({
    'password-file': options.passwordFile,
    'token-file': options.tokenFile,
    'external-jwt-file': options.externalJwtFile,
  })
  const readSecret = (flag: (typeof secretFlags)[number]): string | undefined => {
    const text = readText(`${flag}-file`)
    return text === undefined ? undefined : withoutFinalLineEnd(text)
  }
  const secrets = {
    password: readSecret('password'),
    token: readSecret('token'),
    'external-jwt': readSecret('external-jwt'),
    totp: undefined,
  }
  const getVariable = (flag: VariableFlag): string | undefined => readVariable(environment, flag)
  return {
    ...readTarget(options, environment),
    insecureHttp: options.insecureHttp ?? false,
    oidc: readOidc(options),
    ca: options.ca ?? getVariable('ca'),
    pin: options.pin ?? getVariable('pin'),
    username: options.username ?? getVariable('username'),
    identity: options.identity ?? getVariable('identity'),
    cert: options.cert ?? getVariable('cert'),
    key: options.key ?? getVariable('key'),
    password: secrets.password ?? getVariable('password'),
    token: secrets.token ?? getVariable('token'),
    externalJwt: secrets['external-jwt'] ?? getVariable('external-jwt'),
    secretVariables: ([...secretFlags, 'totp'] as const).flatMap((flag) =>
      secrets[flag] === undefined && getVariable(flag) !== undefined ? [getVariableName(flag)] : [],
    ),
  }
}

/** Whether the flags ask for OpenID Connect; undefined if they leave it open. */
function readOidc({ oidc, noOidc }: Partial<ControllerOptions>): boolean | undefined {
  if (noOidc && oidc !== undefined && oidc !== 'false')
    throw new UsageError('--oidc and --no-oidc contradict each other; use one of them')
  return noOidc ? false : oidc === undefined ? undefined : oidc !== 'false'
}

const hasCredentials = ({
  username,
  token,
  externalJwt,
  identity,
  cert,
  key,
}: RequestedConnection): boolean =>
  [username, token, externalJwt, identity, cert, key].some((value) => value !== undefined)

/**
 * The settings from flags and variables, completed from a login. The session of the login is used only if flags and
 * variables have no credentials, and never with `isNew`, because the login is then about to be replaced.
 */
export async function resolveConnection(
  requestedConnection: RequestedConnection,
  environment: Environment,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<ConnectionSettings> {
  const replacesLogin = hasCredentials(requestedConnection)
  const requestedIdentity = readIdentity(requestedConnection)
  const requestedUrls = (
    requestedConnection.url.length > 0 ? requestedConnection.url : (requestedIdentity?.urls ?? [])
  ).map(parseUrl)
  const login = await findLoginFor(environment, {
    profile: requestedConnection.profile,
    urls: requestedUrls,
    isNew,
  })
  const storedLogin: Partial<Login> =
    replacesLogin && requestedConnection.username !== login?.username ? {} : { ...login }
  const { cert, key, identity: identityPath } = replacesLogin ? requestedConnection : storedLogin
  const credentialPaths = { cert, key, identity: identityPath }
  const identity = requestedIdentity ?? readIdentity(credentialPaths)
  const insecureHttp = requestedConnection.insecureHttp || login?.insecureHttp
  // The addresses in the identity file of a login are used only while the login is being replaced: the stored password
  // and session must not be sent there.
  const loginUrls = isNew ? (identity?.urls ?? []).map(parseUrl) : listAddresses(login)
  const urls = findAddresses(
    requestedUrls.length > 0 && !login ? requestedUrls : [...requestedUrls, ...loginUrls],
    insecureHttp,
  )
  checkVariables(requestedConnection, { environment, urls, login })
  return {
    urls,
    insecureHttp,
    oidc: requestedConnection.oidc ?? login?.oidc,
    ca:
      requestedConnection.ca === undefined
        ? (identity?.ca ?? readLoginCa(login))
        : readTextFile(requestedConnection.ca, '--ca'),
    pin: parsePin(requestedConnection.pin, urls[0]),
    certificate: identity?.certificate ?? readCertificate(credentialPaths),
    username: requestedConnection.username ?? storedLogin.username,
    password: requestedConnection.password ?? storedLogin.password,
    token: requestedConnection.token ?? (replacesLogin || isNew ? undefined : storedLogin.session),
    externalJwt: requestedConnection.externalJwt,
    login: replacesLogin ? undefined : login,
    credentialPaths,
  }
}

/**
 * The address of the controller from flags, variables or a login; undefined if none of them has one. Sends no request.
 */
export async function resolveUrl(
  options: Partial<ControllerOptions>,
  environment: Environment,
): Promise<string | undefined> {
  const { url, profile } = readTarget(options, environment)
  const urls = url.map(parseUrl)
  const login = await findLoginFor(environment, { profile, urls })
  return urls[0] ?? listAddresses(login)[0]
}

/** The addresses to call, each once. Refuses unencrypted addresses of other machines, unless the user allows them. */
function findAddresses(
  addresses: readonly string[],
  insecureHttp: boolean | undefined,
): ConnectionSettings['urls'] {
  const [first, ...others] = new Set(addresses)
  if (first === undefined)
    throw new UsageError(
      'missing address of the controller; add --url https://HOST:1280, set ROUTERFILE_URL, or sign in once with `routerfile api login --url URL`',
    )
  for (const url of [first, ...others]) {
    const fault = insecureHttp ? undefined : describeInsecure(url, '--insecure-http')
    if (fault !== undefined) throw new UsageError(fault)
  }
  return [first, ...others]
}

const listAddresses = (login: Login | undefined): string[] =>
  login ? [login.url, ...(login.urls ?? [])].map(parseUrl) : []

const readIdentity = ({
  identity,
}: CredentialPaths): ReturnType<typeof readIdentityFile> | undefined =>
  identity === undefined ? undefined : readIdentityFile(identity)

const readLoginCa = (login: Login | undefined): string | undefined =>
  login?.ca ??
  (login?.caFile === undefined ? undefined : readTextFile(login.caFile, `login \`${login.name}\``))

/**
 * The named login, or the default one if none is named. Its secrets are for its own controllers only. If `urls` has any
 * other address, the default login is not used, and naming a login is an error, except with `isNew`: then the named
 * login is not used, because it is about to be replaced.
 */
export async function findLoginFor(
  environment: Environment,
  {
    profile,
    urls,
    isNew = false,
  }: { profile: string | undefined; urls: readonly string[]; isNew?: boolean },
): Promise<Login | undefined> {
  const login = await findLogin(environment, profile, { isNew })
  const addresses = listAddresses(login)
  const otherUrl = urls.find((url) => !addresses.includes(url))
  if (!login || otherUrl === undefined) return login
  if (isNew || profile === undefined) return undefined
  throw new UsageError(
    `the login \`${profile}\` is for \`${login.url}\`, so its session and password are not sent to \`${otherUrl.replace(/\/edge\/management\/v1$/, '')}\`; leave out --profile (ROUTERFILE_PROFILE) or --url (ROUTERFILE_URL), or sign in there with \`routerfile api login --profile NAME --url ${otherUrl.replace(/\/edge\/management\/v1$/, '')}\``,
  )
}

/**
 * If ROUTERFILE_URL is set, refuses to send secrets from variables to controllers that it does not name. Other
 * controllers of the same cluster are allowed if a login lists them.
 */
function checkVariables(
  { secretVariables: [secretVariable] }: RequestedConnection,
  {
    environment,
    urls,
    login,
  }: { environment: Environment; urls: ConnectionSettings['urls']; login: Login | undefined },
): void {
  const environmentAddresses = splitAddresses(environment[getVariableName('url')])
  const environmentUrls = environmentAddresses.map(parseUrl)
  const cluster = listAddresses(login)
  const allowedUrls = cluster.some((url) => environmentUrls.includes(url))
    ? [...environmentUrls, ...cluster]
    : environmentUrls
  const otherUrl =
    environmentUrls.length === 0 ? undefined : urls.find((url) => !allowedUrls.includes(url))
  if (otherUrl === undefined || secretVariable === undefined) return
  throw new UsageError(
    `${secretVariable} is for \`${environmentAddresses.join('`, `')}\` (ROUTERFILE_URL) and is not sent to \`${otherUrl}\`; set ROUTERFILE_URL to this address, or unset ${secretVariable}`,
  )
}

function parseUrl(url: string): string {
  const fullUrl = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(url) ? `https://${url}` : url
  try {
    return parseBaseUrl(fullUrl)
  } catch (error) {
    throw new UsageError(`--url: ${getErrorMessage(error)}`)
  }
}

type CredentialPaths = Partial<Record<'cert' | 'key' | 'identity', string | undefined>>

function readCertificate({ cert, key }: CredentialPaths): ConnectionSettings['certificate'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(
      `--${cert === undefined ? 'key' : 'cert'} needs --${cert === undefined ? 'cert' : 'key'}: both are needed to sign in with a certificate`,
    )
  return { cert: readTextFile(cert, '--cert'), key: readTextFile(key, '--key') }
}

/** The value of --pin: a SHA-256 fingerprint, or the enrollment token in the file that it names. */
function parsePin(pin: string | undefined, url: string): Pin | undefined {
  if (pin === undefined) return undefined
  if (!url.startsWith('https:'))
    throw new UsageError(`--pin ${pin}: \`${url}\` has no certificate to check; use https://`)
  const digits = pin.replace(/^sha-?256[:=]?/i, '').replaceAll(':', '')
  if (/^[\da-f]{64}$/i.test(digits)) return { fingerprint: digits }
  if (/^[\da-f]{40,}$/i.test(digits))
    throw new UsageError(
      `--pin ${pin}: a SHA-256 fingerprint has 64 hexadecimal digits, but this has ${digits.length}`,
    )
  return { enrollment: readTextFile(pin, '--pin takes a SHA-256 fingerprint or a file').trim() }
}
