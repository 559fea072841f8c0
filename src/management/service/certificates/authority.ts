import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { RandomBytes } from '../identifiers.js'
import type { Certificate } from './certificate.js'
import { certificateOf } from './certificate.js'
import { signCertificate } from './issue.js'
import { subjectOf } from './names.js'
import { pemBlocks } from './pem.js'

/** A key and its certificate, as they are stored. The key is PKCS #8 and a secret. */
export type KeyPair = { readonly certPem: string; readonly keyPem: string }

/** A CA that can sign. */
export type Authority = { readonly certificate: Certificate; readonly key: KeyObject }

/** What issuing depends on. */
export type Issuing = { readonly at: Date; readonly random: RandomBytes }

/** Days that certificates are valid: a CA ten years, others one, as the controller's own. */
export const lifetimes = { authority: 3650, leaf: 365 } as const

/** A new key: EC P-256. */
export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** A private key as it is stored. */
export const keyPemOf = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A new CA that signs leaves only. */
export function createAuthority(commonName: string, { at, random }: Issuing): KeyPair {
  const key = newKey()
  const subject = subjectOf(commonName)
  const { pem } = signCertificate(
    { subject, publicKey: createPublicKey(key), purpose: 'authority', days: lifetimes.authority },
    { issuer: subject, key, at, random },
  )
  return { certPem: pem, keyPem: keyPemOf(key) }
}

/** The CA of a stored pair. Throws where the two do not belong together, or are no CA. */
export function openAuthority({ certPem, keyPem }: KeyPair): Authority {
  const [block] = pemBlocks(certPem)
  const certificate = block && certificateOf(block.bytes)
  const key = createPrivateKey(keyPem)
  if (!certificate?.isCa || !certificate.x509.checkPrivateKey(key))
    throw new Error('the certificate of the authority is none of a CA, or not that of its key')
  return { certificate, key }
}
