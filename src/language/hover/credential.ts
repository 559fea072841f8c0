import type { Path } from '../../document/diagnostic.js'
import { isSamePath } from '../../document/diagnostic.js'
import type { CertificateFacts, LintHost, LoadedCredential } from '../../lint/host.js'
import { isRouterHere } from '../../lint/host.js'
import { formatCode } from '../../document/markdown.js'
import type { View } from '../view.js'
import { formatCount } from '../../document/words.js'

/** Maximum number of certificates to describe; the rest are only counted. */
const maxCertificates = 3

/**
 * Maximum number of names of each kind (DNS names, IP addresses, URIs) to list for a certificate; the rest are only
 * counted.
 */
const maxNames = 12

/**
 * Describes the certificates that the value at a path of the router file contains or refers to, as found on this
 * machine: names, issuer and expiry. Private keys are mentioned, but never shown. Empty if nothing is found, or if the
 * caller does not allow checking certificates.
 */
export function describeCredential(
  { host, credentials }: Pick<View, 'host' | 'credentials'>,
  path: Path,
): string[] {
  if (!host?.checks.has('certificates')) return []
  const credential = credentials().find((item) => isSamePath(item.path, path))
  return credential ? describeFile(credential, host) : []
}

/**
 * A note if the certificate or private key file that the value at a path of the router file names is missing on this
 * machine. Empty if the caller does not allow checking files, or if another file of the identity is on this machine,
 * because a finding reports the missing one then.
 */
export function describeMissingFile(
  { host, credentials }: Pick<View, 'host' | 'credentials'>,
  path: Path,
): string[] {
  if (!host?.checks.has('files')) return []
  const credential = credentials().find((item) => isSamePath(item.path, path))
  return credential?.foundFile.kind === 'missing' && !isRouterHere(credentials())
    ? [`**${formatCode(credential.filePath)} is not on this machine**`]
    : []
}

function describeFile({ filePath, foundFile, use }: LoadedCredential, host: LintHost): string[] {
  const name = filePath === '' ? 'the value' : formatCode(filePath)
  // If there is no file or no certificate in it, a finding says so.
  if (foundFile.kind !== 'file') return []
  if (use === 'private key') return ['a private key, which is not shown']
  const certificates = host.parseCertificates(foundFile.text)
  const descriptions = certificates
    .slice(0, maxCertificates)
    .map((certificate, index) =>
      [
        certificates.length === 1
          ? `${name} holds a certificate:`
          : `${name}, certificate ${index + 1} of ${certificates.length}:`,
        '',
        ...(certificate ? listFacts(certificate, host.now) : ['it cannot be read']).map(
          (fact) => `- ${fact}`,
        ),
      ].join('\n'),
    )
  const omittedCount = certificates.length - descriptions.length
  return omittedCount > 0 ? [...descriptions, `and ${omittedCount} more`] : descriptions
}

function listFacts(certificate: CertificateFacts, now: number): string[] {
  const { subject, issuer, names, addresses, uris } = certificate
  return [
    ...(subject === '' ? [] : [`subject: ${formatCode(subject)}`]),
    ...listNames('DNS names', names),
    ...listNames('IP addresses', addresses),
    ...listNames('URIs', uris),
    issuer === subject ? 'self-signed' : `issuer: ${formatCode(issuer)}`,
    describeValidity(certificate, now),
  ]
}

function listNames(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const omittedCount = names.length - maxNames
  return [
    `${title}: ${names.slice(0, maxNames).map(formatCode).join(', ')}${omittedCount > 0 ? ` and ${omittedCount} more` : ''}`,
  ]
}

function describeValidity({ validFrom, validTo }: CertificateFacts, now: number): string {
  if (validTo < now)
    return `**expired ${formatTimeSpan(now - validTo)} ago**, on ${formatDate(validTo)}`
  if (validFrom > now)
    return `**not valid yet**: from ${formatDate(validFrom)} to ${formatDate(validTo)}`
  return `expires in ${formatTimeSpan(validTo - now)}, on ${formatDate(validTo)}`
}

const formatDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

const hour = 3_600_000
const day = 24 * hour
const year = 365.25 * day

/** Formats milliseconds in whole years from three years on, or else in whole days or hours. */
function formatTimeSpan(time: number): string {
  const [unit, name]: [number, string] =
    time >= 3 * year ? [year, 'year'] : time >= day ? [day, 'day'] : [hour, 'hour']
  const count = Math.floor(time / unit)
  if (count === 0) return 'less than an hour'
  return formatCount(count, name)
}
