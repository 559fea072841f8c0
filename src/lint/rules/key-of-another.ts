import type { Path } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { Rule } from '../rule.js'

/**
 * The paths at which the private key of a certificate may be: beside the certificate, or in the identity. The first key
 * whose content is known is used.
 */
function listKeyPaths(path: Path): Path[] {
  const mapPath = path.slice(0, -1)
  const keyPath = path.at(-1) === 'cert' ? [...mapPath, 'key'] : [...mapPath, 'server_key']
  const identityPath = mapPath.at(-2) === 'alt_server_certs' ? mapPath.slice(0, -2) : mapPath
  return [keyPath, [...identityPath, 'key']]
}

export const keyOfAnother: Rule = {
  id: 'key-of-another',
  severity: 'warning',
  machine: true,
  summary: 'A private key does not match its certificate.',
  why: 'The router does not compare them when it loads them. Connections fail later.',
  examples: { bad: [], good: [] },
  needs: { machine: 'certificates' },
  check: ({ host, credentials, report }) => {
    if (!host) return
    const loadedCredentials = credentials()
    const byPath = new Map(
      loadedCredentials.map((credential) => [toPathKey(credential.path), credential]),
    )
    const getText = (path: Path): string | undefined => {
      const credential = byPath.get(toPathKey(path))
      return credential?.foundFile.kind === 'file' ? credential.foundFile.text : undefined
    }
    for (const { path, use, filePath, foundFile } of loadedCredentials) {
      if (foundFile.kind !== 'file' || (use !== 'certificate' && use !== 'server certificate'))
        continue
      const key = listKeyPaths(path)
        .map(getText)
        .find((text) => text !== undefined)
      const leaf = host
        .parseCertificates(foundFile.text)
        .find((certificate) => certificate && !certificate.isAuthority)
      if (key === undefined || leaf?.matchesKey(key) !== false) continue
      report({
        path,
        message: `The private key does not match ${filePath === '' ? 'this certificate' : `\`${filePath}\``}. TLS connections fail.`,
      })
    }
  },
}
