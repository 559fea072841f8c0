import type { Outcome } from '../failure.js'
import { given, refused } from '../failure.js'
import type { Certificate } from './certificate.js'
import { certificateOf } from './certificate.js'
import { pemBlocks } from './pem.js'

const label = 'CERTIFICATE'

const malformed = 'x509: malformed certificate'

const wrongLabel = (found: string): string => `encountered PEM block type ${found}`

/** What an error may repeat of a text: nothing, if it holds a private key. */
const repeatable = (text: string): string => (text.includes('PRIVATE KEY') ? '' : text)

/** Reads the `certPem` of a new CA: exactly one certificate, and that of a CA. */
export function readCaCertificate(certPem: string): Outcome<Certificate> {
  const wrong = (reason: string) =>
    refused('COULD_NOT_VALIDATE', { field: 'certPem', reason, value: repeatable(certPem) })
  const [block, ...others] = pemBlocks(certPem)
  if (!block) return wrong('could not parse block #1')
  if (others.length > 0) return wrong('must be exactly one certificate')
  if (block.label !== label) return wrong(wrongLabel(block.label))
  const certificate = certificateOf(block.bytes)
  if (!certificate) return wrong(malformed)
  return certificate.isCa
    ? given(certificate)
    : refused('CERTIFICATE_IS_NOT_CA', { reason: 'certificate is not a CA' })
}

/** Reads the body of a verification of a CA; what follows the first block is passed over. */
export function readProof(body: string): Outcome<Certificate> {
  const [block] = pemBlocks(body)
  if (!block) return refused('COULD_NOT_PARSE_BODY')
  if (block.label !== label)
    return refused('EXPECTED_PEM_CERTIFICATE', { reason: wrongLabel(block.label) })
  const certificate = certificateOf(block.bytes)
  return certificate
    ? given(certificate)
    : refused('COULD_NOT_PARSE_DER_BLOCK', { reason: malformed })
}

/** Reads the `certPem` of a new authenticator: exactly one certificate. */
export function readClientCertificate(certPem: string): Outcome<Certificate> {
  const [block, ...others] = pemBlocks(certPem)
  if (block?.label !== label || others.length > 0)
    return refused('COULD_NOT_PARSE_PEM_BLOCK', {
      reason: 'client pem must be exactly one certificate',
    })
  const certificate = certificateOf(block.bytes)
  return certificate
    ? given(certificate)
    : refused('COULD_NOT_PARSE_DER_BLOCK', { reason: malformed })
}

/** Reads the `certPem` of an external JWT signer: exactly one certificate. */
export function readSignerCertificate(certPem: string): Outcome<Certificate> {
  const read = readClientCertificate(certPem)
  return read.ok ? read : refused('INVALID_CERT_PEM')
}

/** Reads what a client shows in TLS: its own certificate, and those behind it, by which a chain can be found. None where anything is damaged. */
export function readPresented(pem: string): readonly Certificate[] {
  const certificates = pemBlocks(pem).map((block) =>
    block.label === label ? certificateOf(block.bytes) : undefined,
  )
  return certificates.every((certificate) => certificate !== undefined) ? certificates : []
}
