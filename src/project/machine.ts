import type { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CertificateFacts, FoundFile, LintHost } from '../lint/host.js'
import type { Options } from '../lint/lint.js'
import { readFileBytes, getErrorCode, describeError } from './disk.js'

const millisecondsPerDay = 86_400_000

export const getOwnPlatform = (): Pick<Options, 'platform'> =>
  process.platform === 'win32' ? { platform: 'windows' } : {}

/** What can be checked on the machine. */
export type Check = 'files' | 'certificates'

/**
 * Creates a host for this machine. A relative path is resolved against the first of `folders` in which it exists: first
 * the router's working directory, then the directory of the router file. That directory must be last, because
 * `inspectPath(path, 'file')` uses only the last one.
 */
export function createLintHost(
  checks: readonly Check[],
  folders: readonly string[],
  now: number,
): LintHost {
  const files = new Map<string, FoundFile>()
  const certificatesByPem = new Map<string, readonly (CertificateFacts | undefined)[]>()
  return {
    checks: new Set(checks),
    now,
    daysUntil: (time, limit) =>
      Math.max(-1, Math.min(limit, Math.floor((time - now) / millisecondsPerDay))),
    inspectPath: (path, from) =>
      getOrCreate(files, from === 'file' ? `\0${path}` : path, () =>
        inspectPath(path, from === 'file' ? folders.slice(-1) : folders),
      ),
    parseCertificates: (pem) =>
      getOrCreate(certificatesByPem, pem, () =>
        (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(
          parseCertificate,
        ),
      ),
  }
}

function getOrCreate<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  const found = cache.get(key)
  if (found !== undefined) return found
  const value = create()
  cache.set(key, value)
  return value
}

const maxBytes = 2 ** 24

function inspectPath(path: string, folders: readonly string[]): FoundFile {
  if (path === '' || path.includes('\0')) return { kind: 'missing' }
  for (const fullPath of new Set(folders.map((folder) => resolve(folder, path)))) {
    const found = inspectFullPath(fullPath)
    if (found.kind !== 'missing') return found
  }
  return { kind: 'missing' }
}

function inspectFullPath(path: string): FoundFile {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return { kind: 'missing' }
    if (stats.isDirectory()) return { kind: 'folder' }
    // Pipes and devices are not read, because they may never end, and reading a pipe consumes its content.
    if (!stats.isFile()) return { kind: 'unreadable', why: 'it is not a regular file' }
    const bytes = readFileBytes(path, maxBytes)
    return bytes
      ? { kind: 'file', text: Buffer.from(bytes).toString('latin1') }
      : { kind: 'unreadable', why: 'it is too large' }
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(getErrorCode(error))
      ? { kind: 'missing' }
      : { kind: 'unreadable', why: describeError(error) }
  }
}

const serverAuth = '1.3.6.1.5.5.7.3.1'
const anyUsage = '2.5.29.37.0'

/** Loaded on first use, because most files are linted on machines without their certificates. */
const loadCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')

function parseCertificate(pem: string): CertificateFacts | undefined {
  try {
    const certificate = new (loadCrypto().X509Certificate)(pem)
    const alternatives = (certificate.subjectAltName ?? '')
      .split(', ')
      .filter((part) => part !== '')
    const getNames = (label: string): string[] =>
      alternatives.filter((part) => part.startsWith(label)).map((part) => part.slice(label.length))
    const usages: readonly string[] = certificate.keyUsage ?? []
    const names = getNames('DNS:')
    const addresses = getNames('IP Address:')
    return {
      commonName: /^CN=(.*)$/m.exec(certificate.subject ?? '')?.[1] ?? '',
      subject: joinLines(certificate.subject),
      issuer: joinLines(certificate.issuer),
      fingerprint: certificate.fingerprint.replaceAll(':', '').toLowerCase(),
      names,
      addresses,
      uris: getNames('URI:'),
      isAuthority: certificate.ca,
      isForServers:
        names.length + addresses.length > 0 ||
        usages.includes(serverAuth) ||
        usages.includes(anyUsage),
      validFrom: Date.parse(certificate.validFrom),
      validTo: Date.parse(certificate.validTo),
      pem,
      isIssuedBy: (other) => isSignedBy(certificate, other),
      matchesKey: (key) => matchesKey(certificate, key),
    }
  } catch {
    return undefined
  }
}

/** A distinguished name on one line. Node writes each part on its own line, and returns undefined for an empty name. */
const joinLines = (name: string | undefined): string => name?.replaceAll('\n', ', ') ?? ''

/** Whether the second certificate signed the first; false if the second cannot be read. */
function isSignedBy(certificate: X509Certificate, { pem, subject }: CertificateFacts): boolean {
  if (joinLines(certificate.issuer) !== subject) return false
  try {
    const other = new (loadCrypto().X509Certificate)(pem)
    return certificate.checkIssued(other) && certificate.verify(other.publicKey)
  } catch {
    return false
  }
}

function matchesKey(certificate: X509Certificate, key: string): boolean | undefined {
  try {
    return certificate.checkPrivateKey(loadCrypto().createPrivateKey(key))
  } catch {
    return undefined
  }
}
