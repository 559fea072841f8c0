import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'
import { id_ce_subjectAltName } from '@peculiar/asn1-x509'
import type { Outcome } from '../failure.js'
import { given, refused } from '../failure.js'
import type { Authority, Issuing, KeyPair } from './authority.js'
import { keyPemOf, lifetimes, newKey } from './authority.js'
import type { Certificate } from './certificate.js'
import { chainPem } from './certificate.js'
import type { Statement } from './issue.js'
import { extension, signCertificate } from './issue.js'
import { hostNames, subjectOf } from './names.js'
import { readRequest } from './request.js'

/** An issued certificate; `chain` is it and the one of the CA, as clients and routers keep them. */
export type Issued = { readonly certificate: Certificate; readonly chain: string }

/** The names of PEM in the body of an enrollment of a router. */
export type RouterRequests = {
  readonly certCsr?: string | undefined
  readonly serverCertCsr?: string | undefined
}

function issue(
  { certificate: issuer, key }: Authority,
  statement: Omit<Statement, 'days'>,
  { at, random }: Issuing,
): Issued {
  const signer = {
    issuer: issuer.decoded.tbsCertificate.subject,
    key,
    publicKey: issuer.x509.publicKey,
    at,
    random,
  }
  const certificate = signCertificate({ ...statement, days: lifetimes.leaf }, signer)
  return { certificate, chain: chainPem([certificate, issuer]) }
}

/** A new key and its certificate for a server that is reached by these host names and IP addresses. */
export function issueServer(
  authority: Authority,
  hosts: readonly [string, ...string[]],
  issuing: Issuing,
): KeyPair {
  const key = newKey()
  const statement = {
    subject: subjectOf(hosts[0]),
    publicKey: createPublicKey(key),
    purpose: 'server',
    alternativeNames: extension(id_ce_subjectAltName, hostNames(hosts)),
  } as const
  return { certPem: issue(authority, statement, issuing).chain, keyPem: keyPemOf(key) }
}

/** A certificate for a client by its common name and key. */
export const clientFor = (
  authority: Authority,
  { commonName, publicKey }: { commonName: string; publicKey: KeyObject },
  issuing: Issuing,
): Issued =>
  issue(authority, { subject: subjectOf(commonName), publicKey, purpose: 'client' }, issuing)

/** A certificate by which an identity authenticates, whatever name its request has. */
export function issueClient(
  authority: Authority,
  { csr, identityId }: { csr: string; identityId: string },
  issuing: Issuing,
): Outcome<Issued> {
  const request = readRequest(csr)
  return request.ok
    ? given(
        clientFor(
          authority,
          { commonName: identityId, publicKey: request.value.publicKey },
          issuing,
        ),
      )
    : request
}

/** Certificates for a router, by which it dials, and by which it listens under the names that it asks for. Both requests must name the router by its id. */
export function issueRouter(
  authority: Authority,
  { certCsr, serverCertCsr, routerId }: RouterRequests & { routerId: string },
  issuing: Issuing,
): Outcome<{ client: Issued; server: Issued }> {
  const [server, client] = [readRequest(serverCertCsr ?? ''), readRequest(certCsr ?? '')]
  if (!server.ok) return refused('MISSING_OR_INVALID_CSR', { reason: 'invalid server CSR' })
  if (!client.ok) return refused('MISSING_OR_INVALID_CSR', { reason: 'invalid client CSR' })
  if (client.value.commonName !== routerId)
    return refused('COULD_NOT_PROCESS_CSR', { reason: 'invalid client CSR' })
  if (server.value.commonName !== routerId)
    return refused('COULD_NOT_PROCESS_CSR', { reason: 'invalid server CSR' })
  const { alternativeNames, ...asked } = server.value
  return given({
    client: issue(
      authority,
      { subject: client.value.subject, publicKey: client.value.publicKey, purpose: 'client' },
      issuing,
    ),
    server: issue(
      authority,
      { subject: asked.subject, publicKey: asked.publicKey, purpose: 'server', alternativeNames },
      issuing,
    ),
  })
}
