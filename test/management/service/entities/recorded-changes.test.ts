import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutsideAuthority } from '../../../support/certificates.js'
import type { Managed, Reply } from '../../../support/management.js'
import {
  createAuthPolicy,
  makeVerifiedCa,
  requireText,
  startManaged,
} from '../../../support/management.js'

/** Changes of CAs and signers in the order in which a controller got them, and how it answered. */
const recorded: { change?: string; status?: number; code?: string }[] = JSON.parse(
  readFileSync('fixtures/management/ca-and-signer-changes-2.0.3.json', 'utf8'),
)

let service: Managed
beforeEach(async () => {
  service = await startManaged()
})
afterEach(() => service.close())

const answered = ({ status, code }: Reply): object => ({ status, ...(code !== '' && { code }) })

const expectRecorded = (change: string, reply: Reply): void => {
  const known = recorded.find((one) => one.change === change)
  expect({ change, ...answered(reply) }).toEqual({
    change,
    status: known?.status,
    ...(known?.code !== undefined && { code: known.code }),
  })
}

const jwksEndpoint = 'https://keys.example.com/jwks'
const certPem = (): string => createOutsideAuthority('signer', service.now()).certPem
const createSigner = (name: string, more: object): object => ({
  name,
  issuer: `https://${name}.example.com`,
  audience: 'here',
  enabled: true,
  ...more,
})

test('a patch does not change the kind of a signer, and a replacement does', async () => {
  const id = await service.make(
    'external-jwt-signers',
    createSigner('one', { certPem: certPem(), kid: 'k1' }),
  )
  const path = `/external-jwt-signers/${id}`
  const patch = (body: object): Promise<Reply> => service.call('PATCH', path, { body })
  expectRecorded('cert->jwks patch', await patch({ jwksEndpoint }))
  expectRecorded('cert->jwks patch certPem null', await patch({ jwksEndpoint, certPem: null }))
  expect((await patch({ jwksEndpoint, certPem: '' })).status).toBe(400)
  expect((await service.call('GET', path)).data).toMatchObject({ jwksEndpoint: null, kid: 'k1' })
  const replacement = { body: createSigner('one', { jwksEndpoint }) }
  expectRecorded('cert->jwks put', await service.call('PUT', path, replacement))
  expect((await service.call('GET', path)).data).toMatchObject({ jwksEndpoint, certPem: null })
  expect((await patch({ certPem: certPem(), kid: 'k1' })).status).toBe(400)
})

test.each([
  ['cert only', { extJwt: { allowed: false } }],
  ['ext only', { cert: { allowed: false } }],
  ['none', { cert: { allowed: false }, extJwt: { allowed: false } }],
])('a signer enrolls to what its policy allows: %s', async (name, allowed) => {
  const enrollAuthPolicyId = await service.make('auth-policies', createAuthPolicy(name, allowed))
  for (const [token, cert] of [
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const reply = await service.call('POST', '/external-jwt-signers', {
      body: createSigner(`${name} ${token} ${cert}`.replaceAll(' ', '-'), {
        jwksEndpoint,
        enrollAuthPolicyId,
        enrollToTokenEnabled: token,
        enrollToCertEnabled: cert,
      }),
    })
    const said = (is: boolean | undefined): string => (is ? 'True' : 'False')
    expectRecorded(`enroll token=${said(token)} cert=${said(cert)} policy ${name}`, reply)
  }
  const id = await service.make(
    'external-jwt-signers',
    createSigner('later', { jwksEndpoint, enrollAuthPolicyId }),
  )
  expectRecorded(
    `patch enrollToToken with policy ${name}`,
    await service.call('PATCH', `/external-jwt-signers/${id}`, {
      body: { enrollToTokenEnabled: true },
    }),
  )
})

describe('a patch of the claim of a CA', () => {
  const plain = { location: 'COMMON_NAME', matcher: 'ALL', parser: 'NONE' }
  const split = {
    location: 'COMMON_NAME',
    matcher: 'PREFIX',
    matcherCriteria: 'dev-',
    parser: 'SPLIT',
    parserCriteria: '.',
    index: 1,
  }
  const fullPlain = { ...plain, matcherCriteria: '', parserCriteria: '', index: 0 }

  async function withClaim(externalIdClaim: object): Promise<{
    patch: (body: object) => Promise<Reply>
    read: () => Promise<unknown>
  }> {
    const id = await service.make('cas', {
      name: 'outside',
      certPem: certPem(),
      identityRoles: [],
      isAuthEnabled: true,
      isAutoCaEnrollmentEnabled: false,
      isOttCaEnrollmentEnabled: false,
      externalIdClaim,
    })
    return {
      patch: (body) => service.call('PATCH', `/cas/${id}`, { body }),
      read: async () => (await service.call('GET', `/cas/${id}`)).data['externalIdClaim'],
    }
  }

  test('is answered as recorded, in the order in which it was sent', async () => {
    const { patch, read } = await withClaim(fullPlain)
    const send = async (claim: string): Promise<void> =>
      expectRecorded(
        `claim patch ${claim}`,
        await patch({ externalIdClaim: JSON.parse(claim) as unknown }),
      )
    for (const { change = '' } of recorded) {
      const claim = /^claim patch (.*)$/.exec(change)?.[1]
      if (claim !== undefined) await send(claim)
    }
    expect(await read()).toEqual({ ...fullPlain, matcher: 'PREFIX', matcherCriteria: 'x' })
    expectRecorded('claim null with name', await patch({ externalIdClaim: null, name: 'other' }))
    expect(await read()).toBeUndefined()
  })

  test.each([
    [{ parser: 'NONE' }, { ...split, parser: 'NONE' }],
    [{ parserCriteria: '-' }, split],
    [{ index: 2 }, { ...split, index: 2 }],
    [
      { location: null, index: 3 },
      { ...split, index: 3 },
    ],
    [{}, split],
    [{ index: -1 }, undefined],
    [{ matcherCriteria: '' }, undefined],
    [{ matcher: 'SCHEME' }, undefined],
    [{ location: 'SAN_URI' }, undefined],
  ])('of %j merges its parts', async (externalIdClaim, merged) => {
    const { patch, read } = await withClaim(split)
    expect((await patch({ externalIdClaim })).status).toBe(merged ? 200 : 400)
    expect(await read()).toEqual(merged ?? split)
  })

  test('completes a claim that was removed', async () => {
    const { patch, read } = await withClaim(split)
    await patch({})
    expect(await read()).toEqual(split)
    await patch({ tags: { site: 'x' } })
    expect(await read()).toBeUndefined()
    expect((await patch({ externalIdClaim: { index: 2 } })).status).toBe(400)
    expect((await patch({ externalIdClaim: split })).status).toBe(400)
    expect((await patch({ externalIdClaim: plain })).status).toBe(200)
    expect(await read()).toEqual(fullPlain)
  })
})

test('an edge router counts as verified as a transit router, which does not show its enrollment', async () => {
  const id = await service.make('edge-routers', { name: 'north' })
  const own = (await service.call('GET', `/edge-routers/${id}`)).data
  expect([own['isVerified'], typeof own['enrollmentToken']]).toEqual([false, 'string'])
  for (const collection of ['transit-routers', 'routers']) {
    const { data } = await service.call('GET', `/${collection}/${id}`)
    expect(data['isVerified']).toBe(true)
    expect(Object.keys(data).filter((name) => name.startsWith('enrollment'))).toEqual([])
  }
  const other = await service.make('transit-routers', { name: 'south' })
  const { data } = await service.call('GET', `/transit-routers/${other}`)
  expect([data['isVerified'], typeof data['enrollmentToken']]).toEqual([false, 'string'])
})

test.each([undefined, 'text/plain', 'text/plain; charset=utf-8'])(
  'an enrollment with a certificate of a CA needs no body, whatever its type: %s',
  async (type) => {
    const authority = createOutsideAuthority('Outside', service.now())
    const ca = await makeVerifiedCa(service, authority)
    const identity = await service.make('identities', {
      name: 'north',
      type: 'User',
      isAdmin: false,
      enrollment: { ottca: ca },
    })
    const { list } = await service.call('GET', `/identities/${identity}/enrollments`)
    const path = `//edge/client/v1/enroll?method=ottca&token=${requireText(list[0], 'token')}`
    const reply = await service.call('POST', path, {
      session: '',
      certificate: authority.client('north'),
      ...(type !== undefined && { text: '', headers: { 'content-type': type } }),
    })
    expect(reply.status).toBe(200)
  },
)
