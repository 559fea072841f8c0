import type { LoadedCredential } from '../host.js'
import type { Rule } from '../rule.js'

/** Days. */
const soon = 30

/** What happens when a certificate has expired, and what to do. */
const remedies: Readonly<Record<LoadedCredential['use'], string>> = {
  certificate:
    'Controllers and other routers refuse the connection, and the router cannot renew it. Re-enroll the router at the controller, then run `ziti router enroll` with the new token.',
  'server certificate':
    'Routers and clients refuse the connection. Start the router with `--extend`, or enroll it again.',
  'private key': 'Controllers and other routers refuse the connection.',
  authorities: 'Controllers and other routers whose certificates it signed are refused.',
}

export const certificateExpired: Rule = {
  id: 'certificate-expired',
  severity: 'warning',
  machine: true,
  summary: 'A certificate is not valid now, or expires within 30 days.',
  why: 'The router starts with an expired certificate, but controllers and other routers refuse its connections.',
  examples: { bad: [], good: [] },
  check: ({ host, credentials, report }) => {
    if (!host?.checks.has('certificates')) return
    for (const { path, place, use, found } of credentials()) {
      if (found.kind !== 'file') continue
      const name = place === '' ? 'The certificate' : `\`${place}\``
      for (const certificate of host.certificates(found.text)) {
        if (!certificate) continue
        const days = host.daysUntil(certificate.validTo, soon)
        const on = new Date(certificate.validTo).toISOString().slice(0, 10)
        if (days < 0)
          report({
            path,
            message: `${name} expired on ${on}. ${remedies[use]}`,
          })
        // It is valid from this very millisecond on.
        else if (host.daysUntil(certificate.validFrom - 1, 0) === 0)
          report({
            path,
            message: `${name} is not valid until ${new Date(certificate.validFrom).toISOString().slice(0, 10)}`,
          })
        else if (days < soon)
          report({
            path,
            severity: 'info',
            message: `${name} expires on ${on}, in ${days} days`,
          })
      }
    }
  },
}
