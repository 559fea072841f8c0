import type { KeyObject } from 'node:crypto'
import { createPublicKey, sign } from 'node:crypto'
import { CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { subjectOf } from '../../src/management/service/certificates/names.js'
import { toPem } from '../../src/management/service/certificates/pem.js'

/** A certificate signing request of a key on P-256, in PEM. */
export function requestOf(commonName: string, key: KeyObject): string {
  const subjectPKInfo = AsnConvert.parse(
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    SubjectPublicKeyInfo,
  )
  const certificationRequestInfo = new CertificationRequestInfo()
  Object.assign(certificationRequestInfo, { subject: subjectOf(commonName), subjectPKInfo })
  const signature = Uint8Array.from(
    sign('sha256', Buffer.from(AsnConvert.serialize(certificationRequestInfo)), key),
  ).buffer
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
  return toPem(
    'CERTIFICATE REQUEST',
    Buffer.from(
      AsnConvert.serialize(
        new CertificationRequest({ certificationRequestInfo, signatureAlgorithm, signature }),
      ),
    ),
  )
}
