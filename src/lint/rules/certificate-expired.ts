import type { Rule } from '../rule.js'

const day = 86_400_000
const soon = 30 * day

export const certificateExpired: Rule = {
  id: 'certificate-expired',
  severity: 'warning',
  machine: true,
  summary: 'A certificate is not valid now, or expires within 30 days.',
  why: 'The router starts with an expired certificate, but controllers and other routers refuse its connections.',
  examples: { bad: [], good: [] },
  check: ({ host, credentials, report }) => {
    if (!host?.checks.has('certificates')) return
    for (const { path, place, found } of credentials()) {
      if (found.kind !== 'file') continue
      const name = place === '' ? 'The certificate' : `\`${place}\``
      for (const certificate of host.certificates(found.text)) {
        if (!certificate) continue
        const left = certificate.validTo - host.now
        const on = new Date(certificate.validTo).toISOString().slice(0, 10)
        if (left < 0)
          report({
            path,
            message: `${name} expired on ${on}. Controllers and other routers refuse the connection.`,
          })
        else if (certificate.validFrom > host.now)
          report({
            path,
            message: `${name} is not valid until ${new Date(certificate.validFrom).toISOString().slice(0, 10)}`,
          })
        else if (left < soon)
          report({
            path,
            severity: 'info',
            message: `${name} expires on ${on}, in ${Math.floor(left / day)} days`,
          })
      }
    }
  },
}
