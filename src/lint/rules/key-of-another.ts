import type { Path } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { Rule } from '../rule.js'

/** Keys of the private key that belongs to a certificate: beside it, or else in the identity. */
function listKeyPaths(path: Path): Path[] {
  const holder = path.slice(0, -1)
  const keyPath = path.at(-1) === 'cert' ? [...holder, 'key'] : [...holder, 'server_key']
  const root = holder.at(-2) === 'alt_server_certs' ? holder.slice(0, -2) : holder
  return [keyPath, [...root, 'key']]
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
    const files = credentials()
    const byPath = new Map(files.map((file) => [toPathKey(file.path), file]))
    const getText = (path: Path): string | undefined => {
      const file = byPath.get(toPathKey(path))
      return file?.found.kind === 'file' ? file.found.text : undefined
    }
    for (const { path, use, place, found } of files) {
      if (found.kind !== 'file' || (use !== 'certificate' && use !== 'server certificate')) continue
      const key = listKeyPaths(path)
        .map(getText)
        .find((text) => text !== undefined)
      const leaf = host
        .certificates(found.text)
        .find((certificate) => certificate && !certificate.isAuthority)
      if (key === undefined || leaf?.belongsTo(key) !== false) continue
      report({
        path,
        message: `The private key does not match ${place === '' ? 'this certificate' : `\`${place}\``}. TLS connections fail.`,
      })
    }
  },
}
