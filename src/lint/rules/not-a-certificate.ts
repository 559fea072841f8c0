import type { Rule } from '../rule.js'

const keyBlock = /-----BEGIN (?:EC PRIVATE KEY|RSA PRIVATE KEY|PRIVATE KEY)-----/

export const notACertificate: Rule = {
  id: 'not-a-certificate',
  severity: 'error',
  machine: true,
  summary:
    'A file holds no certificate, no server certificate or no private key where one is needed.',
  why: 'The router loads the first certificate or key of a file and stops, or crashes, where there is none; a file with nothing but authorities is no server certificate.',
  examples: { bad: [], good: [] },
  check: ({ host, credentials, report }) => {
    if (!host?.checks.has('certificates')) return
    for (const { path, use, place, found } of credentials()) {
      if (found.kind !== 'file') continue
      const name = place === '' ? 'the text' : `\`${place}\``
      if (use === 'private key') {
        if (!keyBlock.test(found.text))
          report({ path, message: `${name} holds no private key; the router stops` })
        continue
      }
      const certificates = host.certificates(found.text)
      if (certificates.length === 0)
        report({ path, message: `${name} holds no certificate; the router stops` })
      else if (certificates.includes(undefined))
        report({
          path,
          message: `${name} holds a certificate that cannot be read; the router stops`,
        })
      else if (
        use === 'server certificate' &&
        path[0] !== 'transport' &&
        !certificates.some((certificate) => certificate?.isForServers && !certificate.isAuthority)
      ) {
        report({
          path,
          message: `${name} holds no server certificate, only others; the router crashes while it starts`,
        })
      }
    }
  },
}
