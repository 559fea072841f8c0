import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createKey } from './authority.js'
import { createSubject, parseFirstCertificate } from './certificate.js'
import { signCertificate } from './sign-certificate.js'

/** How long a proof is valid, in days; it is used at once. */
const validityDays = 1

/**
 * A certificate in PEM that proves to a controller that its owner has the key of a CA: its common name is
 * the verification token of the CA. Says why there is none if the key cannot be read, or is not that of the CA.
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
