import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { JWTHeaderParameters } from 'jose'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAuthority, createKey } from '../../../../src/management/service/pki/authority.js'
import type { ExternalSigner } from '../../../../src/management/service/auth/external-tokens.js'
import {
  findClaim,
  readClaimedSigner,
  verifyExternalToken,
} from '../../../../src/management/service/auth/external-tokens.js'
import type { KeySets } from '../../../../src/management/service/call/context.js'
import { readKeySource } from '../../../../src/management/service/entities/external-jwt-signers.js'
import { attempt } from '../../../support/select-list.js'
import { certificateIn, certificateText } from '../../../support/certificates.js'

const at = new Date('2026-12-01T10:00:00.000Z')
const now = at.getTime() / 1000
const issuer = 'https://one.example.com'
const pair = createAuthority('signer', { time: at, random: randomBytes })
const key = createPrivateKey(pair.keyPem)
const other = createKey()
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const byCertificate: ExternalSigner = { issuer, audience: 'aud', kid: 'one', certPem: pair.certPem }
const byEndpoint: ExternalSigner = {
  issuer,
  audience: 'aud',
  jwksEndpoint: 'https://one.example.com/keys',
}

const published = (kid: string, of: KeyObject, alg?: string) => ({
  ...createPublicKey(of).export({ format: 'jwk' }),
  kid,
  ...(alg ? { alg } : {}),
})
const all = [
  published('one', key),
  published('rsa', rsa, 'PS256'),
  { ...published('encrypting', key), use: 'enc' },
  {
    kty: 'oct',
    kid: 'shared',
    k: Buffer.from('secret-secret-secret-secret-secret').toString('base64url'),
  },
]
const keySets: KeySets = {
  find: async (endpoint, keyId) =>
    endpoint === byEndpoint.jwksEndpoint ? all.filter(({ kid }) => kid === keyId) : [],
}

const claims = {
  iss: issuer,
  aud: 'aud',
  exp: now + 600,
  iat: now - 5,
  nbf: now - 5,
  sub: 'ident.1-x',
}
const signed = (
  body: Record<string, unknown>,
  header: Partial<JWTHeaderParameters> = {},
  by: KeyObject | Uint8Array = key,
): Promise<string> =>
  new SignJWT(body).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(by)
const unsigned = (header: object, body: object): string =>
  `${[header, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

const encodedKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

describe('a token', () => {
  test.each([
    { name: 'that is good', jwt: signed(claims), result: 'ident.1-x' },
    {
      name: 'for several audiences',
      jwt: signed({ ...claims, aud: ['x', 'aud'] }),
      result: 'ident.1-x',
    },
    {
      name: 'without an expiry that was issued ten minutes ago',
      jwt: signed({ ...claims, exp: undefined, iat: now - 600 }),
      result: 'ident.1-x',
    },
    {
      name: 'without an expiry that was issued earlier',
      jwt: signed({ ...claims, exp: undefined, iat: now - 601 }),
      result: undefined,
    },
    {
      name: 'without an expiry that is issued in the future',
      jwt: signed({ ...claims, exp: undefined, iat: now + 3600 }),
      result: undefined,
    },
    {
      name: 'without an expiry and a time of issue',
      jwt: signed({ ...claims, exp: undefined, iat: undefined }),
      result: undefined,
    },
    { name: 'in its last second', jwt: signed({ ...claims, exp: now + 1 }), result: 'ident.1-x' },
    { name: 'of a published key', jwt: signed(claims), signer: byEndpoint, result: 'ident.1-x' },
    {
      name: 'of a published key with its algorithm',
      jwt: signed(claims, { alg: 'PS256', kid: 'rsa' }, rsa),
      signer: byEndpoint,
      result: 'ident.1-x',
    },
    {
      name: 'of a certificate known by its fingerprint',
      jwt: signed(claims, { kid: certificateIn(pair.certPem).fingerprint }),
      signer: { ...byCertificate, kid: null },
      result: 'ident.1-x',
    },
    {
      name: 'with another claim',
      jwt: signed({ ...claims, email: 'a@example.com' }),
      signer: { ...byCertificate, claimsProperty: 'email' },
      result: 'a@example.com',
    },
    {
      name: 'with a claim that a pointer names',
      jwt: signed({ ...claims, user: { 'a/b': ['x', 'y'] } }),
      signer: { ...byCertificate, claimsProperty: '/user/a~1b/1' },
      result: 'y',
    },
    {
      name: 'with the subject by its pointer',
      jwt: signed(claims),
      signer: { ...byCertificate, claimsProperty: '/sub' },
      result: 'ident.1-x',
    },
    {
      name: 'without the claim',
      jwt: signed(claims),
      signer: { ...byCertificate, claimsProperty: 'email' },
      result: undefined,
    },
    {
      name: 'without a subject',
      jwt: signed({ ...claims, sub: undefined }),
      result: undefined,
    },
    {
      name: 'with a subject that is no text',
      jwt: signed({ ...claims, id: 5 }),
      signer: { ...byCertificate, claimsProperty: 'id' },
      result: undefined,
    },
    {
      name: 'for another audience',
      jwt: signed({ ...claims, aud: 'aud-two' }),
      result: undefined,
    },
    {
      name: 'for another audience than the empty one',
      jwt: signed(claims),
      signer: { ...byCertificate, audience: '' },
      result: undefined,
    },
    {
      name: 'of no issuer, where the one that is known has no name',
      jwt: signed({ ...claims, iss: undefined }),
      signer: { ...byCertificate, issuer: '' },
      result: undefined,
    },
    {
      name: 'for the empty audience of a signer that has none',
      jwt: signed({ ...claims, aud: '' }),
      signer: { ...byCertificate, audience: '' },
      result: undefined,
    },
    {
      name: 'for no audience',
      jwt: signed({ ...claims, aud: undefined }),
      result: undefined,
    },
    {
      name: 'that has expired',
      jwt: signed({ ...claims, exp: now }),
      result: undefined,
    },
    {
      name: 'that is not yet valid',
      jwt: signed({ ...claims, nbf: now + 600 }),
      result: undefined,
    },
    {
      name: 'with an expiry that is no number',
      jwt: signed({ ...claims, exp: 'never' }),
      result: undefined,
    },
    {
      name: 'that was changed',
      jwt: signed(claims).then((jwt) =>
        jwt.replace(
          /\..*\./,
          `.${Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')}.`,
        ),
      ),
      result: undefined,
    },
    {
      name: 'of another issuer',
      jwt: signed({ ...claims, iss: 'https://two.example.com' }),
      result: undefined,
    },
    {
      name: 'of no issuer',
      jwt: signed({ ...claims, iss: undefined }),
      result: undefined,
    },
    {
      name: 'signed by another key',
      jwt: signed(claims, {}, other),
      result: undefined,
    },
    {
      name: 'signed by another key than the published one',
      jwt: signed(claims, {}, other),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'with another key id',
      jwt: signed(claims, { kid: 'other' }),
      result: undefined,
    },
    {
      name: 'with a key id that is not published',
      jwt: signed(claims, { kid: 'other' }),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'without a key id',
      jwt: new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'of a key that is published for something else',
      jwt: signed(claims, { kid: 'encrypting' }),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'of a published key with another algorithm',
      jwt: signed(claims, { alg: 'RS256', kid: 'rsa' }, rsa),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'signed with the public key as a shared secret',
      jwt: signed(claims, { alg: 'HS256' }, Buffer.from(encodedKey)),
      result: undefined,
    },
    {
      name: 'signed with a published shared secret',
      jwt: signed(
        claims,
        { alg: 'HS256', kid: 'shared' },
        Buffer.from('secret-secret-secret-secret-secret'),
      ),
      signer: byEndpoint,
      result: undefined,
    },
    {
      name: 'that is not signed',
      jwt: Promise.resolve(unsigned({ alg: 'none', kid: 'one' }, claims)),
      result: undefined,
    },
    { name: 'that is none', jwt: Promise.resolve('x'), result: undefined },
    { name: 'that is empty', jwt: Promise.resolve(''), result: undefined },
    {
      name: 'of a signer without keys',
      jwt: signed(claims),
      signer: { issuer, audience: 'aud' },
      result: undefined,
    },
  ])('$name gives $result', async ({ jwt, signer = byCertificate, result }) => {
    const verified = await verifyExternalToken(await jwt, signer, { time: at, keySets })
    expect(verified?.identifier).toBe(result)
  })

  test('claims its signer before anything is verified', async () => {
    expect(readClaimedSigner(await signed(claims, {}, other))).toEqual({
      issuer,
      keyId: 'one',
      lacksExpiry: false,
    })
    expect(readClaimedSigner('x.y.z')).toBeUndefined()
  })
})

test.each(['constructor', '/constructor/name', '__proto__', '/', '', '/sub/length'])(
  'the claim `%s` is ignored',
  (property) => {
    expect(findClaim({ sub: 'x' }, property)).toBeUndefined()
  },
)

describe('where keys come from', () => {
  const endpoint = 'https://idp.example.com:8443/keys'
  test.each([
    { name: 'a certificate', source: { certPem: pair.certPem }, failure: undefined },
    { name: 'an endpoint', source: { certPem: null, jwksEndpoint: endpoint }, failure: undefined },
    {
      name: 'neither',
      source: { certPem: null, jwksEndpoint: null },
      failure: {
        code: 'INVALID_FIELD',
        reason: "the value '<nil>' for 'certPem' is invalid: jwksEndpoint or certPem is required",
      },
    },
    {
      name: 'both',
      source: { certPem: pair.certPem, jwksEndpoint: endpoint },
      failure: {
        code: 'INVALID_FIELD',
        reason:
          "the value 'idp.example.com' for 'jwksEndpoint' is invalid: only one of jwksEndpoint or certPem may be defined",
      },
    },
    {
      name: 'text that is no certificate',
      source: { certPem: 'hello' },
      failure: { code: 'INVALID_CERT_PEM' },
    },
    {
      name: 'two certificates',
      source: { certPem: pair.certPem + certificateText('root.cert') },
      failure: { code: 'INVALID_CERT_PEM' },
    },
    ...['file:///etc/keys', 'keys', 'data:,{}'].map((jwksEndpoint) => ({
      name: jwksEndpoint,
      source: { jwksEndpoint },
      failure: {
        code: 'INVALID_FIELD',
        reason: `the value '${jwksEndpoint}' for 'jwksEndpoint' is invalid: jwksEndpoint must be a URL of http or https with a host`,
      },
    })),
  ])('$name', ({ source, failure }) => {
    const read = attempt(() => readKeySource(source))
    expect(read.ok ? undefined : read.failure).toEqual(failure)
  })

  test('gives the facts of a certificate', () => {
    expect(readKeySource({ certPem: pair.certPem })).toMatchObject({
      commonName: 'signer',
      fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
      notBefore: new Date('2026-12-01T09:55:00.000Z'),
      notAfter: new Date('2036-11-28T10:00:00.000Z'),
    })
  })
})
