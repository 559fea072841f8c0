import { resolve } from 'node:path'
import { ManagementError } from '../../../management/client/error.js'
import type { CurrentApiSession, OidcTokens } from '../../../management/client/index.js'
import { mayBeAccessToken } from '../../../management/client/login.js'
import type { Streams } from '../../command.js'
import type { ConnectionSettings, RequestedConnection } from '../../connection/settings.js'
import {
  findLoginFor,
  readRequestedConnection,
  resolveConnection,
} from '../../connection/settings.js'
import {
  canAsk,
  confirmTrust,
  resolveCredentials,
  createOpener,
  requireCredentials,
  toStoredTokens,
  resolvePin,
} from '../../connection/connect.js'
import type { ControllerOptions } from '../../connection/flags.js'
import type { LoginStore, Login } from '../../connection/logins.js'
import {
  deleteLogin,
  saveLogin,
  findLogin,
  getProfilesPath,
  readProfiles,
  listLogins,
  createUnknownProfileError,
  changeProfiles,
} from '../../connection/logins.js'
import type { OptionsOf } from '../../flags.js'
import { parseChoice } from '../../flags.js'
import { Interruption, UsageError } from '../../errors.js'
import { formatNote } from '../../ui/text.js'
import { getVariableName } from '../../project-flags.js'
import { getErrorMessage } from '../../../document/errors.js'
import { formatCount } from '../../../document/words.js'
import type { loginFlags, profilesFlags } from './flags.js'
import type { Style } from './print.js'
import { createPrinter } from './print.js'

const stores: readonly LoginStore[] = ['keychain', 'file']

/** Prompts on a terminal for the controller and the user, if no flag, variable or existing login sets them. */
async function askForMissing(connection: RequestedConnection): Promise<RequestedConnection> {
  const existingLogin = await findLoginFor(process.env, {
    profile: connection.profile,
    urls: connection.url,
    isNew: true,
  })
  const namesUser = [
    connection.username,
    connection.identity,
    connection.cert,
    connection.token,
    connection.externalJwt,
    existingLogin?.username,
    existingLogin?.cert,
    existingLogin?.identity,
  ].some((value) => value !== undefined)
  const namesController =
    connection.url.length > 0 || (existingLogin?.url ?? connection.identity) !== undefined
  if (!canAsk() || (namesUser && namesController)) return connection
  const { ask } = await import('../../ui/prompts.js')
  const askFor = async (message: string, placeholder: string): Promise<string> => {
    const text = await ask({
      message,
      placeholder,
      validate: (answer) => (answer.trim() === '' ? 'enter a value' : undefined),
    })
    if (text === undefined) throw new Interruption('not signed in: the prompt was closed')
    return text.trim()
  }
  const url = namesController
    ? connection.url
    : [await askFor('Which controller?', 'https://ctrl.example.com:1280')]
  return {
    ...connection,
    url,
    username: namesUser ? connection.username : await askFor('Who signs in?', 'admin'),
  }
}

/** A session, the credentials that opened it, and the controllers at which it may be used. */
type SignedIn = {
  connection: ConnectionSettings
  session: CurrentApiSession
  tokens?: OidcTokens
  urls: readonly string[]
  password: string | undefined
}

/** Signs in. If the certificate of the controller is not trusted, asks on a terminal whether it is the right one. */
async function signIn(connection: ConnectionSettings): Promise<SignedIn> {
  const credentials =
    connection.token === undefined
      ? await resolveCredentials(connection, process.env)
      : { token: connection.token }
  const password = credentials && 'password' in credentials ? credentials.password : undefined
  const attemptSignIn = async (trustedConnection: ConnectionSettings): Promise<SignedIn> => {
    const issuedTokens: { tokens?: OidcTokens } = {}
    const opener = await createOpener(trustedConnection)
    const client = opener.open(credentials, {
      onTokens: (tokens) => (issuedTokens.tokens = tokens),
    })
    const session = await client.login()
    return {
      connection: trustedConnection,
      session,
      ...issuedTokens,
      urls: client.addresses(),
      password,
    }
  }
  const pinnedConnection = await resolvePin(connection)
  try {
    return await attemptSignIn(pinnedConnection)
  } catch (error) {
    if (
      !(error instanceof ManagementError) ||
      error.code !== 'CERTIFICATE_NOT_TRUSTED' ||
      !canAsk()
    )
      throw error
    const { ask } = await import('../../ui/prompts.js')
    const ca = await confirmTrust(connection.urls[0], ask)
    if (ca === undefined) throw new UsageError('not signed in: the controller is not trusted')
    return attemptSignIn({ ...pinnedConnection, ca })
  }
}

const getLoginName = ({ profile }: ControllerOptions): string =>
  profile ?? (process.env[getVariableName('profile')] || readProfiles(process.env).default)

export async function login(
  options: ControllerOptions & OptionsOf<typeof loginFlags>,
  { err }: Streams,
): Promise<number> {
  const store =
    options.store ??
    parseChoice(process.env[getVariableName('store')] || undefined, stores, 'store')
  const name = getLoginName(options)
  if (name.startsWith('ziti:'))
    throw new UsageError(
      `--profile ${name}: names that begin with \`ziti:\` are for logins of the ziti CLI, which routerfile only reads; use another name`,
    )
  const answeredConnection = await askForMissing(
    readRequestedConnection({ ...options, profile: name }, process.env),
  )
  const connection = await resolveConnection(answeredConnection, process.env, { isNew: true })
  requireCredentials(connection)
  const {
    connection: { ca, username, token, insecureHttp, oidc, credentialPaths },
    session,
    tokens,
    urls: [url = connection.urls[0], ...others],
    password,
  } = await signIn({ ...connection, login: undefined })
  const absolutePaths = Object.fromEntries(
    Object.entries(credentialPaths).flatMap(([key, path]) =>
      path === undefined ? [] : [[key, resolve(path)]],
    ),
  )
  const usedStore = await saveLogin(
    process.env,
    {
      name,
      url,
      urls: others,
      ...(oidc !== undefined && { oidc }),
      ...(ca !== undefined && { ca }),
      ...(username !== undefined && { username }),
      ...absolutePaths,
      ...(options.readOnly && { readOnly: true }),
      ...(insecureHttp && { insecureHttp: true }),
      ...(tokens ? toStoredTokens(tokens) : { session: token ?? session.token }),
      ...(options.savePassword && password !== undefined && { password }),
    },
    { store },
  )
  if (usedStore === undefined)
    throw new UsageError(
      '--store keychain: no keychain is available, or @napi-rs/keyring is not installed; use --store file to store the login in a file that only you can read',
    )
  err(
    formatNote(
      `signed in at ${formatHosts(url, others)} as ${session.identity?.name ?? 'an identity'}; the login \`${name}\` is stored in ${usedStore === 'file' ? `\`${getProfilesPath(process.env)}\`` : 'the keychain'}`,
    ),
  )
  return 0
}

const formatHosts = (url: string, { length }: readonly string[]): string =>
  length === 0 ? url : `${url} and ${formatCount(length, 'other controller')} of its cluster`

export async function logout(options: ControllerOptions, { err }: Streams): Promise<number> {
  const name = getLoginName(options)
  const storedLogin = await findLogin(process.env, name)
  if (!storedLogin) return 0
  if (name.startsWith('ziti:'))
    throw new UsageError(
      `--profile ${name}: this login belongs to the ziti CLI; run \`ziti edge logout\``,
    )
  // A session exists only at the controller of its login, so ROUTERFILE_URL is ignored.
  const environment = { ...process.env, [getVariableName('url')]: undefined }
  const failure =
    storedLogin.session === undefined
      ? undefined
      : await endSession(
          storedLogin,
          await resolveConnection(
            readRequestedConnection({ ...options, profile: name }, environment),
            environment,
          ),
        )
  await deleteLogin(process.env, storedLogin)
  err(
    formatNote(
      `removed the login \`${name}\`${failure === undefined ? '' : `; its session could not be ended and will expire later: ${failure}`}`,
    ),
  )
  return 0
}

/**
 * Ends the session of a login: tokens of OpenID Connect are revoked at any controller, other sessions are ended where
 * they were opened. Returns why the session may still be open; undefined on success, or if it had already ended.
 */
async function endSession(
  { session = '', sessionUrl, url, refresh }: Login,
  connection: ConnectionSettings,
): Promise<string | undefined> {
  const { revokeTokens } = await import('../../../management/client/oidc.js')
  const opener = await createOpener({ ...connection, login: undefined })
  const { externalJwt } = connection
  const logout = mayBeAccessToken(session)
    ? revokeTokens(
        { controllers: connection.urls, fetch: opener.fetch },
        { access: session, refresh },
      )
    : opener
        .open(
          { token: session, ...(externalJwt !== undefined && { externalJwt }) },
          { urls: [sessionUrl ?? url] },
        )
        .currentApiSession.delete()
  return logout.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ManagementError && error.status === 401 ? undefined : getErrorMessage(error),
  )
}

/** Describes the user of a login: a user name, the path of an identity file or certificate, or "a token". */
const describeUser = ({ username, identity, cert }: Login): string =>
  username ?? identity ?? cert ?? 'a token'

const describeStore = ({ name, inKeychain }: Login): string =>
  name.startsWith('ziti:') ? 'ziti' : inKeychain ? 'keychain' : 'file'

/** Lists the logins, or sets the default login. */
export function listProfiles(
  { default: defaultName }: OptionsOf<typeof profilesFlags>,
  { err }: Streams,
  style: Style,
): number {
  const logins = listLogins(process.env)
  const { default: currentDefault, profiles } = readProfiles(process.env)
  if (defaultName !== undefined) {
    if (!Object.hasOwn(profiles, defaultName))
      throw createUnknownProfileError(defaultName, Object.keys(profiles))
    changeProfiles(process.env, (storedProfiles) => ({ ...storedProfiles, default: defaultName }))
    err(`routerfile: \`${defaultName}\` is the default login now\n`)
    return 0
  }
  const printer = createPrinter(['name', 'url', 'who', 'keptIn', 'isDefault'], style)
  printer.records(
    logins.map((login) => ({
      name: login.name,
      url: login.url,
      who: describeUser(login),
      keptIn: describeStore(login),
      isDefault: login.name === currentDefault,
      ...(login.readOnly && { readOnly: true }),
    })),
  )
  printer.end()
  if (logins.length === 0) err('routerfile: no logins are stored; run `routerfile api login`\n')
  return 0
}
