import { expect } from 'vitest'
import type { Client, Listing } from '../../../../src/management/client/index.js'
import { createOutsideAuthority } from '../../../support/certificates.js'
import type { Scenario, Step } from './scenario.js'

type Resource<Create, Replace, Patch> = {
  list(options: { filter: string }): Listing<{ id: string }>
  create(body: Create): Promise<{ id: string }>
  get(id: string): Promise<object>
  replace(id: string, body: Replace): Promise<void>
  patch(id: string, body: Patch): Promise<void>
  delete(id: string): Promise<void>
}

/** A record as it is sent, and what of it is to be read afterwards. */
type SentBody<Body> = readonly [body: Body, read: object]

type Bodies<Create, Replace, Patch> = {
  create: SentBody<Create>
  replace: SentBody<Replace>
  patch: SentBody<Patch>
}

/** Makes a record, reads it, changes it in both ways, and deletes it. `needs` is made first: what the record refers to. */
function records<Needs, Create, Replace, Patch>(
  resourceOf: (client: Client) => Resource<Create, Replace, Patch>,
  needs: (client: Client) => Promise<Needs>,
  bodiesOf: (needs: Needs) => Bodies<Create, Replace, Patch>,
): Scenario {
  return () => {
    const made: { id: string; bodies?: Bodies<Create, Replace, Patch> } = { id: '' }
    const bodies = (): Bodies<Create, Replace, Patch> => {
      if (!made.bodies) throw new Error('there is no record')
      return made.bodies
    }
    const reads =
      (read: () => object): Step =>
      async ({ admin }) =>
        expect(await resourceOf(admin).get(made.id)).toMatchObject(read())
    return {
      'is created': async ({ admin }) => {
        made.bodies = bodiesOf(await needs(admin))
        made.id = (await resourceOf(admin).create(made.bodies.create[0])).id
      },
      'is read as it was created': reads(() => bodies().create[1]),
      'is found in the list': async ({ admin }) => {
        const { data, totalCount } = await resourceOf(admin).list({ filter: `id = "${made.id}"` })
        expect({ totalCount, data }).toMatchObject({
          totalCount: 1,
          data: [{ id: made.id, ...bodies().create[1] }],
        })
      },
      'is replaced': ({ admin }) => resourceOf(admin).replace(made.id, bodies().replace[0]),
      'is read as it was replaced': reads(() => bodies().replace[1]),
      'is changed in a part': ({ admin }) => resourceOf(admin).patch(made.id, bodies().patch[0]),
      'is read as it was changed': reads(() => bodies().patch[1]),
      'is deleted': ({ admin }) => resourceOf(admin).delete(made.id),
      'is not there any more': async ({ admin }) => {
        await expect(resourceOf(admin).get(made.id)).rejects.toMatchObject({
          name: 'ManagementError',
          status: 404,
          code: 'NOT_FOUND',
        })
        expect((await resourceOf(admin).list({ filter: `id = "${made.id}"` })).totalCount).toBe(0)
      },
    }
  }
}

const nothing = async (): Promise<void> => undefined

const named = (name: string): { name: string } => ({ name })

/** A body of which all is read as it was sent. */
const same = <Body extends object>(body: Body): SentBody<Body> => [body, body]

const primary = {
  cert: { allowed: true, allowExpiredCerts: false },
  extJwt: { allowed: false, allowedSigners: [] },
  updb: {
    allowed: true,
    lockoutDurationMinutes: 5,
    maxAttempts: 3,
    minPasswordLength: 8,
    requireMixedCase: false,
    requireNumberChar: true,
    requireSpecialChar: false,
  },
}

const policy = { semantic: 'AnyOf' as const, edgeRouterRoles: ['#hill'] }

const ca = {
  isAuthEnabled: true,
  isAutoCaEnrollmentEnabled: false,
  isOttCaEnrollmentEnabled: true,
  identityRoles: ['guests'],
}

const signer = {
  issuer: 'https://issuer.test',
  audience: 'orchard',
  enabled: true,
  jwksEndpoint: 'https://issuer.test/keys',
}

const identity = async ({ identities }: Client): Promise<string> =>
  (await identities.create({ name: 'anna', type: 'User', isAdmin: false })).id

const createConfigType = async ({ configTypes }: Client): Promise<string> =>
  (
    await configTypes.create({
      name: 'pump',
      schema: { type: 'object', required: ['port'], properties: { port: { type: 'integer' } } },
    })
  ).id

const ends = async ({
  services,
  transitRouters,
}: Client): Promise<{ service: string; router: string }> => ({
  service: (await services.create({ name: 'well', encryptionRequired: true })).id,
  router: (await transitRouters.create({ name: 'north' })).id,
})

/** All kinds of records that can be created, changed and deleted. */
export const recordScenarios: Readonly<Record<string, Scenario>> = {
  'an auth policy': records(
    ({ authPolicies }) => authPolicies,
    nothing,
    () => ({
      create: same({ name: 'strict', primary, secondary: { requireTotp: true } }),
      replace: same({
        name: 'stricter',
        primary: { ...primary, updb: { ...primary.updb, maxAttempts: 1 } },
        secondary: { requireTotp: false },
      }),
      patch: [
        { primary: { updb: { maxAttempts: 9 } } },
        {
          name: 'stricter',
          primary: { cert: primary.cert, updb: { ...primary.updb, maxAttempts: 9 } },
        },
      ],
    }),
  ),
  'an authenticator': records(
    ({ authenticators }) => authenticators,
    identity,
    (identityId) => ({
      create: [
        { method: 'updb', identityId, username: 'anna', password: 'a-user-password' },
        { method: 'updb', identityId, username: 'anna' },
      ],
      replace: [{ username: 'annika', password: 'another-password' }, { username: 'annika' }],
      patch: [
        { username: 'anneke', tags: { from: 'patch' } },
        { username: 'anneke', tags: { from: 'patch' } },
      ],
    }),
  ),
  'a CA': records(
    ({ cas }) => cas,
    async () => createOutsideAuthority('Outside', Date.now()).certPem,
    (certPem) => ({
      create: [
        { ...ca, name: 'outside', certPem },
        { ...ca, name: 'outside', isVerified: false },
      ],
      replace: same({
        ...ca,
        name: 'farther',
        identityNameFormat: '[commonName]',
        isAuthEnabled: false,
      }),
      patch: [{ identityRoles: ['friends'] }, { name: 'farther', identityRoles: ['friends'] }],
    }),
  ),
  'a config type': records(
    ({ configTypes }) => configTypes,
    nothing,
    () => ({
      create: same({ name: 'pump', schema: { type: 'object' } }),
      replace: same({ name: 'pumps', schema: { type: 'object', required: ['port'] } }),
      patch: [named('wells'), { name: 'wells', schema: { required: ['port'] } }],
    }),
  ),
  'a config': records(
    ({ configs }) => configs,
    createConfigType,
    (configTypeId) => ({
      create: same({ name: 'deep', configTypeId, data: { port: 80 } }),
      replace: same({ name: 'deeper', data: { port: 81 } }),
      patch: [{ data: { port: 82 } }, { name: 'deeper', configTypeId, data: { port: 82 } }],
    }),
  ),
  'an edge router policy': records(
    ({ edgeRouterPolicies }) => edgeRouterPolicies,
    nothing,
    () => ({
      create: same({ ...policy, name: 'uphill', identityRoles: ['#all'] }),
      replace: same({
        ...policy,
        name: 'downhill',
        semantic: 'AllOf' as const,
        identityRoles: ['#valley'],
      }),
      patch: [
        { identityRoles: ['#river'] },
        { name: 'downhill', edgeRouterRoles: ['#hill'], identityRoles: ['#river'] },
      ],
    }),
  ),
  'an edge router': records(
    ({ edgeRouters }) => edgeRouters,
    nothing,
    () => ({
      create: same({ name: 'north', cost: 10, isTunnelerEnabled: true, roleAttributes: ['hill'] }),
      replace: same({ name: 'south', cost: 20, noTraversal: true, isTunnelerEnabled: false }),
      patch: [
        { roleAttributes: ['valley'] },
        { name: 'south', cost: 20, roleAttributes: ['valley'], isOnline: false },
      ],
    }),
  ),
  'an external JWT signer': records(
    ({ externalJwtSigners }) => externalJwtSigners,
    nothing,
    () => ({
      create: same({ ...signer, name: 'issuer' }),
      replace: same({ ...signer, name: 'issuers', claimsProperty: 'email', useExternalId: true }),
      patch: [{ enabled: false }, { name: 'issuers', enabled: false, claimsProperty: 'email' }],
    }),
  ),
  'an identity': records(
    ({ identities }) => identities,
    nothing,
    () => ({
      create: [
        {
          name: 'anna',
          type: 'User' as const,
          isAdmin: false,
          roleAttributes: ['hill'],
          appData: { theme: 'dark' },
          externalId: 'a-1',
        },
        {
          name: 'anna',
          roleAttributes: ['hill'],
          appData: { theme: 'dark' },
          externalId: 'a-1',
          hasApiSession: false,
        },
      ],
      replace: [
        { name: 'anneke', type: 'User' as const, isAdmin: true, defaultHostingCost: 7 },
        { name: 'anneke', isAdmin: true, defaultHostingCost: 7 },
      ],
      patch: [
        { tags: { team: 'pumps' } },
        { name: 'anneke', isAdmin: true, tags: { team: 'pumps' } },
      ],
    }),
  ),
  'a posture check': records(
    ({ postureChecks }) => postureChecks,
    nothing,
    () => ({
      create: same({
        name: 'at home',
        typeId: 'DOMAIN' as const,
        domains: ['home.test'],
        roleAttributes: ['hill'],
      }),
      replace: same({ name: 'at work', typeId: 'DOMAIN' as const, domains: ['work.test'] }),
      patch: [
        { typeId: 'DOMAIN' as const, domains: ['work.test', 'home.test'] },
        { name: 'at work', domains: ['home.test', 'work.test'] },
      ],
    }),
  ),
  'a router by its old name': records(
    ({ routers }) => routers,
    nothing,
    () => ({
      create: same({ name: 'north', cost: 5 }),
      replace: same(named('south')),
      patch: same({ tags: { row: 'seven' } }),
    }),
  ),
  'a transit router': records(
    ({ transitRouters }) => transitRouters,
    nothing,
    () => ({
      create: same({ name: 'north', cost: 5, noTraversal: true }),
      replace: same(named('south')),
      patch: same({ tags: { row: 'seven' } }),
    }),
  ),
  'a service edge router policy': records(
    ({ serviceEdgeRouterPolicies }) => serviceEdgeRouterPolicies,
    nothing,
    () => ({
      create: same({ ...policy, name: 'uphill', serviceRoles: ['#all'] }),
      replace: same({
        ...policy,
        name: 'downhill',
        semantic: 'AllOf' as const,
        serviceRoles: ['#pumps'],
      }),
      patch: [
        { serviceRoles: ['#wells'] },
        { name: 'downhill', serviceRoles: ['#wells'], edgeRouterRoles: ['#hill'] },
      ],
    }),
  ),
  'a service policy': records(
    ({ servicePolicies }) => servicePolicies,
    nothing,
    () => ({
      create: same({
        name: 'dial pumps',
        type: 'Dial' as const,
        semantic: 'AnyOf' as const,
        serviceRoles: ['#pumps'],
        identityRoles: ['#all'],
      }),
      replace: same({
        name: 'bind pumps',
        type: 'Bind' as const,
        semantic: 'AllOf' as const,
        serviceRoles: ['#pumps'],
        identityRoles: ['#hill'],
        postureCheckRoles: ['#home'],
      }),
      patch: [
        { postureCheckRoles: ['#work'] },
        {
          name: 'bind pumps',
          type: 'Bind',
          postureCheckRoles: ['#work'],
          identityRoles: ['#hill'],
        },
      ],
    }),
  ),
  'a service': records(
    ({ services }) => services,
    nothing,
    () => ({
      create: same({
        name: 'well',
        encryptionRequired: true,
        roleAttributes: ['pumps'],
        terminatorStrategy: 'random',
      }),
      replace: [
        { name: 'wells', encryptionRequired: false, terminatorStrategy: 'sticky' },
        {
          name: 'wells',
          encryptionRequired: true,
          terminatorStrategy: 'sticky',
          roleAttributes: null,
        },
      ],
      patch: [
        { roleAttributes: ['deep'] },
        { name: 'wells', encryptionRequired: true, roleAttributes: ['deep'] },
      ],
    }),
  ),
  'a terminator': records(
    ({ terminators }) => terminators,
    ends,
    ({ service, router }) => ({
      create: [
        { service, router, binding: 'transport', address: 'tcp:well.test:80' },
        { serviceId: service, routerId: router, binding: 'transport', address: 'tcp:well.test:80' },
      ],
      replace: [
        { service, router, binding: 'edge', address: 'tcp:well.test:81' },
        { binding: 'edge', address: 'tcp:well.test:81' },
      ],
      patch: [
        { cost: 12, precedence: 'required' as const },
        { address: 'tcp:well.test:81', cost: 12, precedence: 'required' },
      ],
    }),
  ),
}
