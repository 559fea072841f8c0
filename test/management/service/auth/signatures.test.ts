import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../../../../src/management/client/index.js'
import { fetchCas } from '../../../../src/management/client/node/index.js'
import { createService } from '../../../../src/management/service/index.js'
import { credentials } from '../../../support/management.js'
import { createOutsideAuthority } from '../../../support/certificates.js'

const service = await createService({ data: ':memory:', admin: credentials })
const other = await createService({ data: ':memory:', admin: credentials })
afterAll(async () => void (await Promise.all([service.close(), other.close()])))

const { url } = await service.listen({ port: 0 })
const stranger = await other.listen({ port: 0 })
const client = createClient({ url, credentials, fetch: service.fetch })

/** The certificate that an address shows. */
async function shownBy({ hostname, port }: URL): Promise<X509Certificate> {
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return new X509Certificate(raw)
}

const router = { name: 'north' }
const identity = { name: 'anna', type: 'User', isAdmin: false, enrollment: { ott: true } } as const
const ca = {
  name: 'outside',
  certPem: createOutsideAuthority('outside', Date.now()).certPem,
  identityRoles: [],
  isAuthEnabled: true,
  isAutoCaEnrollmentEnabled: true,
  isOttCaEnrollmentEnabled: true,
}

test.each([
  [
    'an edge router',
    async () =>
      (await client.edgeRouters.get((await client.edgeRouters.create(router)).id)).enrollmentJwt,
  ],
  [
    'an identity',
    async () =>
      (await client.identities.get((await client.identities.create(identity)).id)).enrollment.ott
        ?.jwt,
  ],
  ['an authority', async () => client.cas.jwt((await client.cas.create(ca)).id)],
  ['the network', async () => (await client.enrollments.networkJwts())[0]?.token],
])(
  'the token of %s is signed with the key of the certificate that its issuer shows, by which the authorities come',
  async (_, make) => {
    const token = (await make()) ?? ''
    const leaf = await shownBy(new URL(decodeJwt(token).iss ?? ''))
    expect((await jwtVerify(token, leaf.publicKey)).protectedHeader.kid).toBe(
      leaf.fingerprint.replaceAll(':', '').toLowerCase(),
    )
    expect(leaf.verify(new X509Certificate(await fetchCas({ enrollment: token })).publicKey)).toBe(
      true,
    )
    await expect(fetchCas({ url: stranger.url, enrollment: token })).rejects.toThrow(
      'is not signed with the key of this controller',
    )
  },
)
