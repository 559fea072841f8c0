import { hasBehavior } from '../../schema/release.js'
import type { LoadedCredential } from '../host.js'
import type { Rule } from '../rule.js'

/** A certificate that expires within this many days is reported. */
const reportedDays = 30

const enrollAgain =
  'Re-enroll the router at the controller, then run `ziti router enroll` with the new token.'

/**
 * What happens when a certificate has expired, and how to get a new one, by the use of the certificate. For server
 * certificates, see `formatRemedy`.
 */
const remedies: Readonly<Record<Exclude<LoadedCredential['use'], 'server certificate'>, string>> = {
  certificate: `Controllers and other routers refuse the connection, and the router cannot renew it. ${enrollAgain}`,
  'private key': 'Controllers and other routers refuse the connection.',
  authorities:
    'Controllers and other routers whose certificates it signed are refused. Replace it in the file, or enroll the router again, which fetches the current CA bundle.',
}

const clientsRefuse = 'Routers and clients refuse the connection.'

/** What happens when the certificate of a credential has expired, and how to get a new one. */
function formatRemedy(
  { path, use }: LoadedCredential,
  release: string,
  isClientCertificateExpired: boolean,
): string {
  if (use !== 'server certificate') return remedies[use]
  if (path[0] !== 'identity' || path[1] === 'alt_server_certs')
    return `${clientsRefuse} Renew it where it was issued; \`--extend\` does not renew it.`
  // The controller accepts the request of `--extend` only with a valid client certificate.
  return isClientCertificateExpired || hasBehavior(release, 'extends-no-certificate')
    ? `${clientsRefuse} ${enrollAgain}`
    : `${clientsRefuse} Start the router once with \`--extend\`, or enroll it again.`
}

export const certificateExpired: Rule = {
  id: 'certificate-expired',
  severity: 'warning',
  machine: true,
  summary: 'A certificate is not valid now, or expires within 30 days.',
  why: 'The router starts with an expired certificate, but controllers and other routers refuse its connections.',
  examples: { bad: [], good: [] },
  needs: { machine: 'certificates' },
  check: ({ host, release, credentials, report }) => {
    if (!host) return
    let isClientCertificateExpired = false
    for (const credential of credentials()) {
      const { path, filePath, use, foundFile } = credential
      if (foundFile.kind !== 'file') continue
      const name = filePath === '' ? 'The certificate' : `\`${filePath}\``
      for (const certificate of host.parseCertificates(foundFile.text)) {
        if (!certificate) continue
        const days = host.daysUntil(certificate.validTo, reportedDays)
        const expiryDate = new Date(certificate.validTo).toISOString().slice(0, 10)
        if (days < 0) {
          isClientCertificateExpired ||= use === 'certificate' && path[0] === 'identity'
          report({
            path,
            message: `${name} expired on ${expiryDate}. ${formatRemedy(credential, release, isClientCertificateExpired)}`,
          })
        }
        // The certificate is already valid at `validFrom` itself.
        else if (host.daysUntil(certificate.validFrom - 1, 0) === 0)
          report({
            path,
            message: `${name} is not valid until ${new Date(certificate.validFrom).toISOString().slice(0, 10)}`,
          })
        else if (days < reportedDays)
          report({
            path,
            severity: 'info',
            message: `${name} expires on ${expiryDate}, in ${days} days`,
          })
      }
    }
  },
}
