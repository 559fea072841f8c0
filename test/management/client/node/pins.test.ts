import { createHash, X509Certificate } from 'node:crypto'
import { Readable } from 'node:stream'
import { id_kp_clientAuth, id_kp_serverAuth, KeyUsageFlags } from '@peculiar/asn1-x509'
import { describe, expect, test } from 'vitest'
import { fetchCas } from '../../../../src/management/client/node/index.js'
import { toKeyPem } from '../../../../src/management/service/pki/authority.js'
import type { MadeCertificate } from '../../../support/certificates.js'
import { makeCertificate } from '../../../support/certificates.js'
import type { Handler, ReceivedRequest } from '../../../support/controller.js'
import { pem, startController } from '../../../support/controller.js'

const answerAuthorities: Handler = (_, answer) =>
  void answer.writeHead(200, { 'content-type': 'application/pkcs7-mime' }).end(pem('cacerts.p7'))

const fingerprint = ({ pem: text }: Pick<MadeCertificate, 'pem'>): string =>
  createHash('sha256').update(new X509Certificate(text).raw).digest('hex')

/** Starts a server that shows these certificates, its own first. */
const startShowing = (
  [leaf, ...above]: readonly [MadeCertificate, ...MadeCertificate[]],
  handler = answerAuthorities,
): Promise<{ url: string; port: number; asked: ReceivedRequest[] }> =>
  startController(handler, {
    cert: [leaf, ...above].map(({ pem: text }) => text).join(''),
    key: toKeyPem(leaf.key),
  })

const signing = KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
const root = makeCertificate({ name: 'Root', ca: true, usage: signing })
const shortRoot = makeCertificate({ name: 'Short Root', ca: true, pathLength: 0, usage: signing })
const between = makeCertificate({ name: 'Between', issuer: root, ca: true, usage: signing })
const belowShort = makeCertificate({
  name: 'Below Short',
  issuer: shortRoot,
  ca: true,
  usage: signing,
})
const expiredBetween = makeCertificate({
  name: 'Expired',
  issuer: root,
  ca: true,
  usage: signing,
  days: -1,
})
const withoutUsage = makeCertificate({
  name: 'Signs Requests',
  issuer: root,
  ca: true,
  usage: KeyUsageFlags.cRLSign,
})
const serverPurpose = { purposes: [id_kp_serverAuth], hosts: ['localhost'] } as const
const identity = makeCertificate({ name: 'identity', issuer: root, purposes: [id_kp_clientAuth] })
const forHost = (issuer: MadeCertificate, name = 'controller'): MadeCertificate =>
  makeCertificate({ name, issuer, ca: false, ...serverPurpose })

const server = forHost(root)

describe('a pinned CA', () => {
  test.each<[string, [MadeCertificate, ...MadeCertificate[]], MadeCertificate]>([
    ['that issued the certificate', [server, root], root],
    ['above another CA', [forHost(between), between, root], root],
    ['below another CA', [forHost(between), between, root], between],
    ['whose own issuer is not shown', [forHost(between), between], between],
  ])('%s gives its authorities', async (_, shown, pinned) => {
    const { url, asked } = await startShowing(shown)
    await expect(fetchCas({ url, fingerprint: fingerprint(pinned) })).resolves.toContain(
      'BEGIN CERTIFICATE',
    )
    expect(asked).toHaveLength(1)
  })

  test.each<[string, [MadeCertificate, ...MadeCertificate[]], MadeCertificate, string]>([
    ['the certificate of an identity', [identity, root], root, 'CERTIFICATE_CHAIN_INVALID'],
    [
      'the certificate of an identity with the host as alternative name',
      [
        makeCertificate({
          name: 'localhost',
          issuer: root,
          purposes: [id_kp_clientAuth],
          hosts: ['localhost'],
        }),
        root,
      ],
      root,
      'CERTIFICATE_CHAIN_INVALID',
    ],
    [
      'a certificate for servers that an identity signed',
      [forHost(identity), identity, root],
      root,
      'CERTIFICATE_CHAIN_INVALID',
    ],
    [
      'a certificate that a server signed',
      [forHost(server, 'neighbor'), server, root],
      root,
      'CERTIFICATE_CHAIN_INVALID',
    ],
    [
      'the certificate of another host',
      [
        makeCertificate({
          name: 'localhost',
          issuer: root,
          ...serverPurpose,
          hosts: ['other.example.com'],
        }),
        root,
      ],
      root,
      'CERTIFICATE_WRONG_HOST',
    ],
    [
      'a certificate without names, whose common name is the host',
      [makeCertificate({ name: 'localhost', issuer: root, purposes: [id_kp_serverAuth] }), root],
      root,
      'PIN_MISMATCH',
    ],
    [
      'a chain that is longer than the CA allows',
      [forHost(belowShort), belowShort, shortRoot],
      shortRoot,
      'CERTIFICATE_CHAIN_INVALID',
    ],
    [
      'an expired CA in the chain',
      [forHost(expiredBetween), expiredBetween, root],
      root,
      'CERTIFICATE_EXPIRED',
    ],
    [
      'an expired certificate',
      [makeCertificate({ name: 'old', issuer: root, ...serverPurpose, days: -1 }), root],
      root,
      'CERTIFICATE_EXPIRED',
    ],
    [
      'a CA in the chain that must not sign certificates',
      [forHost(withoutUsage), withoutUsage, root],
      root,
      'PIN_MISMATCH',
    ],
    [
      'a chain whose pinned part is not a CA',
      [forHost(identity), identity, root],
      identity,
      'PIN_MISMATCH',
    ],
    [
      'a certificate that another key of the same name signed',
      [forHost(makeCertificate({ name: 'Root', ca: true, usage: signing })), root],
      root,
      'CERTIFICATE_',
    ],
  ])('does not vouch for %s, and nothing is sent', async (_, shown, pinned, code) => {
    const { url, asked } = await startShowing(shown)
    await expect(fetchCas({ url, fingerprint: fingerprint(pinned) })).rejects.toMatchObject({
      code: expect.stringMatching(`^${code}`),
    })
    expect(asked).toEqual([])
  })
})

test('a pinned certificate of the controller is enough, whatever its names are', async () => {
  const { url } = await startShowing([identity, root])
  await expect(fetchCas({ url, fingerprint: fingerprint(identity) })).resolves.toContain(
    'BEGIN CERTIFICATE',
  )
})

test('authorities without an end are given up after a megabyte', async () => {
  const sent = { bytes: 0 }
  const { url } = await startShowing([server, root], (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/pkcs7-mime' })
    const endless = Readable.from(
      (function* () {
        for (; sent.bytes < 64 * 2 ** 20; sent.bytes += 2 ** 16) yield Buffer.alloc(2 ** 16, 'A')
      })(),
    )
    endless.pipe(answer).on('error', () => undefined)
  })
  await expect(fetchCas({ url, fingerprint: fingerprint(root) })).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
  })
  expect(sent.bytes).toBeLessThan(32 * 2 ** 20)
})
