import type { Environment } from '../../document/environment.js'
import { parseBaseUrl } from '../../management/client/call.js'
import type {
  Client,
  ClientOptions,
  Credentials,
  Fetch,
  OidcTokens,
} from '../../management/client/index.js'
import { createClient } from '../../management/client/index.js'
import { mayBeAccessToken } from '../../management/client/login.js'
import { quickFetch } from '../../management/client/node/direct.js'
import { fetchCas } from '../../management/client/node/index.js'
import { getNumber, parseJsonText } from '../../management/plain.js'
import { toKebabCase } from '../flags.js'
import { UsageError } from '../errors.js'
import { escapeControls } from '../ui/text.js'
import type { Ask } from '../ui/prompts.js'
import { ManagementError } from '../../management/client/error.js'
import { getVariableName } from '../project-flags.js'
import { fetchFingerprint } from '../../management/client/node/fetch-cas.js'
import type { ConnectionSettings } from './settings.js'
import { readRequestedConnection, resolveConnection } from './settings.js'
import type { ControllerOptions } from './flags.js'
import type { Login, Secrets } from './logins.js'
import { saveLogin } from './logins.js'

/**
 * A client for the controller that flags, variables and logins name (`connectionFlags`). It uses a stored session, and
 * renews it when it has ended. `logout` ends only a session that this run opened: call it at the end. Throws a
 * `UsageError` if something is missing or cannot be read.
 */
async function connectClient(options: Partial<ControllerOptions>): Promise<Client> {
  const connection = await resolveConnection(
    readRequestedConnection(options, process.env),
    process.env,
  )
  requireCredentials(connection)
  return createClientFor(connection, process.env)
}

/** Calls `work` with a client from `connectClient`, and then ends the session if the client opened one. */
export async function withClient<Value>(
  options: Partial<ControllerOptions>,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  return endSessionAfter(await connectClient(options), work)
}

/** Calls `work`, then signs out. Ignores errors of signing out, because the session expires by itself. */
export async function endSessionAfter<Value>(
  client: Client,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(client)
  } finally {
    await client.logout().catch(() => undefined)
  }
}

export function requireCredentials({
  username,
  token,
  certificate,
  externalJwt,
  urls,
}: ConnectionSettings): void {
  if ([username, token, certificate, externalJwt].every((value) => value === undefined))
    throw new UsageError(
      `no login for \`${new URL(urls[0]).host}\`; run \`routerfile api login\` once, or add --username, --identity, --cert and --key, --token-file or --external-jwt-file`,
    )
}

/** Creates a client from the settings; it has no credentials if the settings have none. */
export async function createClientFor(
  connection: ConnectionSettings,
  environment: Environment,
): Promise<Client> {
  const opener = await createOpener(connection)
  const { token } = connection
  if (token === undefined) return opener.open(await resolveCredentials(connection, environment))
  const client = opener.open({
    token: connection.login
      ? createTokenSource({ ...connection, login: connection.login }, { environment, opener })
      : token,
    ...(connection.externalJwt !== undefined && { externalJwt: connection.externalJwt }),
  })
  return { ...client, logout: async () => undefined }
}

/** Replaces a pin with the CA bundle that it identifies, which is fetched from the controller. */
export async function resolvePin({
  pin,
  ...connection
}: ConnectionSettings): Promise<ConnectionSettings> {
  return pin ? { ...connection, ca: await fetchCas({ url: connection.urls, ...pin }) } : connection
}

/** Opens clients with the same connection settings: for the controllers in `urls` or, by default, for all. */
export type ClientOpener = {
  open(
    credentials: Credentials | undefined,
    options?: Pick<ClientOptions, 'onTokens'> & { urls?: readonly string[] },
  ): Client
  fetch: Fetch
}

export async function createOpener(connection: ConnectionSettings): Promise<ClientOpener> {
  const { urls: allUrls, ca, certificate, login, insecureHttp, oidc } = await resolvePin(connection)
  const send = quickFetch(
    {
      ...(ca !== undefined && { ca }),
      ...(certificate && { certificate }),
      ...(insecureHttp && { insecureHttp }),
    },
    process.env,
  )
  const fetch = login?.readOnly ? createReadOnlyFetch(send, login.name) : send
  return {
    fetch,
    open: (credentials, { urls, ...options } = {}) =>
      createClient({
        url: urls ?? allUrls,
        fetch,
        ...options,
        // The client need not ask for other controllers if the login lists the cluster, or if `urls` names the
        // controllers.
        ...((login?.urls ?? urls) && { cluster: false }),
        ...(credentials && {
          credentials: { ...(oidc !== undefined && { oidc }), ...credentials },
        }),
      }),
  }
}

/** Refuses requests that could change something: answers with status 403 and code READ_ONLY, and does not send them. */
const createReadOnlyFetch =
  (send: Fetch, loginName: string): Fetch =>
  async (request) =>
    request.method === 'GET' ||
    /\/authenticate(\/mfa)?$|\/fabric\/v1\/inspections$/.test(new URL(request.url).pathname)
      ? send(request)
      : Response.json(
          {
            error: {
              code: 'READ_ONLY',
              message: `the login \`${loginName}\` is read-only, so nothing was sent; use another login with --profile`,
            },
          },
          { status: 403 },
        )

/** Minimum time before expiry at which a token is still used, in ms. */
const minValidityMs = 30_000

/**
 * Creates a function that returns tokens. The first call returns the token of the stored session, if that token is
 * valid at the controller. If it is not, and in every later call, the function renews the tokens of OpenID Connect or,
 * if this is not possible, signs in again. New tokens replace the stored ones, except in a login of the ziti CLI.
 */
function createTokenSource(
  connection: ConnectionSettings & { login: Login },
  { environment, opener }: { environment: Environment; opener: ClientOpener },
): (place: { controller: string }) => Promise<string> {
  const { login, urls } = connection
  const untriedLogins = [login]
  const storeSecrets = async (secrets: Partial<Login>): Promise<void> => {
    if (!login.name.startsWith('ziti:'))
      await saveLogin(
        environment,
        { ...login, ...secrets },
        { store: login.inKeychain ? 'keychain' : 'file' },
      )
  }
  return async ({ controller }) => {
    const { session = '', sessionUrl = login.url } = login
    const [untriedLogin] = untriedLogins.splice(0)
    const hasAccessToken = login.refresh !== undefined || mayBeAccessToken(session)
    const usesOidc = connection.oidc ?? hasAccessToken
    const isAtIssuer = parseBaseUrl(sessionUrl) === controller
    if (untriedLogin && (hasAccessToken ? !expiresSoon(session) : isAtIssuer)) return session
    const renewedTokens = usesOidc
      ? await renewLogin(login, { urls, fetch: opener.fetch })
      : undefined
    if (renewedTokens) {
      await storeSecrets(toStoredTokens(renewedTokens))
      return renewedTokens.access
    }
    const credentials = await resolveCredentials(connection, environment)
    if (!credentials)
      throw new UsageError(
        `the session of the login \`${login.name}\` has ended; ${login.name.startsWith('ziti:') ? 'sign in again with `ziti edge login`' : `sign in again with \`routerfile api login --profile ${login.name}\``}`,
      )
    const receivedTokens: { tokens?: OidcTokens } = {}
    const client = opener.open(
      { ...credentials, oidc: usesOidc },
      { urls: [controller], onTokens: (tokens) => (receivedTokens.tokens = tokens) },
    )
    const { token } = await client.login()
    await storeSecrets(
      receivedTokens.tokens
        ? toStoredTokens(receivedTokens.tokens)
        : { session: token, sessionUrl: controller },
    )
    return receivedTokens.tokens?.access ?? token
  }
}

/** Renews the tokens of a login; undefined if it has no refresh token, or the refresh token has expired. */
async function renewLogin(
  { refresh }: Login,
  { urls, fetch }: { urls: ConnectionSettings['urls']; fetch: Fetch },
): Promise<OidcTokens | undefined> {
  if (refresh === undefined) return undefined
  const { renewTokens } = await import('../../management/client/oidc.js')
  return renewTokens({ controllers: urls, fetch }, { refresh })
}

export const toStoredTokens = ({ access, refresh }: OidcTokens): Secrets => ({
  session: access,
  ...(refresh !== undefined && { refresh }),
})

/** Whether a token expires soon or has expired; false if it does not say when. */
function expiresSoon(token: string): boolean {
  const claims = parseJsonText(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const expiry = getNumber(claims, 'exp')
  return expiry !== undefined && expiry * 1000 < Date.now() + minValidityMs
}

/** The credentials of the settings; prompts for a missing password. Undefined if there are no credentials. */
export async function resolveCredentials(
  { username, password, certificate, externalJwt, urls: [url] }: ConnectionSettings,
  environment: Environment,
): Promise<Credentials | undefined> {
  const secondFactors = {
    ...(externalJwt !== undefined && { externalJwt }),
    totp: () => requireCode(environment),
  }
  if (username !== undefined)
    return {
      username,
      password: password ?? (await requirePassword(username, url)),
      ...secondFactors,
    }
  if (password !== undefined)
    throw new UsageError(
      'missing user name for the password; add --username or set ROUTERFILE_USERNAME',
    )
  if (certificate) return { certificate: true, ...secondFactors }
  return externalJwt === undefined ? undefined : { externalJwt, totp: secondFactors.totp }
}

async function requirePassword(username: string, url: string): Promise<string> {
  const password = await askSecret(`Password of ${username} at ${new URL(url).host}`)
  if (password !== undefined) return password
  throw new UsageError(
    `the password of \`${username}\` is missing; use --password-file FILE (- for standard input) or set ROUTERFILE_PASSWORD; routerfile only asks for it on a terminal`,
  )
}

/** A one-time code of the second factor, from ROUTERFILE_TOTP or a prompt. */
async function requireCode(environment: Environment): Promise<string> {
  const code =
    environment[getVariableName('totp')] ||
    (await askSecret('Code of the authenticator, or a recovery code'))
  if (code !== undefined) return code
  throw new UsageError(
    'the identity needs a second factor; set ROUTERFILE_TOTP to a code; routerfile only asks for it on a terminal',
  )
}

export const canAsk = (): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && !process.env['CI']

/**
 * Prompts for a secret on the terminal without showing it; undefined if there is no terminal, if `CI` is set, or if the
 * user enters nothing.
 */
export async function askSecret(message: string): Promise<string | undefined> {
  return canAsk() ? (await import('../ui/prompts.js')).askHidden(message) : undefined
}

/** Returns the controller's CA bundle in PEM; undefined if the user declines. */
export async function confirmTrust(url: string, ask: Ask): Promise<string | undefined> {
  const fingerprint = await fetchFingerprint(url)
  const answer = await ask({
    message: `The certificate of ${new URL(url).host} is not trusted by this machine, which is usual for controllers. Its CA has the SHA-256 fingerprint\n${fingerprint}\nDoes it match the fingerprint that the administrator gave you? (yes/no)`,
    isConfirmation: true,
  })
  return answer === 'yes' ? fetchCas({ url, fingerprint }) : undefined
}

/** The options that the client names in messages, and the corresponding flags. */
const flagByOption: readonly (readonly [option: string, flag: string])[] = [
  ['`externalJwt`', '--external-jwt-file'],
  ['`url`', '--url'],
  ['`credentials`', '--username or another way to sign in'],
  ['`totp`', 'ROUTERFILE_TOTP'],
  ['`release`', '--release'],
]

/** Rewords the message of a failed call for the command line. Other errors are left as they are. */
export function rewordForFlags(error: unknown): void {
  if (!(error instanceof ManagementError)) return
  const text =
    error.code === 'CERTIFICATE_NOT_TRUSTED'
      ? explainUntrusted(error)
      : flagByOption.reduce(
          (sentence, [option, flag]) => sentence.replaceAll(option, flag),
          error.message,
        )
  error.message = escapeControls(
    `${text.replace(error.operation, toKebabCase(error.operation))}${isUnknownRecord(error) ? `; \`routerfile api ${toKebabCase(error.operation.split('.')[0] ?? '')}.list\` shows the records` : ''}`,
  )
}

/** Whether the controller answered that it has no record with the id in the path. */
export const isUnknownRecord = ({ status, request }: ManagementError): boolean =>
  status === 404 && /^\w+ \/[\w-]+\/\{id\}/.test(request)

const explainUntrusted = ({ problem, message, code }: ManagementError): string =>
  `${problem ?? message}; use --ca FILE with its CA bundle, --pin with its fingerprint or an enrollment token, or run \`routerfile api login\` on a terminal, which shows the fingerprint and asks (${code})`
