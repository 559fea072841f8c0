import type { Failure, Outcome } from '../failure.js'
import { given, refused } from '../failure.js'
import type { Authority, Issuing } from './authority.js'
import type { Certificate } from './certificate.js'
import { certificateOf } from './certificate.js'
import { isIssuedBy } from './chain.js'
import type { Issued } from './leaves.js'
import { clientFor } from './leaves.js'
import { pemBlocks } from './pem.js'
import { readRequest } from './request.js'

/** A certificate that will follow the current one of an authenticator, for the same name. Only those that the authority issued are followed. */
export function extendCertificate(
  authority: Authority,
  { current, csr }: { current: Certificate; csr: string },
  issuing: Issuing,
): Outcome<Issued & { readonly hasNewKey: boolean }> {
  if (!isIssuedBy(current, authority.certificate)) return refused('CAN_NOT_UPDATE_AUTHENTICATOR')
  const request = readRequest(csr)
  if (!request.ok) return request
  const { publicKey } = request.value
  return given({
    ...clientFor(authority, { commonName: current.commonName, publicKey }, issuing),
    hasNewKey: !current.x509.publicKey.equals(publicKey),
  })
}

/** What is wrong with the confirmation of a certificate that waits to follow: it must be the first one of the text. */
export function faultOfConfirmation(
  waiting: string | undefined,
  clientCert: string,
): Failure | undefined {
  if (waiting === undefined) return refused('CAN_NOT_UPDATE_AUTHENTICATOR').failure
  const [block] = pemBlocks(clientCert)
  const isIt = block !== undefined && certificateOf(block.bytes)?.fingerprint === waiting
  return isIt ? undefined : refused('INVALID_CLIENT_CERT').failure
}
