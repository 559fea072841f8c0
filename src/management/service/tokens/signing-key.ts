import type { KeyObject } from 'node:crypto'
import { createPrivateKey } from 'node:crypto'
import type { KeyPair } from '../certificates/authority.js'
import { certificateOf } from '../certificates/certificate.js'
import { pemBlocks } from '../certificates/pem.js'

/** The key of the service's certificate, as it signs tokens. */
export type SigningKey = {
  readonly key: KeyObject
  /** How it signs (RFC 7518, section 3.1), by its kind. */
  readonly algorithm: string
  /** The SHA-1 of the certificate, which the service shows on its connections: clients take the key from there. */
  readonly keyId: string
}

const algorithms = new Map<string | undefined, string>([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
])

/** The key of a server certificate (the first of its chain). Throws where the two do not belong together, or where the key cannot sign tokens. */
export function openSigningKey({ certPem, keyPem }: KeyPair): SigningKey {
  const [block] = pemBlocks(certPem)
  const certificate = block && certificateOf(block.bytes)
  const key = createPrivateKey(keyPem)
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? 'RS256' : algorithms.get(key.asymmetricKeyDetails?.namedCurve)
  if (!certificate?.x509.checkPrivateKey(key))
    throw new Error('the certificate of the server is damaged, or not that of its key')
  if (!algorithm)
    throw new Error('the key of the server must be RSA or on the curve P-256, P-384 or P-521')
  return { key, algorithm, keyId: certificate.fingerprint }
}
