import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The public key for the tokens, in PEM. */
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** A public key that does not match the tokens. */
export const otherPem = createPublicKey(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
)
  .export({ type: 'spki', format: 'pem' })
  .toString()

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The time of the tests' clock, in milliseconds since 1970. */
export const now = Date.UTC(2026, 0, 15, 12)

/** The claims of an edge router's token, which is valid for three hours. */
export const claims = {
  iss: 'https://ctrl.example.com:1280',
  sub: 'kX3.router',
  aud: [''],
  exp: now / 1000 + 10_800,
  jti: '0b9a2e66-9f1f-4b63-8f8d-4f1d9d0a7c11',
  em: 'erott',
  ctrls: ['tls:ctrl.example.com:6262'],
}

/** Creates a signed enrollment token; `others` override the usual claims. */
export function tokenWith(
  others: object = {},
  header: object = { alg: 'ES256', kid: 'a1', typ: 'JWT' },
): string {
  const text = `${part(header)}.${part({ ...claims, ...others })}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
