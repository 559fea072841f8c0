import { resolve } from 'node:path'
import { ManagementError } from '../../management/error.js'
import type { CurrentApiSession } from '../../management/index.js'
import type { Streams } from '../command.js'
import type { Access } from '../connection/access.js'
import { accessOf, sayings } from '../connection/access.js'
import { isAsking } from '../connection/ask.js'
import {
  clientFor,
  credentialsOf,
  opening,
  requireSomebody,
  trusted,
} from '../connection/connect.js'
import type { Store } from '../connection/logins.js'
import { forgetLogin, keepLogin, loginOf } from '../connection/logins.js'
import { profilesPath, readProfiles } from '../connection/profiles.js'
import type { Given } from '../flags.js'
import { givenOf, oneOf, UsageError } from '../flags.js'
import { Interruption } from '../outcomes.js'

const stores: readonly Store[] = ['keychain', 'file']

/** Flags with an answer instead of one that is not given. */
const withFlag = (given: Given, flag: string, value: string): Given =>
  givenOf(new Map([...given.all, [flag, [value]]]), given.rest)

/** Asks for what a login cannot do without. */
async function completed(given: Given): Promise<Given> {
  const { value, secret } = sayings(given, process.env)
  const known = await loginOf(process.env, value('profile'), { isNew: true })
  const isSomebody =
    ['username', 'identity', 'cert'].some((flag) => value(flag) !== undefined) ||
    ['token', 'external-jwt'].some((flag) => secret(flag) !== undefined) ||
    known?.username !== undefined ||
    known?.cert !== undefined ||
    known?.identity !== undefined
  if (
    !isAsking() ||
    (isSomebody && (value('url') ?? known?.url ?? value('identity')) !== undefined)
  )
    return given
  const { ask } = await import('../prompts.js')
  const put = async (message: string, placeholder: string): Promise<string> => {
    const text = await ask({
      message,
      placeholder,
      validate: (answer) => (answer.trim() === '' ? 'it is needed' : undefined),
    })
    if (text === undefined) throw new Interruption('nobody is signed in, as you left')
    return text.trim()
  }
  const placed =
    (value('url') ?? known?.url ?? value('identity')) === undefined
      ? withFlag(given, 'url', await put('Which controller?', 'https://ctrl.example.com:1280'))
      : given
  return isSomebody ? placed : withFlag(placed, 'username', await put('Who signs in?', 'admin'))
}

/** A session, and with what it was opened. */
type SignedIn = { access: Access; session: CurrentApiSession; password: string | undefined }

/** Opens a session, and where nobody vouches for the controller, asks on a terminal whether it is the right one. */
async function signedIn(access: Access): Promise<SignedIn> {
  const credentials =
    access.token === undefined ? await credentialsOf(access, process.env) : { token: access.token }
  const password = credentials && 'password' in credentials ? credentials.password : undefined
  const attempt = async (known: Access): Promise<SignedIn> => ({
    access: known,
    session: await (await opening(known))(credentials).login(),
    password,
  })
  const known = await trusted(access)
  try {
    return await attempt(known)
  } catch (error) {
    if (
      !(error instanceof ManagementError) ||
      error.code !== 'CERTIFICATE_NOT_TRUSTED' ||
      !isAsking()
    )
      throw error
    const ca = await (
      await import('../connection/trust.js')
    ).trustOf(access.url, (await import('../prompts.js')).ask)
    if (ca === undefined)
      throw new UsageError('nobody is signed in, as the controller is not trusted')
    return attempt({ ...known, ca })
  }
}

/** Signs in, and keeps the login. */
export async function login(given: Given, { err }: Streams): Promise<number> {
  const store = oneOf(
    given.last('store') ?? (process.env['ROUTERFILE_STORE'] || undefined),
    stores,
    'store',
  )
  const name =
    given.last('profile') ??
    (process.env['ROUTERFILE_PROFILE'] || readProfiles(process.env).default)
  if (name.startsWith('ziti:'))
    throw new UsageError(
      `--profile ${name}: such names are for logins of the program ziti, which are only read; take another`,
    )
  const wanted = await accessOf(await completed(withFlag(given, 'profile', name)), process.env, {
    isNew: true,
  })
  requireSomebody(wanted)
  const {
    access: { url, ca, username, token, paths },
    session,
    password,
  } = await signedIn({ ...wanted, login: undefined })
  const whole = Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, resolve(path)]))
  const kept = await keepLogin(
    process.env,
    {
      name,
      url,
      ...(ca !== undefined && { ca }),
      ...(username !== undefined && { username }),
      ...whole,
      ...(given.has('read-only') && { readOnly: true }),
      session: token ?? session.token,
      ...(given.has('save-password') && password !== undefined && { password }),
    },
    { store },
  )
  if (kept === undefined)
    throw new UsageError(
      '--store keychain: this system has no keychain that can be used here, or @napi-rs/keyring is not installed; --store file keeps the login in a file of mode 600',
    )
  err(
    `routerfile: signed in at ${url} as ${session.identity?.name ?? 'an identity'}; the login \`${name}\` is kept in ${kept === 'file' ? `\`${profilesPath(process.env)}\`` : 'the keychain'}\n`,
  )
  return 0
}

/** Ends the session of a login, and forgets the login. */
export async function logout(given: Given, { err }: Streams): Promise<number> {
  const name =
    given.last('profile') ??
    (process.env['ROUTERFILE_PROFILE'] || readProfiles(process.env).default)
  const found = await loginOf(process.env, name)
  if (!found) return 0
  if (name.startsWith('ziti:'))
    throw new UsageError(
      `--profile ${name}: the login is kept by the program ziti; say \`ziti edge logout\``,
    )
  const { session } = found
  const ended =
    session === undefined
      ? undefined
      : await ending({
          ...(await accessOf(withFlag(given, 'profile', name), process.env)),
          token: session,
        })
  await forgetLogin(process.env, found)
  err(
    `routerfile: the login \`${name}\` is forgotten${ended === undefined ? '' : `; its session could not be ended, and ends by itself: ${ended}`}\n`,
  )
  return 0
}

/** Ends a session; gives why it could not be, unless it had ended. */
async function ending(access: Access): Promise<string | undefined> {
  const client = await clientFor({ ...access, login: undefined }, process.env)
  return client.currentApiSession.delete().then(
    () => undefined,
    (error: unknown) =>
      error instanceof ManagementError && error.status !== 401 ? error.message : undefined,
  )
}
