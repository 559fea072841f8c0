import { createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  createAuthority,
  toKeyPem,
  openAuthority,
  issueServerCertificate,
} from '../../../../src/management/service/pki/authority.js'
import { signCertificate } from '../../../../src/management/service/pki/sign-certificate.js'
import { createSubject } from '../../../../src/management/service/pki/certificate.js'
import {
  signCaEnrollment,
  signEnrollment,
  signNetworkJwt,
} from '../../../../src/management/service/auth/enrollment-tokens.js'
import { openSigningKey } from '../../../../src/management/service/pki/signing-key.js'
import { certificateIn } from '../../../support/certificates.js'

const issuing = { time: new Date('2026-12-01T10:00:00.000Z'), random: randomBytes }
const authority = openAuthority(createAuthority('Service CA', issuing))
const server = issueServerCertificate(authority, ['localhost'], issuing)
const signingKey = openSigningKey(server)
const fingerprint = new X509Certificate(server.certPem).fingerprint
  .replaceAll(':', '')
  .toLowerCase()
const source = { signingKey, address: 'localhost:1280', controllers: ['tls:localhost:6262'] }
const token = '0b5c1f5a-9c6e-4c9b-9f0e-4f6a0c4f7d11'
const expiresAt = new Date('2026-12-01T13:00:00.900Z')

const jwt = signEnrollment({ method: 'erott', subject: 'aB3.x-9Kd0', token, expiresAt }, source)

describe('the token', () => {
  const enrolled = {
    iss: 'https://localhost:1280',
    sub: 'aB3.x-9Kd0',
    aud: [''],
    exp: 1796130000,
    jti: token,
    ctrls: ['tls:localhost:6262'],
  }

  test.each([
    ...(['erott', 'trott', 'ott', 'ottca', 'updb'] as const).map((method) => ({
      name: `of an enrollment by ${method}`,
      sign: () => signEnrollment({ method, subject: 'aB3.x-9Kd0', token, expiresAt }, source),
      claims: { ...enrolled, em: method },
    })),
    {
      name: 'of an enrollment where no router dials',
      sign: () =>
        signEnrollment(
          { method: 'erott', subject: 'aB3.x-9Kd0', token, expiresAt },
          { ...source, controllers: null },
        ),
      claims: { ...enrolled, em: 'erott', ctrls: null },
    },
    {
      name: 'of a CA',
      sign: () => signCaEnrollment('4fT', source),
      claims: {
        iss: 'https://localhost:1280/',
        sub: '4fT',
        aud: ['openziti-enroller'],
        jti: '4fT',
        em: 'ca',
        ctrls: ['tls:localhost:6262'],
      },
    },
    {
      name: 'of the network',
      sign: () => signNetworkJwt(token, source),
      claims: {
        iss: 'https://localhost:1280/',
        sub: 'https://localhost:1280/',
        aud: ['openziti-enroller'],
        jti: token,
        em: 'network',
        ctrls: ['tls:localhost:6262'],
      },
    },
  ])('$name says', ({ sign, claims }) => {
    const signed = sign()
    expect(decodeJwt(signed)).toEqual(claims)
    expect(decodeProtectedHeader(signed)).toEqual({ alg: 'ES256', kid: fingerprint, typ: 'JWT' })
  })
})

describe('a client', () => {
  const { publicKey } = new X509Certificate(server.certPem)
  const at = (time: string) => ({ currentDate: new Date(time) })

  test('verifies a token by the key of the TLS certificate', async () => {
    expect((await jwtVerify(jwt, publicKey, at('2026-12-01T12:59:59.000Z'))).payload.jti).toBe(
      token,
    )
  })

  test.each([
    { name: 'has expired', text: jwt, time: '2026-12-01T13:00:00.000Z', error: '"exp" claim' },
    {
      name: 'was changed',
      text: jwt.replace(
        /\.[^.]*\./,
        `.${Buffer.from(JSON.stringify({ ...decodeJwt(jwt), sub: 'other' })).toString('base64url')}.`,
      ),
      time: '2026-12-01T12:00:00.000Z',
      error: 'signature verification failed',
    },
  ])('refuses a token that $name', async ({ text, time, error }) => {
    await expect(jwtVerify(text, publicKey, at(time))).rejects.toThrow(error)
  })
})

describe('the algorithm', () => {
  const keys = [
    {
      name: 'RSA',
      key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
      algorithm: 'RS256',
    },
    {
      name: 'P-256',
      key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      algorithm: 'ES256',
    },
    {
      name: 'P-384',
      key: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
      algorithm: 'ES384',
    },
    {
      name: 'P-521',
      key: generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey,
      algorithm: 'ES512',
    },
  ]
  const { certificate, key: authorityKey } = authority
  const pairOf = (key: (typeof keys)[number]['key']) => {
    const signer = {
      issuer: certificate.decoded.tbsCertificate.subject,
      key: authorityKey,
      publicKey: certificate.x509.publicKey,
      ...issuing,
    }
    return {
      keyPem: toKeyPem(key),
      certPem: signCertificate(
        {
          subject: createSubject('localhost'),
          publicKey: createPublicKey(key),
          purpose: 'server',
          days: 1,
        },
        signer,
      ).pem,
    }
  }

  test.each(keys)('of a key $name is $algorithm', async ({ key, algorithm }) => {
    const pair = pairOf(key)
    const opened = openSigningKey(pair)
    const signed = signNetworkJwt(token, { ...source, signingKey: opened })
    expect(decodeProtectedHeader(signed)).toMatchObject({
      alg: algorithm,
      kid: certificateIn(pair.certPem).fingerprint,
    })
    expect((await jwtVerify(signed, new X509Certificate(pair.certPem).publicKey)).payload.em).toBe(
      'network',
    )
  })

  test('is undefined for an Ed25519 key', () => {
    expect(() => openSigningKey(pairOf(generateKeyPairSync('ed25519').privateKey))).toThrow(
      'must be RSA or on the curve',
    )
  })

  test('is undefined if the certificate belongs to another key', () => {
    expect(() =>
      openSigningKey({
        ...server,
        keyPem: issueServerCertificate(authority, ['localhost'], issuing).keyPem,
      }),
    ).toThrow('does not match its key')
  })
})
