import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createKey } from './authority.js'
import { createSubject, parseFirstCertificate } from './certificate.js'
import { signCertificate } from './sign-certificate.js'

/** How long a proof is valid, in days. One day is enough, because it is sent as soon as it is created. */
const validityDays = 1

/**
 * Creates a certificate in PEM that proves to a controller that the user has the private key of a CA. The certificate
 * has the verification token of the CA as its common name, and is signed with the key. Returns `why` if the certificate
 * or key of the CA cannot be read, or if they do not match.
 */
export function createCaProof({
  certPem,
  keyPem,
  token,
}: {
  certPem: string
  keyPem: string
  token: string
}): string | { why: string } {
  const ca = parseFirstCertificate(certPem)
  if (!ca) return { why: 'the certificate of the CA cannot be read' }
  const key = readKey(keyPem)
  if (!key) return { why: 'not a private key in PEM, or it has a passphrase' }
  if (!ca.x509.checkPrivateKey(key)) return { why: 'the key is not that of the CA' }
  const { pem } = signCertificate(
    {
      subject: createSubject(token),
      publicKey: createPublicKey(createKey()),
      purpose: 'client',
      days: validityDays,
    },
    {
      issuer: ca.decoded.tbsCertificate.subject,
      key,
      publicKey: createPublicKey(key),
      time: new Date(),
      random: randomBytes,
    },
  )
  return pem
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
