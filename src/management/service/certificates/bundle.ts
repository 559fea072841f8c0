import { AsnConvert } from '@peculiar/asn1-schema'
import {
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  SignedData,
  SignerInfos,
} from '@peculiar/asn1-cms'
import type { Certificate } from './certificate.js'

/** Certificates as PKCS #7 that holds nothing else and is signed by nobody (RFC 5652), in base 64: the answer to `/.well-known/est/cacerts` (RFC 7030, section 4.1.3). */
export function certificateBundle(certificates: readonly Certificate[]): string {
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: new DigestAlgorithmIdentifiers(),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      certificates.map(({ decoded }) => new CertificateChoices({ certificate: decoded })),
    ),
    signerInfos: new SignerInfos(),
  })
  const der = AsnConvert.serialize(
    new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) }),
  )
  return Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')
}
