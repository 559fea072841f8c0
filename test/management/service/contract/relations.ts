import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import type { Scenario, Step } from './scenario.js'

/** What there is in the orchard, by its names. */
type Ids = Record<
  | 'kind'
  | 'config'
  | 'other'
  | 'service'
  | 'identity'
  | 'router'
  | 'transit'
  | 'check'
  | 'terminator'
  | 'dial'
  | 'connect'
  | 'reach',
  string
>

const make = async (creating: Promise<{ id: string }>): Promise<string> => (await creating).id

async function plant({
  configTypes,
  configs,
  services,
  identities,
  edgeRouters,
  transitRouters,
  postureChecks,
  terminators,
  servicePolicies,
  edgeRouterPolicies,
  serviceEdgeRouterPolicies,
}: Client): Promise<Ids> {
  const kind = await make(configTypes.create({ name: 'pump' }))
  const config = await make(
    configs.create({ name: 'deep', configTypeId: kind, data: { port: 80 } }),
  )
  const other = await make(
    configs.create({ name: 'shallow', configTypeId: kind, data: { port: 81 } }),
  )
  const service = await make(
    services.create({
      name: 'well',
      encryptionRequired: true,
      configs: [config],
      roleAttributes: ['pumps'],
    }),
  )
  const identity = await make(
    identities.create({ name: 'anna', type: 'User', isAdmin: false, roleAttributes: ['hill'] }),
  )
  const router = await make(edgeRouters.create({ name: 'north', roleAttributes: ['public'] }))
  const transit = await make(transitRouters.create({ name: 'middle' }))
  const check = await make(
    postureChecks.create({
      name: 'at home',
      typeId: 'DOMAIN',
      domains: ['home.test'],
      roleAttributes: ['home'],
    }),
  )
  return {
    kind,
    config,
    other,
    service,
    identity,
    router,
    transit,
    check,
    terminator: await make(
      terminators.create({
        service,
        router: transit,
        binding: 'transport',
        address: 'tcp:well.test:80',
      }),
    ),
    dial: await make(
      servicePolicies.create({
        name: 'dial',
        type: 'Dial',
        semantic: 'AnyOf',
        serviceRoles: ['#pumps'],
        identityRoles: [`@${identity}`],
        postureCheckRoles: ['#home'],
      }),
    ),
    connect: await make(
      edgeRouterPolicies.create({
        name: 'connect',
        semantic: 'AnyOf',
        edgeRouterRoles: ['#public'],
        identityRoles: ['#hill'],
      }),
    ),
    reach: await make(
      serviceEdgeRouterPolicies.create({
        name: 'reach',
        semantic: 'AnyOf',
        edgeRouterRoles: [`@${router}`],
        serviceRoles: ['#all'],
      }),
    ),
  }
}

/** What is listed of one record, by its path, and the names of what is in the list. */
type Related = readonly [
  list: (client: Client, ids: Ids) => PromiseLike<{ data: { id: string }[] }>,
  has: keyof Ids,
]

const related: Readonly<Record<string, Related>> = {
  'the configs of a config type': [
    ({ configTypes }, { kind }) => configTypes.configs(kind, { filter: 'name = "deep"' }),
    'config',
  ],
  'the services of a config': [({ configs }, { config }) => configs.services(config), 'service'],
  'the configs of a service': [({ services }, { service }) => services.configs(service), 'config'],
  'the terminators of a service': [
    ({ services }, { service }) => services.terminators(service),
    'terminator',
  ],
  'the identities of a service': [
    ({ services }, { service }) => services.identities(service),
    'identity',
  ],
  'the edge routers of a service': [
    ({ services }, { service }) => services.edgeRouters(service),
    'router',
  ],
  'the service policies of a service': [
    ({ services }, { service }) => services.servicePolicies(service),
    'dial',
  ],
  'the service edge router policies of a service': [
    ({ services }, { service }) => services.serviceEdgeRouterPolicies(service),
    'reach',
  ],
  'the services of an identity': [
    ({ identities }, { identity }) => identities.services(identity),
    'service',
  ],
  'the edge routers of an identity': [
    ({ identities }, { identity }) => identities.edgeRouters(identity),
    'router',
  ],
  'the service policies of an identity': [
    ({ identities }, { identity }) => identities.servicePolicies(identity),
    'dial',
  ],
  'the edge router policies of an identity': [
    ({ identities }, { identity }) => identities.edgeRouterPolicies(identity),
    'connect',
  ],
  'the identities of an edge router': [
    ({ edgeRouters }, { router }) => edgeRouters.identities(router),
    'identity',
  ],
  'the services of an edge router': [
    ({ edgeRouters }, { router }) => edgeRouters.services(router),
    'service',
  ],
  'the edge router policies of an edge router': [
    ({ edgeRouters }, { router }) => edgeRouters.edgeRouterPolicies(router),
    'connect',
  ],
  'the service edge router policies of an edge router': [
    ({ edgeRouters }, { router }) => edgeRouters.serviceEdgeRouterPolicies(router),
    'reach',
  ],
  'the services of a service policy': [
    ({ servicePolicies }, { dial }) => servicePolicies.services(dial),
    'service',
  ],
  'the identities of a service policy': [
    ({ servicePolicies }, { dial }) => servicePolicies.identities(dial),
    'identity',
  ],
  'the posture checks of a service policy': [
    ({ servicePolicies }, { dial }) => servicePolicies.postureChecks(dial),
    'check',
  ],
  'the edge routers of an edge router policy': [
    ({ edgeRouterPolicies }, { connect }) => edgeRouterPolicies.edgeRouters(connect),
    'router',
  ],
  'the identities of an edge router policy': [
    ({ edgeRouterPolicies }, { connect }) => edgeRouterPolicies.identities(connect),
    'identity',
  ],
  'the edge routers of a service edge router policy': [
    ({ serviceEdgeRouterPolicies }, { reach }) => serviceEdgeRouterPolicies.edgeRouters(reach),
    'router',
  ],
  'the services of a service edge router policy': [
    ({ serviceEdgeRouterPolicies }, { reach }) => serviceEdgeRouterPolicies.services(reach),
    'service',
  ],
}

const attributes: Readonly<
  Record<
    string,
    readonly [list: (client: Client) => PromiseLike<{ data: string[] }>, has: string[]]
  >
> = {
  'the role attributes of edge routers': [
    ({ roleAttributes }) => roleAttributes.edgeRouters(),
    ['public'],
  ],
  'the role attributes of identities': [
    ({ roleAttributes }) => roleAttributes.identities(),
    ['hill'],
  ],
  'the role attributes of posture checks': [
    ({ roleAttributes }) => roleAttributes.postureChecks(),
    ['home'],
  ],
  'the role attributes of services': [
    ({ roleAttributes }) => roleAttributes.services({ filter: 'id contains "p"' }),
    ['pumps'],
  ],
}

const each = <Row>(
  rows: Readonly<Record<string, Row>>,
  step: (row: Row) => Step,
): Record<string, Step> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${name} are listed`, step(row)]))

const inUse = { status: 409, code: 'CAN_NOT_DELETE_REFERENCED_ENTITY' }

/** What hangs together, and what becomes of it when a part goes. */
export const orchard: Scenario = () => {
  const made: { ids?: Ids } = {}
  const ids = (): Ids => {
    if (!made.ids) throw new Error('nothing is planted')
    return made.ids
  }
  const pair = (): { serviceId: string; configId: string }[] => [
    { serviceId: ids().service, configId: ids().other },
  ]
  return {
    'is planted': async ({ admin }) => {
      made.ids = await plant(admin)
    },
    ...each(
      related,
      ([list, has]) =>
        async ({ admin }) =>
          expect((await list(admin, ids())).data.map(({ id }) => id)).toEqual([ids()[has]]),
    ),
    ...each(
      attributes,
      ([list, has]) =>
        async ({ admin }) =>
          expect((await list(admin)).data).toEqual(has),
    ),
    'an identity is told what it may do, and why not': async ({ admin }) => {
      const advice = await admin.identities.policyAdvice(ids().identity, ids().service)
      expect(advice.isBindAllowed ?? false).toBe(false)
      expect(advice).toMatchObject({
        identityId: ids().identity,
        serviceId: ids().service,
        isDialAllowed: true,
        identityRouterCount: 1,
        serviceRouterCount: 1,
        commonRouters: [{ id: ids().router, isOnline: false }],
      })
    },
    'an identity gets a config of its own for a service': ({ admin }) =>
      admin.identities.addServiceConfigs(ids().identity, pair()),
    'which is listed': async ({ admin }) => {
      expect(await admin.identities.serviceConfigs(ids().identity)).toMatchObject(pair())
    },
    'and keeps the config where it is': ({ admin }) =>
      expect(admin.configs.delete(ids().other)).rejects.toMatchObject(inUse),
    'until it is taken away': async ({ admin }) => {
      await admin.identities.removeServiceConfigs(ids().identity, pair())
      expect(await admin.identities.serviceConfigs(ids().identity)).toEqual([])
      await admin.configs.delete(ids().other)
    },
    'a config type stays while it has configs': ({ admin }) =>
      expect(admin.configTypes.delete(ids().kind)).rejects.toMatchObject(inUse),
    'a router takes its terminators along': async ({ admin }) => {
      await admin.transitRouters.delete(ids().transit)
      await expect(admin.terminators.get(ids().terminator)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    },
    'an identity leaves the policies that name it': async ({ admin }) => {
      await admin.identities.delete(ids().identity)
      expect((await admin.servicePolicies.get(ids().dial)).identityRoles ?? []).toEqual([])
    },
    'so does an edge router': async ({ admin }) => {
      await admin.edgeRouters.delete(ids().router)
      expect(
        (await admin.serviceEdgeRouterPolicies.get(ids().reach)).edgeRouterRoles ?? [],
      ).toEqual([])
    },
    'a service leaves its config': async ({ admin }) => {
      await admin.services.delete(ids().service)
      expect((await admin.configs.services(ids().config)).totalCount).toBe(0)
      await admin.configs.delete(ids().config)
      await admin.configTypes.delete(ids().kind)
    },
  }
}
