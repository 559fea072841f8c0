import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyPair, SigningKey } from '../call/context.js'
import { parseFirstCertificate } from './certificate.js'

const algorithmByCurve = new Map<string | undefined, string>([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
])

/**
 * Opens the private key of the first certificate in `certPem` for signing tokens. Throws if the key and the certificate
 * do not match, or if the key cannot sign tokens.
 */
export function openSigningKey({ certPem, keyPem }: KeyPair): SigningKey {
  const certificate = parseFirstCertificate(certPem)
  const key = createPrivateKey(keyPem)
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? 'RS256'
      : algorithmByCurve.get(key.asymmetricKeyDetails?.namedCurve)
  if (!certificate?.x509.checkPrivateKey(key))
    throw new Error('the server certificate is damaged, or does not match its key')
  if (!algorithm)
    throw new Error('the server key must be RSA or on the curve P-256, P-384 or P-521')
  return { key, publicKey: createPublicKey(key), algorithm, keyId: certificate.fingerprint }
}
