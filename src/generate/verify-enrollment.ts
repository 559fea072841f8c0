import { compactVerify, importSPKI, importX509 } from 'jose'
import type { Diagnostic } from '../diagnostic.js'
import { readEnrollment } from './enrollment.js'
import { diagnosticOf } from './problem.js'

const block = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[\s\S]*?-----END \1-----/g

/** Whether the key of a certificate or public key made the signature. */
async function hasSigned(pem: string, jwt: string, algorithm: string): Promise<boolean> {
  try {
    const key = pem.includes('BEGIN CERT')
      ? await importX509(pem, algorithm)
      : await importSPKI(pem, algorithm)
    await compactVerify(jwt, key)
    return true
  } catch {
    return false
  }
}

/**
 * Checks the signature of an enrollment token. `pem` holds certificates or public keys, one of which has to have made
 * it: that of the server certificate that the controller shows at the URL of the token. Gives what is wrong, if anything.
 */
export async function verifyEnrollment(jwt: string, pem: string): Promise<Diagnostic[]> {
  const { enrollment } = readEnrollment(jwt, 0)
  const blocks = [...pem.matchAll(block)].map(([text]) => text)
  const report = (message: string): Diagnostic[] => [
    diagnosticOf({ rule: 'token-foreign', severity: 'error', path: ['jwt'], message }),
  ]
  if (blocks.length === 0)
    return report(
      'there is no certificate and no public key to check the signature of the token with',
    )
  for (const text of enrollment ? blocks : []) {
    if (await hasSigned(text, jwt.trim(), enrollment?.algorithm ?? '')) return []
  }
  return report(
    `the enrollment token is not signed by the controller of this network${enrollment ? `: ${enrollment.issuer} issued it` : ''}; its server certificate has to be among those given`,
  )
}
