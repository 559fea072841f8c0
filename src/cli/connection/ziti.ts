import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../expand.js'
import { isPlain, textAt } from '../../management/plain.js'
import { codeOf, faultOf } from '../../world/disk.js'
import { UsageError } from '../flags.js'
import type { Profile, Profiles } from './profiles.js'
import { jsonIn } from './profiles.js'

/** What an identity file gives: PEM, and the address of the controller. */
export type Identity = {
  url: string | undefined
  certificate: { cert: string; key: string }
  ca: string | undefined
}

/** What a field of an identity file means: `pem:` and the text itself, or `file:` and a path, or a path alone, which counts from the current folder. */
function pemOf(path: string, name: string, value: string): string {
  if (value.startsWith('pem:')) return value.slice(4)
  const scheme = /^(\w{2,}):/.exec(value)?.[1]
  if (scheme !== undefined && scheme !== 'file')
    throw new UsageError(
      `\`${path}\`: \`id.${name}\` begins with \`${scheme}:\`, and only \`pem:\` and \`file:\` can be used here`,
    )
  const file = value.startsWith('file:///')
    ? fileURLToPath(value)
    : value.replace(/^file:(\/\/)?/, '')
  return textIn(file, `\`${path}\`: \`id.${name}\``)
}

/** The text of a file that `from` names. */
export function textIn(file: string, from: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    throw new UsageError(
      `${from}: \`${file}\` ${code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read: ${faultOf(error)}`}`,
    )
  }
}

/** Reads an identity file, as enrollment makes it. */
export function identityOf(path: string): Identity {
  textIn(path, '--identity')
  const value = jsonIn(path)
  const id = isPlain(value) ? value['id'] : undefined
  const [cert, key, ca] = ['cert', 'key', 'ca'].map((name) => textAt(id, name))
  if (cert === undefined || key === undefined)
    throw new UsageError(
      `--identity ${path}: it is no identity file of ziti, which is JSON with \`ztAPI\`, \`id.cert\` and \`id.key\`; an enrollment token has to be enrolled first`,
    )
  const apis = isPlain(value) && Array.isArray(value['ztAPIs']) ? value['ztAPIs'] : []
  const api = textAt(value, 'ztAPI') ?? apis.find((item) => typeof item === 'string')
  return {
    url: typeof api === 'string' && URL.canParse(api) ? new URL(api).origin : undefined,
    certificate: { cert: pemOf(path, 'cert', cert), key: pemOf(path, 'key', key) },
    ca: ca === undefined ? undefined : pemOf(path, 'ca', ca),
  }
}

/** Where ziti keeps its logins. */
function zitiPath({ ZITI_CONFIG_DIR, XDG_CONFIG_HOME, HOME, USERPROFILE }: Environment): string {
  return join(
    ZITI_CONFIG_DIR ||
      join(XDG_CONFIG_HOME || join(HOME || USERPROFILE || homedir(), '.config'), 'ziti'),
    'ziti-cli.json',
  )
}

/** The logins that ziti keeps, under names with `ziti:` before them; they are only read. */
export function zitiProfiles(environment: Environment): Profiles {
  const value = jsonIn(zitiPath(environment))
  const logins = isPlain(value) && isPlain(value['edgeIdentities']) ? value['edgeIdentities'] : {}
  return {
    default: `ziti:${textAt(value, 'default') ?? 'default'}`,
    profiles: Object.fromEntries(
      Object.entries(logins).flatMap(([name, login]) => {
        const profile = profileOf(login)
        return profile ? [[`ziti:${name}`, profile]] : []
      }),
    ),
  }
}

function profileOf(login: unknown): Profile | undefined {
  const [url, username, caCert] = ['url', 'username', 'caCert'].map((key) => textAt(login, key))
  const opened = isPlain(login) ? login['apiSession'] : undefined
  const session =
    textAt(opened, 'oidcAccessToken') ?? textAt(opened, 'ztSessionToken') ?? textAt(login, 'token')
  if (url === undefined) return undefined
  return {
    url: /^https?:/.test(url) ? url : `https://${url}`,
    ...(username !== undefined && { username }),
    ...(caCert !== undefined && { caFile: caCert }),
    ...(session !== undefined && { session }),
    ...(isPlain(login) && login['readOnly'] === true && { readOnly: true as const }),
  }
}
