import { createHash, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate as Decoded } from '@peculiar/asn1-x509'
import type { AlternativeNames } from './names.js'
import { alternativeNamesOf, commonNamesOf } from './names.js'
import { toPem } from './pem.js'

/** A certificate, and what the service asks of it. */
export type Certificate = {
  readonly pem: string
  readonly der: Buffer
  /** SHA-1 of the DER in lower-case hexadecimal, as the API shows it. */
  readonly fingerprint: string
  /** The last one of the subject, or an empty text. */
  readonly commonName: string
  readonly alternativeNames: AlternativeNames
  readonly notBefore: Date
  readonly notAfter: Date
  /** Whether its basic constraints make it a CA. */
  readonly isCa: boolean
  /** The certificate to Node, for what has to do with keys. */
  readonly x509: X509Certificate
  /** The certificate in parts, for its extensions. */
  readonly decoded: Decoded
}

/** SHA-1 of bytes in lower-case hexadecimal. */
const fingerprintOf = (der: Uint8Array): string => createHash('sha1').update(der).digest('hex')

/** A certificate by its DER, or none where it is damaged. */
export function certificateOf(der: Uint8Array): Certificate | undefined {
  try {
    const x509 = new X509Certificate(der)
    const decoded = AsnConvert.parse(x509.raw, Decoded)
    const { subject, validity, extensions } = decoded.tbsCertificate
    return {
      pem: toPem('CERTIFICATE', x509.raw),
      der: x509.raw,
      fingerprint: fingerprintOf(x509.raw),
      commonName: commonNamesOf(subject).at(-1) ?? '',
      alternativeNames: alternativeNamesOf(extensions),
      notBefore: validity.notBefore.getTime(),
      notAfter: validity.notAfter.getTime(),
      isCa: x509.ca,
      x509,
      decoded,
    }
  } catch {
    // Node and the decoder throw over what is no certificate, and differ in how.
    return undefined
  }
}

/** Certificates in one text, the way the API keeps a chain: an empty line behind each. */
export const chainPem = (certificates: readonly Certificate[]): string =>
  certificates.map(({ pem }) => `${pem}\n`).join('')
