import { createHash, sign, X509Certificate } from 'node:crypto'
import { Readable } from 'node:stream'
import { id_kp_clientAuth, id_kp_serverAuth, KeyUsageFlags } from '@peculiar/asn1-x509'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../../src/management/client/index.js'
import { fetchCas, nodeFetch } from '../../../../src/management/client/node/index.js'
import { toKeyPem } from '../../../../src/management/service/pki/authority.js'
import { createCertificateBundle } from '../../../../src/management/service/pki/certificate.js'
import type { MadeCertificate } from '../../../support/certificates.js'
import { certificateIn, makeCertificate } from '../../../support/certificates.js'
import type { Handler, ReceivedRequest } from '../../../support/controller.js'
import { pem, send, startController } from '../../../support/controller.js'

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

describe('the controllers of a cluster', () => {
  /** A member: its certificate, and the chain below the root that it shows and hands out. */
  const createMember = (
    name: string,
    above = root,
  ): [leaf: MadeCertificate, signing: MadeCertificate, root: MadeCertificate] => {
    const signer = makeCertificate({ name, issuer: above, ca: true, usage: signing })
    return [forHost(signer), signer, above]
  }
  const members = [createMember('c1'), createMember('c2')] as const
  const stranger = createMember('c2', makeCertificate({ name: 'Root', ca: true, usage: signing }))

  const start = (
    [leaf, signer, top]: ReturnType<typeof createMember>,
    others: () => readonly string[] = () => [],
  ): ReturnType<typeof startShowing> =>
    startShowing([leaf, signer], ({ path }, response) => {
      if (path.startsWith('/.well-known'))
        response
          .writeHead(200)
          .end(createCertificateBundle([signer, top].map(({ pem: text }) => certificateIn(text))))
      else if (path === '/version')
        send(response, { data: { capabilities: ['HA_CONTROLLER'] }, meta: {} })
      else if (path.startsWith('/controllers'))
        send(response, {
          data: others().map((url) => ({ apiAddresses: { 'edge-management': [{ url }] } })),
          meta: { pagination: { limit: 10, offset: 0, totalCount: 1 } },
        })
    })

  const enroll = ({ key }: MadeCertificate, iss: string): string => {
    const [head, claims] = [
      { alg: 'ES256', typ: 'JWT' },
      { iss, exp: 4e9 },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const text = `${head}.${claims}`
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }

  test.each(['fingerprint', 'enrollment'] as const)(
    'are all vouched for by the %s of one',
    async (kind) => {
      const [first, second] = [await start(members[0]), await start(members[1])]
      const [leaf] = members[1]
      const pin =
        kind === 'fingerprint'
          ? { fingerprint: fingerprint(leaf), url: [first.url, second.url] }
          : { enrollment: enroll(leaf, second.url), url: first.url }
      const fetch = nodeFetch({ ca: await fetchCas(pin) })
      onTestFinished(() => fetch.close())
      for (const url of [first.url, second.url])
        await expect(
          createClient({ url, fetch, cluster: false }).information.version(),
        ).resolves.toMatchObject({ capabilities: ['HA_CONTROLLER'] })
    },
  )

  test.each(['fingerprint', 'enrollment'] as const)(
    'are not vouched for by the %s of one where another has other authorities, and nothing is sent to that',
    async (kind) => {
      const [strange, second] = await Promise.all([start(stranger), start(members[1])])
      const [leaf] = members[1]
      const pin =
        kind === 'fingerprint'
          ? { fingerprint: fingerprint(leaf), url: [strange.url, second.url] }
          : { enrollment: enroll(leaf, second.url), url: strange.url }
      await expect(fetchCas(pin)).rejects.toMatchObject({ code: 'PIN_MISMATCH' })
      expect(strange.asked).toEqual([])
    },
  )

  test('are called only if the authorities of the first one issued their certificates', async () => {
    const strange = await start(stranger)
    const second = await start(members[1])
    const first = await start(members[0], () => [strange.url, second.url])
    const [leaf] = members[0]
    const trusted = nodeFetch({
      ca: await fetchCas({ url: first.url, fingerprint: fingerprint(leaf) }),
    })
    onTestFinished(() => trusted.close())
    const state = { hasEnded: false }
    const client = createClient({
      url: first.url,
      credentials: { username: 'admin', password: 'a-good-password', oidc: false },
      retry: { delay: 2 },
      fetch: async (request) => {
        if (state.hasEnded && new URL(request.url).origin === first.url)
          throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        return trusted(request)
      },
    })
    await client.services.get('a')
    expect(client.addresses()).toHaveLength(3)
    state.hasEnded = true
    await expect(client.services.get('a')).resolves.toMatchObject({ name: 'north' })
    expect(strange.asked).toEqual([])
    expect(second.asked.map(({ path }) => path)).toEqual([
      '/authenticate?method=password',
      '/services/a',
    ])
  })
})
