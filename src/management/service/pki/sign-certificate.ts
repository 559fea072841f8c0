import type { KeyObject } from 'node:crypto'
import { createHash, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import type { Name } from '@peculiar/asn1-x509'
import {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate as Asn1Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { RandomBytes } from '../call/identifiers.js'
import type { Certificate } from '../call/context.js'
import { parseCertificate } from './certificate.js'

export type CertificateContent = {
  readonly subject: Name
  readonly publicKey: KeyObject
  readonly purpose: 'authority' | 'server' | 'client'
  /** The validity in days. */
  readonly days: number
  readonly alternativeNames?: Extension | undefined
}

/**
 * The issuer of a certificate, and the time of issue. `key` and `publicKey` are the keys of the issuer; `publicKey` is
 * absent if a CA signs its own certificate, which already contains it.
 */
export type Signer = {
  readonly issuer: Name
  readonly key: KeyObject
  readonly publicKey?: KeyObject
  readonly time: Date
  readonly random: RandomBytes
}

const msPerDay = 24 * 60 * 60 * 1000

/** How long before the time of issue the validity of a certificate starts, in ms: the clocks of clients may be slow. */
const clockLeeway = 5 * 60 * 1000

const extendedUsageByPurpose = {
  authority: undefined,
  server: id_kp_serverAuth,
  client: id_kp_clientAuth,
} as const

/**
 * Chooses the signature algorithm for the key of an issuer, and its digest: SHA-256 for RSA and ECDSA; null for
 * Ed25519, which has a built-in digest. The CAs of this service have ECDSA keys; only `createCaProof` signs with other
 * types of keys.
 */
function chooseSignature({ asymmetricKeyType: type }: KeyObject): {
  algorithm: AlgorithmIdentifier
  digest: string | null
} {
  if (type === 'ed25519')
    return { algorithm: new AlgorithmIdentifier({ algorithm: '1.3.101.112' }), digest: null }
  const algorithm =
    type === 'rsa'
      ? // RFC 4055 requires NULL parameters for RSA.
        { algorithm: '1.2.840.113549.1.1.11', parameters: null }
      : { algorithm: '1.2.840.10045.4.3.2' }
  return { algorithm: new AlgorithmIdentifier(algorithm), digest: 'sha256' }
}

/** Creates and signs a certificate (RFC 5280). */
export function signCertificate(
  content: CertificateContent,
  { issuer, key, publicKey = content.publicKey, time, random }: Signer,
): Certificate {
  const { algorithm: signatureAlgorithm, digest } = chooseSignature(key)
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: createSerialNumber(random),
    signature: signatureAlgorithm,
    issuer,
    validity: new Validity({
      notBefore: new Date(time.getTime() - clockLeeway),
      notAfter: new Date(time.getTime() + content.days * msPerDay),
    }),
    subject: content.subject,
    subjectPublicKeyInfo: toKeyInfo(content.publicKey),
    extensions: createExtensions(content, publicKey),
  })
  const signatureValue = toArrayBuffer(
    sign(digest, Buffer.from(AsnConvert.serialize(tbsCertificate)), key),
  )
  const certificate = parseCertificate(
    Buffer.from(
      AsnConvert.serialize(
        new Asn1Certificate({ tbsCertificate, signatureAlgorithm, signatureValue }),
      ),
    ),
  )
  if (!certificate) throw new Error('the new certificate cannot be read')
  return certificate
}

function createExtensions(
  { purpose, publicKey, alternativeNames }: CertificateContent,
  signerKey: KeyObject,
): Extensions {
  const extendedUsage = extendedUsageByPurpose[purpose]
  return new Extensions([
    createExtension(
      id_ce_basicConstraints,
      new BasicConstraints(purpose === 'authority' ? { cA: true, pathLenConstraint: 0 } : {}),
      true,
    ),
    createExtension(id_ce_keyUsage, new KeyUsage(getKeyUsage(purpose, publicKey)), true),
    ...(extendedUsage
      ? [createExtension(id_ce_extKeyUsage, new ExtendedKeyUsage([extendedUsage]))]
      : []),
    createExtension(
      id_ce_subjectKeyIdentifier,
      new SubjectKeyIdentifier(createKeyIdentifier(publicKey)),
    ),
    createExtension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({
        keyIdentifier: new KeyIdentifier(createKeyIdentifier(signerKey)),
      }),
    ),
    ...(alternativeNames ? [alternativeNames] : []),
  ])
}

/**
 * The flags of the key usage extension. Only RSA keys get key encipherment: it is not allowed for EC keys (RFC 8813).
 */
function getKeyUsage(
  purpose: CertificateContent['purpose'],
  { asymmetricKeyType }: KeyObject,
): number {
  if (purpose === 'authority') return KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
  return asymmetricKeyType === 'rsa'
    ? KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment
    : KeyUsageFlags.digitalSignature
}

export const createExtension = (extnID: string, value: object, isCritical = false): Extension =>
  new Extension({
    extnID,
    critical: isCritical,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  })

/** Copies bytes to a buffer of their own, because a Buffer may be a view of a larger one. */
const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

const toKeyInfo = (key: KeyObject): SubjectPublicKeyInfo =>
  AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo)

/** Creates a key identifier by method 1 of RFC 5280, section 4.2.1.2: the SHA-1 of the public key. */
const createKeyIdentifier = (key: KeyObject): ArrayBuffer =>
  toArrayBuffer(
    createHash('sha1')
      .update(Buffer.from(toKeyInfo(key).subjectPublicKey))
      .digest(),
  )

/** Creates a random positive number of 16 bytes. */
const createSerialNumber = (random: RandomBytes): ArrayBuffer =>
  toArrayBuffer(random(16).map((byte, index) => (index === 0 ? (byte & 0x7f) | 0x40 : byte)))
