import { consequences } from '../../schema/messages.js'
import type { Path } from '../../document/diagnostic.js'
import type { LintHost, LoadedCredential } from '../host.js'
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
    const all = credentials()
    for (const credential of all) {
      const { path, use, filePath, foundFile } = credential
      if (foundFile.kind !== 'file') continue
      const name = filePath === '' ? 'The value' : `\`${filePath}\``
      if (use === 'private key') {
        if (!keyBlock.test(foundFile.text))
          report({
            path,
            message: `${name} does not contain a private key`,
            consequence: 'refuses',
          })
        continue
      }
      const certificates = host.parseCertificates(foundFile.text)
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
        !hasServerCertificate(credential, host) &&
        !(
          isAlternative(path) &&
          all.some((other) => isBeside(path, other.path) && hasServerCertificate(other, host))
        )
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

const hasServerCertificate = ({ use, foundFile }: LoadedCredential, host: LintHost): boolean =>
  use === 'server certificate' &&
  foundFile.kind === 'file' &&
  host
    .parseCertificates(foundFile.text)
    .some((certificate) => certificate?.isForServers && !certificate.isAuthority)

/**
 * Whether a path is in an alternative certificate. A router with a usable `server_cert` starts even if no alternative
 * certificate is usable.
 */
const isAlternative = (path: Path): boolean => path.at(-3) === 'alt_server_certs'

/** Whether a path is in the same identity as the alternative certificate at another path. */
const isBeside = (alternativePath: Path, path: Path): boolean =>
  alternativePath.slice(0, -3).every((step, index) => step === path[index])
