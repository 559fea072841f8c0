import type { KeyObject } from 'node:crypto'
import { createPublicKey, randomBytes, sign } from 'node:crypto'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import type { Authority } from '../../src/management/service/certificates/authority.js'
import {
  createAuthority,
  newKey,
  openAuthority,
} from '../../src/management/service/certificates/authority.js'
import { clientFor, issueServer } from '../../src/management/service/certificates/leaves.js'
import { subjectOf } from '../../src/management/service/certificates/names.js'
import { toPem } from '../../src/management/service/certificates/pem.js'
import { certificateIn } from './certificates.js'

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'

/** A certificate request in PEM by its common name and key, with attributes such as the names that it asks for. */
export function requestFor(
  commonName: string,
  key: KeyObject = newKey(),
  attributes = new Attributes(),
): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const info = new CertificationRequestInfo({
    subject: subjectOf(commonName),
    subjectPKInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    attributes,
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(info)), key)
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signature: Uint8Array.from(signature).buffer,
  })
  return toPem('CERTIFICATE REQUEST', Buffer.from(AsnConvert.serialize(request)))
}

/** A CA outside of the service, at a moment in ms since 1970: its certificate, and those that it signs for clients and servers. */
export function outsideAuthority(name: string, now: number) {
  const issuing = { at: new Date(now), random: randomBytes }
  const authority: Authority = openAuthority(createAuthority(name, issuing))
  return {
    certPem: authority.certificate.pem,
    client: (commonName: string, key: KeyObject = newKey()): string =>
      clientFor(authority, { commonName, publicKey: createPublicKey(key) }, issuing).certificate
        .pem,
    server: (host: string): string =>
      certificateIn(issueServer(authority, [host], issuing).certPem).pem,
  }
}
