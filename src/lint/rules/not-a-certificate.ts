import { consequences } from '../../schema/messages.js'
import type { Rule } from '../rule.js'

const keyBlock = /-----BEGIN (?:EC PRIVATE KEY|RSA PRIVATE KEY|PRIVATE KEY)-----/

export const notACertificate: Rule = {
  id: 'not-a-certificate',
  severity: 'error',
  machine: true,
  summary:
    'A file does not contain the certificate, server certificate or private key that the router needs.',
  why: `The router loads the first certificate or key of a file. It ${consequences.refuses} or crashes if there is none. A file that contains only CA certificates is not a server certificate.`,
  examples: { bad: [], good: [] },
  needs: { machine: 'certificates' },
  check: ({ host, credentials, report }) => {
    if (!host) return
    for (const { path, use, place, found } of credentials()) {
      if (found.kind !== 'file') continue
      const name = place === '' ? 'The value' : `\`${place}\``
      if (use === 'private key') {
        if (!keyBlock.test(found.text))
          report({
            path,
            message: `${name} does not contain a private key`,
            consequence: 'refuses',
          })
        continue
      }
      const certificates = host.certificates(found.text)
      if (certificates.length === 0)
        report({
          path,
          message: `${name} does not contain a certificate`,
          consequence: 'refuses',
        })
      else if (certificates.includes(undefined))
        report({
          path,
          message: `${name} contains a certificate that cannot be read`,
          consequence: 'refuses',
        })
      else if (
        use === 'server certificate' &&
        path[0] !== 'transport' &&
        !certificates.some((certificate) => certificate?.isForServers && !certificate.isAuthority)
      ) {
        report({
          path,
          message: `${name} contains certificates, but no server certificate`,
          consequence: 'crashes',
        })
      }
    }
  },
}
