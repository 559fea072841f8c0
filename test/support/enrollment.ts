import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The public key that goes with the tokens, as PEM. */
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** A public key of somebody else. */
export const otherPem = createPublicKey(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
)
  .export({ type: 'spki', format: 'pem' })
  .toString()

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** When the clock of the tests stands, in milliseconds since 1970. */
export const now = Date.UTC(2026, 0, 15, 12)

/** What an edge router's token says, valid for three hours. */
export const claims = {
  iss: 'https://ctrl.example.com:1280',
  sub: 'kX3.router',
  aud: [''],
  exp: now / 1000 + 10_800,
  jti: '0b9a2e66-9f1f-4b63-8f8d-4f1d9d0a7c11',
  em: 'erott',
  ctrls: ['tls:ctrl.example.com:6262'],
}

/** A signed enrollment token with other claims instead of the usual ones. */
export function tokenWith(
  others: object = {},
  header: object = { alg: 'ES256', kid: 'a1', typ: 'JWT' },
): string {
  const text = `${part(header)}.${part({ ...claims, ...others })}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
