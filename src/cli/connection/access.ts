import { baseOf } from '../../management/address.js'
import type { Pin } from '../../management/node/index.js'
import type { Environment } from '../../expand.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { textsOf } from '../generate/texts.js'
import { variableFor } from '../settings.js'
import { secretFlags } from './flags.js'
import type { Login } from './logins.js'
import { loginOf } from './logins.js'
import { identityOf, textIn } from './ziti.js'

/** Which controller, and as whom, as flags, variables and a login say. */
export type Access = {
  url: string
  /** Authorities, PEM. */
  ca?: string | undefined
  pin?: Pin | undefined
  certificate?: { cert: string; key: string } | undefined
  username?: string | undefined
  password?: string | undefined
  token?: string | undefined
  externalJwt?: string | undefined
  /** The login that is used, if one is. */
  login?: Login | undefined
  /** What is to be kept of the files that are named. */
  paths: Pick<Login, 'cert' | 'key' | 'identity'>
}

/** What flags and variables say; flags win. */
export function sayings(
  given: Given,
  environment: Environment,
  flags: readonly string[] = [],
): { value: (flag: string) => string | undefined; secret: (flag: string) => string | undefined } {
  const value = (flag: string): string | undefined =>
    given.last(flag) ?? (environment[variableFor(flag)] || undefined)
  const text = textsOf(given, [...secretFlags.map((flag) => `${flag}-file`), ...flags])
  const secret = (flag: string): string | undefined =>
    text(`${flag}-file`)?.replace(/\r?\n$/, '') ?? (environment[variableFor(flag)] || undefined)
  return { value, secret }
}

/** Who signs in: what flags and variables say, and where they say nothing, the login. A session that is kept counts only where nothing else is said, and not for a login that is made anew. */
export async function accessOf(
  given: Given,
  environment: Environment,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Access> {
  const { value, secret } = sayings(given, environment)
  const [username, password, token, externalJwt] = [value('username'), ...secretFlags.map(secret)]
  const own = {
    username,
    token,
    externalJwt,
    identity: value('identity'),
    cert: value('cert'),
    key: value('key'),
  }
  const isOwn = Object.values(own).some((said) => said !== undefined)
  const login = isNew
    ? await loginOf(environment, value('profile'), { isNew })
    : await usedLogin(environment, value)
  const {
    session,
    password: kept,
    ...who
  }: Partial<Login> = isOwn && own.username !== login?.username ? {} : { ...login }
  const paths = pathsOf(isOwn ? own : who)
  const identity = paths.identity === undefined ? undefined : identityOf(paths.identity)
  const url = value('url') ?? identity?.url ?? login?.url
  if (url === undefined)
    throw new UsageError(
      'which controller? give --url https://HOST:1280 or ROUTERFILE_URL, or sign in once with `routerfile api login --url URL`',
    )
  const ca = value('ca')
  return {
    url: checked(url),
    ca:
      ca === undefined
        ? (identity?.ca ??
          login?.ca ??
          (login?.caFile === undefined
            ? undefined
            : textIn(login.caFile, `login \`${login.name}\``)))
        : textIn(ca, '--ca'),
    pin: pinOf(value('pin')),
    certificate: identity?.certificate ?? certificateOf(paths),
    username: own.username ?? who.username,
    password: password ?? kept,
    token: token ?? (isOwn || isNew ? undefined : session),
    externalJwt,
    login: isOwn ? undefined : login,
    paths,
  }
}

/** The address of the controller, as far as it is said; nothing is read but logins. */
export async function urlOf(given: Given, environment: Environment): Promise<string | undefined> {
  const { value } = sayings(given, environment)
  const url = value('url') ?? (await usedLogin(environment, value))?.url
  return url === undefined ? undefined : checked(url)
}

/** The login that is named, or the usual one where no controller is named; where one is, only if it is of that controller. */
async function usedLogin(
  environment: Environment,
  value: (flag: string) => string | undefined,
): Promise<Login | undefined> {
  const [name, url] = [value('profile'), value('url')]
  const login = await loginOf(environment, name)
  return name === undefined && url !== undefined && login && baseOf(login.url) !== checked(url)
    ? undefined
    : login
}

function checked(url: string): string {
  const whole = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(url) ? `https://${url}` : url
  try {
    return baseOf(whole)
  } catch (error) {
    throw new UsageError(`--url: ${error instanceof Error ? error.message : ''}`)
  }
}

type Paths = Partial<Record<'cert' | 'key' | 'identity', string | undefined>>

const pathsOf = ({ cert, key, identity }: Paths): Access['paths'] => ({
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  ...(identity !== undefined && { identity }),
})

function certificateOf({ cert, key }: Paths): Access['certificate'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(
      `--${cert === undefined ? 'key' : 'cert'} needs --${cert === undefined ? 'cert' : 'key'}: a certificate signs in with its key`,
    )
  return { cert: textIn(cert, '--cert'), key: textIn(key, '--key') }
}

/** A fingerprint, or the enrollment token in a file. */
function pinOf(pin: string | undefined): Pin | undefined {
  if (pin === undefined) return undefined
  const bare = pin.replace(/^sha-?256[:=]?/i, '').replaceAll(':', '')
  if (/^[\da-f]{64}$/i.test(bare)) return { fingerprint: bare }
  if (/^[\da-f]{40,}$/i.test(bare))
    throw new UsageError(
      `--pin ${pin}: a fingerprint is SHA-256, which is 64 hexadecimal digits; this has ${bare.length}`,
    )
  return { enrollment: textIn(pin, '--pin').trim() }
}
