import type { Environment } from '../../expand.js'
import type { Client, Credentials, Fetch } from '../../management/index.js'
import { createClient } from '../../management/index.js'
import { fetchCas, nodeFetch } from '../../management/node/index.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import type { Access } from './access.js'
import { accessOf } from './access.js'
import { askedFor } from './ask.js'
import { keepLogin } from './logins.js'

/**
 * A client for the controller that flags, variables and logins name (`connectionFlags`). A session that is kept is used,
 * and renewed when it has ended. `logout` ends the session that was opened for this run, and no other: call it at the
 * end. Throws a `UsageError` where something is missing or cannot be read.
 */
export async function connect(
  given: Given,
  environment: Environment = process.env,
): Promise<Client> {
  const access = await accessOf(given, environment)
  requireSomebody(access)
  return clientFor(access, environment)
}

/** Refuses an access that names nobody. */
export function requireSomebody({ username, token, certificate, externalJwt, url }: Access): void {
  if ([username, token, certificate, externalJwt].every((said) => said === undefined))
    throw new UsageError(
      `who signs in at \`${new URL(url).host}\`? say \`routerfile api login\` once, or give --username, --identity, --cert and --key, --token-file or --external-jwt-file`,
    )
}

/** A client for an access; without credentials where nobody is named. */
export async function clientFor(access: Access, environment: Environment): Promise<Client> {
  const open = await opening(access)
  const { token } = access
  if (token === undefined) return open(await credentialsOf(access, environment))
  const client = open({
    token: access.login ? lasting(access, { token, environment, open }) : token,
    ...(access.externalJwt !== undefined && { externalJwt: access.externalJwt }),
  })
  return { ...client, logout: async () => undefined }
}

/** An access whose authorities are known: those that a pin stands for are got. */
export async function trusted({ pin, ...access }: Access): Promise<Access> {
  return pin ? { ...access, ca: await fetchCas({ url: access.url, ...pin }) } : access
}

/** A function that makes clients over connections of one kind. */
export async function opening(
  access: Access,
): Promise<(credentials: Credentials | undefined) => Client> {
  const { url, ca, certificate, login } = await trusted(access)
  const send = nodeFetch({ ...(ca !== undefined && { ca }), ...(certificate && { certificate }) })
  const fetch = login?.readOnly ? reading(send, login.name) : send
  return (credentials) => createClient({ url, fetch, ...(credentials && { credentials }) })
}

/** Sends only what changes nothing. */
const reading =
  (send: Fetch, name: string): Fetch =>
  async (request) =>
    request.method === 'GET' || /\/authenticate(\/mfa)?$/.test(new URL(request.url).pathname)
      ? send(request)
      : Response.json(
          {
            error: {
              code: 'READ_ONLY',
              message: `the login \`${name}\` is for reading only, so nothing was sent; name another with --profile`,
            },
          },
          { status: 403 },
        )

/** The token of a session that is kept, the first time; after that, when the session has ended, that of a new one. */
function lasting(
  access: Access,
  {
    token,
    environment,
    open,
  }: {
    token: string
    environment: Environment
    open: (credentials: Credentials | undefined) => Client
  },
): () => Promise<string> {
  const kept = [token]
  return async () => {
    const [next] = kept.splice(0)
    if (next !== undefined) return next
    const { login } = access
    const credentials = await credentialsOf(access, environment)
    if (!login || !credentials)
      throw new UsageError(
        `the session of the login \`${login?.name ?? ''}\` has ended; ${login?.name.startsWith('ziti:') ? 'sign in anew with `ziti edge login`' : `sign in anew with \`routerfile api login --profile ${login?.name ?? ''}\``}`,
      )
    const { token: fresh } = await open(credentials).login()
    if (!login.name.startsWith('ziti:'))
      await keepLogin(
        environment,
        { ...login, session: fresh },
        { store: login.inKeychain ? 'keychain' : 'file' },
      )
    return fresh
  }
}

/** How to authenticate: with a password, which is asked for on a terminal, a certificate or a token of an external signer. */
export async function credentialsOf(
  { username, password, certificate, externalJwt, url }: Access,
  environment: Environment,
): Promise<Credentials | undefined> {
  const second = {
    ...(externalJwt !== undefined && { externalJwt }),
    totp: () => code(environment),
  }
  if (username !== undefined)
    return { username, password: password ?? (await passwordFor(username, url)), ...second }
  if (password !== undefined)
    throw new UsageError('whose password is it? give --username or ROUTERFILE_USERNAME')
  if (certificate) return { certificate: true, ...second }
  return externalJwt === undefined ? undefined : { externalJwt, totp: second.totp }
}

async function passwordFor(username: string, url: string): Promise<string> {
  const password = await askedFor(`Password of ${username} at ${new URL(url).host}`)
  if (password !== undefined) return password
  throw new UsageError(
    `the password of \`${username}\` is missing: give --password-file FILE (- for standard input) or ROUTERFILE_PASSWORD; it is asked for on a terminal alone`,
  )
}

/** A one-time code of the second factor. */
async function code({ ROUTERFILE_TOTP }: Environment): Promise<string> {
  const given = ROUTERFILE_TOTP || (await askedFor('Code of the authenticator, or a recovery code'))
  if (given !== undefined) return given
  throw new UsageError(
    'the identity has a second factor: give a code with ROUTERFILE_TOTP; it is asked for on a terminal alone',
  )
}
