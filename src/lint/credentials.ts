import type { Path } from '../diagnostic.js'
import { parseCredential } from '../formats/credential.js'
import type { Draft } from '../schema/draft.js'
import type { Found, Host } from './host.js'

/** What a key of an identity holds. */
export type Use = 'certificate' | 'server certificate' | 'private key' | 'authorities'

/** A certificate or key that the file names, with the text it holds on this machine. */
export type Credential = { path: Path; use: Use; place: string; found: Found }

type Names = {
  cert?: string
  key?: string
  server_cert?: string
  server_key?: string
  ca?: string
  alt_server_certs?: readonly Names[]
}

const uses: readonly (readonly [keyof Names, Use])[] = [
  ['cert', 'certificate'],
  ['key', 'private key'],
  ['server_cert', 'server certificate'],
  ['server_key', 'private key'],
  ['ca', 'authorities'],
]

function namesOf(names: Names | undefined, path: Path, host: Host): Credential[] {
  if (!names) return []
  const own = uses.flatMap(([name, use]) => {
    const value = names[name]
    if (typeof value !== 'string') return []
    const location = parseCredential(value)
    if (location.kind === 'file')
      return [{ path: [...path, name], use, place: location.path, found: host.look(location.path) }]
    return location.kind === 'pem'
      ? [
          {
            path: [...path, name],
            use,
            place: '',
            found: { kind: 'file' as const, text: location.text },
          },
        ]
      : []
  })
  const others = (names.alt_server_certs ?? []).flatMap((item, index) =>
    namesOf(item, [...path, 'alt_server_certs', index], host),
  )
  return [...own, ...others]
}

/** Certificates and keys of the identities that the router loads. */
export function credentialsOf({ identity, web, transport }: Draft, host: Host): Credential[] {
  return [
    ...namesOf(identity, ['identity'], host),
    ...(web ?? []).flatMap((server, index) =>
      namesOf(server.identity, ['web', index, 'identity'], host),
    ),
    ...namesOf(transport?.wss?.identity, ['transport', 'wss', 'identity'], host),
  ]
}

/**
 * Whether this is the machine of the router, or one that has its files: some file of its identity is here.
 * Elsewhere nothing that is missing says anything.
 */
export const isRouterHere = (credentials: readonly Credential[]): boolean =>
  credentials.some(
    ({ path, place, found }) => path[0] === 'identity' && place !== '' && found.kind !== 'missing',
  )
