import type { Path } from '../../document/diagnostic.js'
import { isSamePath } from '../../document/diagnostic.js'
import type { CertificateFacts, LintHost, LoadedCredential } from '../../lint/host.js'
import { formatCode } from '../explanations.js'
import type { View } from '../view.js'
import { formatCount } from '../../document/words.js'

/** More certificates of one file are only counted. */
const maxCertificates = 3

/** More names of one certificate are only counted. */
const maxNames = 12

/**
 * What the file at the path of a certificate or key holds on this machine: names, issuer and expiry of certificates.
 * Keys are never read out. Empty for other keys, and where no machine may be inspected.
 */
export function describeCredential(
  { host, credentials }: Pick<View, 'host' | 'credentials'>,
  path: Path,
): string[] {
  if (!host?.checks.has('certificates')) return []
  const credential = credentials().find((item) => isSamePath(item.path, path))
  return credential ? describeFound(credential, host) : []
}

function describeFound({ place, found, use }: LoadedCredential, host: LintHost): string[] {
  const name = place === '' ? 'the value' : formatCode(place)
  // Findings say what is wrong with a file.
  if (found.kind !== 'file') return []
  if (use === 'private key') return ['a private key, which is not shown']
  const certificates = host.certificates(found.text)
  if (certificates.length === 0) return [`**${name} holds no certificate**`]
  const described = certificates
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
  const others = certificates.length - described.length
  return others > 0 ? [...described, `and ${others} more`] : described
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
  const others = names.length - maxNames
  return [
    `${title}: ${names.slice(0, maxNames).map(formatCode).join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
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

/** A time in whole years if it is long, else in days or hours. */
function formatTimeSpan(time: number): string {
  const [unit, name]: [number, string] =
    time >= 3 * year ? [year, 'year'] : time >= day ? [day, 'day'] : [hour, 'hour']
  const count = Math.floor(time / unit)
  if (count === 0) return 'less than an hour'
  return formatCount(count, name)
}
