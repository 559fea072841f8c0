import { formatSentences } from '../../schema/messages.js'
import type { CertificateFacts, LoadedCredential } from '../host.js'
import type { Rule } from '../rule.js'

export const incompleteChain: Rule = {
  id: 'incomplete-chain',
  severity: 'warning',
  machine: true,
  summary: 'The server certificate does not lead to an authority of the CA bundle.',
  why: 'Other routers and SDKs trust the authorities of their network. They refuse a certificate if the router does not present the intermediate certificates between it and one of these.',
  examples: { bad: [], good: [] },
  needs: { machine: 'certificates' },
  check: ({ host, credentials, report }) => {
    if (!host) return
    const identityCredentials = credentials().filter(
      ({ path }) => path[0] === 'identity' && path.length === 2,
    )
    const server = identityCredentials.find(({ use }) => use === 'server certificate')
    const authorities = identityCredentials.find(({ use }) => use === 'authorities')
    const chain = server ? readCertificates(server, host.certificates) : []
    const trusted = authorities ? readCertificates(authorities, host.certificates) : []
    const leaf = chain.find(({ isAuthority, isForServers }) => isForServers && !isAuthority)
    if (!server || !authorities || !leaf || trusted.length === 0) return
    const last = findUntrustedEnd(leaf, chain, trusted)
    if (!last) return
    const bundle = formatPlace(authorities, '`ca`')
    const place = formatPlace(server, '`server_cert`')
    report({
      path: server.path,
      message: last.isIssuedBy(last)
        ? formatSentences(
            `The server certificate leads to \`${last.subject}\`, which is not in ${bundle}`,
            'routers and SDKs that trust only those authorities refuse the connection',
            'the certificate and the CA bundle are of different networks; enroll the router again',
          )
        : formatSentences(
            `\`${last.issuer}\`, which signed \`${last.subject}\`, is neither in ${place} nor in ${bundle}`,
            'routers and SDKs that trust only the authorities of the bundle refuse the connection',
            `add the intermediate certificate to ${place} after the server certificate; if the two files are of different networks, enroll the router again`,
          ),
    })
  },
}

const formatPlace = ({ place }: LoadedCredential, name: string): string =>
  place === '' ? name : `\`${place}\``

function readCertificates(
  { found }: LoadedCredential,
  parse: (pem: string) => readonly (CertificateFacts | undefined)[],
): CertificateFacts[] {
  return found.kind === 'file'
    ? parse(found.text).filter((certificate) => certificate !== undefined)
    : []
}

/** Longer chains are not followed; usual ones have two or three certificates. */
const maxLength = 10

/** The last certificate of the chain from a server certificate towards an authority, if the chain is incomplete. */
function findUntrustedEnd(
  leaf: CertificateFacts,
  chain: readonly CertificateFacts[],
  trusted: readonly CertificateFacts[],
): CertificateFacts | undefined {
  const rest = new Set(chain)
  let current = leaf
  for (let length = 0; length < maxLength; length += 1) {
    const { fingerprint } = current
    rest.delete(current)
    if (trusted.some((other) => other.fingerprint === fingerprint || current.isIssuedBy(other)))
      return undefined
    const next = [...rest].find((other) => current.isIssuedBy(other))
    if (!next) return current
    current = next
  }
  return undefined
}
