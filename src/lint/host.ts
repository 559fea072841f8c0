import type { Path } from '../document/diagnostic.js'
import { parseCredential } from '../formats/credential.js'
import type { Platform } from '../formats/format.js'
import type { PartialConfig } from '../schema/reader.js'

export type CertificateFacts = {
  /** The common name of the certificate's subject; for a router certificate, the id of the router. */
  commonName: string
  /** The subject on one line, such as `CN=router, O=Example`. */
  subject: string
  /** The issuer, in the form of `subject`. */
  issuer: string
  /** The SHA-1 hash of the certificate, in lower-case hexadecimal digits. */
  fingerprint: string
  /** Host names that the certificate covers, including wildcards. */
  names: readonly string[]
  /** IP addresses that the certificate covers, in canonical form. */
  addresses: readonly string[]
  /** URIs among its subject alternative names, such as SPIFFE ids. */
  uris: readonly string[]
  isAuthority: boolean
  /** Whether the extended key usages of the certificate allow a server to present it. */
  isForServers: boolean
  /** The start of its validity, in milliseconds since 1970. */
  validFrom: number
  /** The end of its validity, in milliseconds since 1970. */
  validTo: number
  pem: string
  /** Whether another certificate signed this one. */
  isIssuedBy: (other: CertificateFacts) => boolean
  /** Whether a private key in PEM form belongs to this certificate; undefined if the key cannot be read. */
  matchesKey: (key: string) => boolean | undefined
}

export type FoundFile =
  | { kind: 'missing' }
  | { kind: 'folder' }
  | { kind: 'unreadable'; why: string }
  | { kind: 'file'; text: string }

/** The machine that rules may inspect, if the caller allows that. Without a host, rules report nothing about files. */
export type LintHost = {
  checks: ReadonlySet<'files' | 'certificates'>
  /**
   * Inspects a path. A relative path starts at the router's working directory or, if nothing exists there, at the
   * folder of the router file. With `from`, it only starts at the folder of the router file.
   */
  inspectPath: (path: string, from?: 'file') => FoundFile
  /** The certificates of a PEM text; `undefined` for each certificate that cannot be read. */
  parseCertificates: (pem: string) => readonly (CertificateFacts | undefined)[]
  /** Milliseconds since 1970. Rules call `daysUntil` instead, so that their findings can be cached for a day. */
  now: number
  /** Whole days until a time in milliseconds since 1970: at most `limit`, and -1 if it has passed. */
  daysUntil: (time: number, limit: number) => number
  /** Runs a step and measures its time; absent if times are not measured. */
  measureStep?: MeasureStep
}

export type MeasureStep = <Value>(step: string, run: () => Value) => Value

export const runUnmeasured: MeasureStep = (_, run) => run()

export type CredentialUse = 'certificate' | 'server certificate' | 'private key' | 'authorities'

/** A certificate or key that the file names. `filePath` is empty if the router file contains its PEM text. */
export type LoadedCredential = {
  path: Path
  use: CredentialUse
  filePath: string
  foundFile: FoundFile
}

type IdentityFields = {
  cert?: string
  key?: string
  server_cert?: string
  server_key?: string
  ca?: string
  alt_server_certs?: readonly IdentityFields[]
}

const credentialUses: readonly (readonly [keyof IdentityFields, CredentialUse])[] = [
  ['cert', 'certificate'],
  ['key', 'private key'],
  ['server_cert', 'server certificate'],
  ['server_key', 'private key'],
  ['ca', 'authorities'],
]

/** The machine with the credentials, and the platform, which decides how their locations are read. */
type CredentialScope = { host: LintHost; platform: Platform | undefined }

function loadIdentityCredentials(
  identity: IdentityFields | undefined,
  path: Path,
  { host, platform }: CredentialScope,
): LoadedCredential[] {
  if (!identity) return []
  const ownCredentials = credentialUses.flatMap(([name, use]) => {
    const value = identity[name]
    if (typeof value !== 'string') return []
    const location = parseCredential(value, platform)
    if (location.kind === 'file')
      return [
        {
          path: [...path, name],
          use,
          filePath: location.path,
          foundFile: host.inspectPath(location.path),
        },
      ]
    return location.kind === 'pem'
      ? [
          {
            path: [...path, name],
            use,
            filePath: '',
            foundFile: { kind: 'file' as const, text: location.text },
          },
        ]
      : []
  })
  const alternativeCredentials = (identity.alt_server_certs ?? []).flatMap((item, index) =>
    loadIdentityCredentials(item, [...path, 'alt_server_certs', index], { host, platform }),
  )
  return [...ownCredentials, ...alternativeCredentials]
}

export function loadCredentials(
  { identity, web, transport }: PartialConfig,
  host: LintHost,
  platform?: Platform,
): LoadedCredential[] {
  const scope = { host, platform }
  return [
    ...loadIdentityCredentials(identity, ['identity'], scope),
    ...(web ?? []).flatMap((server, index) =>
      loadIdentityCredentials(server.identity, ['web', index, 'identity'], scope),
    ),
    ...loadIdentityCredentials(transport?.wss?.identity, ['transport', 'wss', 'identity'], scope),
  ]
}

/**
 * Whether this is probably the router's machine: a file of its identity exists here. On other machines, a missing file
 * means nothing.
 */
export const isRouterHere = (credentials: readonly LoadedCredential[]): boolean =>
  credentials.some(
    ({ path, filePath, foundFile }) =>
      path[0] === 'identity' && filePath !== '' && foundFile.kind !== 'missing',
  )

/** Whether the router has not enrolled yet: its certificate is a file, and no file of its identity exists here. */
export function isBeforeEnrollment(credentials: readonly LoadedCredential[]): boolean {
  const identityCredentials = credentials.filter(({ path }) => path[0] === 'identity')
  return (
    identityCredentials.some(({ path, use }) => use === 'certificate' && path.length === 2) &&
    identityCredentials.every(({ foundFile }) => foundFile.kind === 'missing')
  )
}
