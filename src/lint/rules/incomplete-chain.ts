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
    const serverCredential = identityCredentials.find(({ use }) => use === 'server certificate')
    const bundleCredential = identityCredentials.find(({ use }) => use === 'authorities')
    const chain = serverCredential ? readCertificates(serverCredential, host.parseCertificates) : []
    const trustedCertificates = bundleCredential
      ? readCertificates(bundleCredential, host.parseCertificates)
      : []
    const leaf = chain.find(({ isAuthority, isForServers }) => isForServers && !isAuthority)
    if (!serverCredential || !bundleCredential || !leaf || trustedCertificates.length === 0) return
    const chainEnd = findUntrustedEnd(leaf, chain, trustedCertificates)
    if (!chainEnd) return
    const bundleName = formatPlace(bundleCredential, '`ca`')
    const serverName = formatPlace(serverCredential, '`server_cert`')
    report({
      path: serverCredential.path,
      message: chainEnd.isIssuedBy(chainEnd)
        ? formatSentences(
            `The server certificate leads to \`${chainEnd.subject}\`, which is not in ${bundleName}`,
            'routers and SDKs that trust only those authorities refuse the connection',
            'the certificate and the CA bundle are of different networks; enroll the router again',
          )
        : formatSentences(
            `\`${chainEnd.issuer}\`, which signed \`${chainEnd.subject}\`, is neither in ${serverName} nor in ${bundleName}`,
            'routers and SDKs that trust only the authorities of the bundle refuse the connection',
            `add the intermediate certificate to ${serverName} after the server certificate; if the two files are of different networks, enroll the router again`,
          ),
    })
  },
}

const formatPlace = ({ filePath }: LoadedCredential, name: string): string =>
  filePath === '' ? name : `\`${filePath}\``

function readCertificates(
  { foundFile }: LoadedCredential,
  parse: (pem: string) => readonly (CertificateFacts | undefined)[],
): CertificateFacts[] {
  return foundFile.kind === 'file'
    ? parse(foundFile.text).filter((certificate) => certificate !== undefined)
    : []
}

/** Maximum number of certificates to follow in a chain; most chains have two or three. */
const maxChainLength = 10

/** The last certificate of a chain that does not lead to a trusted authority; undefined if it does, or is too long. */
function findUntrustedEnd(
  leaf: CertificateFacts,
  chain: readonly CertificateFacts[],
  trustedCertificates: readonly CertificateFacts[],
): CertificateFacts | undefined {
  const remainingCertificates = new Set(chain)
  let current = leaf
  for (let length = 0; length < maxChainLength; length += 1) {
    const { fingerprint } = current
    remainingCertificates.delete(current)
    if (
      trustedCertificates.some(
        (other) => other.fingerprint === fingerprint || current.isIssuedBy(other),
      )
    )
      return undefined
    const next = [...remainingCertificates].find((other) => current.isIssuedBy(other))
    if (!next) return current
    current = next
  }
  return undefined
}
