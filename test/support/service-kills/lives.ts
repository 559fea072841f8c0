import type { Client } from '../../../src/management/client/index.js'

/** The relevant fields of a writer's records, by kind and name; names do not include the prefix of the writer. */
export type Description = Readonly<Record<string, unknown>>

/**
 * The context of a writer: its client, a function that adds its prefix to a name, and the ids of its existing records.
 */
export type Workplace = {
  client: Client
  name: (part: string) => string
  id: (label: string) => string
}

/**
 * A request that changes several records at once. `leaves` contains the changed descriptions; undefined for a deleted
 * record. The returned id is that of the first record in `leaves` that is not deleted.
 */
export type Step = {
  send: (place: Workplace) => Promise<{ id: string } | void>
  leaves: Description
}

const password = 'a-user-password'

/** The steps that a writer repeats: it creates, changes and deletes records that depend on each other. */
export const life: readonly Step[] = [
  {
    send: ({ client, name }) =>
      client.configTypes.create({ name: name('type'), schema: { type: 'object' } }),
    leaves: { 'configTypes type': {} },
  },
  {
    send: ({ client, name, id }) =>
      client.configs.create({
        name: name('config'),
        configTypeId: id('configTypes type'),
        data: { port: 80 },
      }),
    leaves: { 'configs config': { type: 'type', data: { port: 80 } } },
  },
  {
    send: ({ client, name, id }) =>
      client.services.create({
        name: name('service'),
        encryptionRequired: true,
        configs: [id('configs config')],
        roleAttributes: ['one'],
      }),
    leaves: { 'services service': { configs: ['config'], roleAttributes: ['one'] } },
  },
  {
    send: ({ client, name }) =>
      client.identities.create({
        name: name('person'),
        type: 'User',
        isAdmin: false,
        enrollment: { ott: true },
      }),
    leaves: {
      'identities person': { authenticators: [], enrollments: ['ott'], serviceConfigs: [] },
      'enrollments person ott': {},
    },
  },
  {
    send: ({ client, name, id }) =>
      client.authenticators.create({
        method: 'updb',
        identityId: id('identities person'),
        username: name('person'),
        password,
      }),
    leaves: {
      'authenticators person': { method: 'updb' },
      'identities person': { authenticators: ['updb'], enrollments: ['ott'], serviceConfigs: [] },
    },
  },
  {
    send: ({ client, name, id }) =>
      client.servicePolicies.create({
        name: name('policy'),
        type: 'Dial',
        semantic: 'AnyOf',
        serviceRoles: [`@${id('services service')}`],
        identityRoles: [`@${id('identities person')}`],
      }),
    leaves: { 'servicePolicies policy': { services: ['service'], identities: ['person'] } },
  },
  {
    send: ({ client, id }) =>
      client.identities.addServiceConfigs(id('identities person'), [
        { serviceId: id('services service'), configId: id('configs config') },
      ]),
    leaves: {
      'identities person': {
        authenticators: ['updb'],
        enrollments: ['ott'],
        serviceConfigs: ['service config'],
      },
    },
  },
  {
    send: ({ client, name }) =>
      client.edgeRouters.create({ name: name('router'), isTunnelerEnabled: true }),
    leaves: {
      'edgeRouters router': { isTunnelerEnabled: true, isWaiting: true },
      'identities router': { authenticators: [], enrollments: [], serviceConfigs: [] },
      'edgeRouterPolicies router': { edgeRouters: ['router'], identities: ['router'] },
      'enrollments router erott': {},
    },
  },
  {
    send: ({ client, name, id }) =>
      client.services
        .patch(id('services service'), { name: name('renamed'), roleAttributes: ['one', 'two'] })
        .then(() => ({ id: id('services service') })),
    leaves: {
      'services service': undefined,
      'services renamed': { configs: ['config'], roleAttributes: ['one', 'two'] },
      'servicePolicies policy': { services: ['renamed'], identities: ['person'] },
      'identities person': {
        authenticators: ['updb'],
        enrollments: ['ott'],
        serviceConfigs: ['renamed config'],
      },
    },
  },
  {
    send: ({ client, id }) =>
      client.edgeRouters.patch(id('edgeRouters router'), { isTunnelerEnabled: false }),
    leaves: {
      'edgeRouters router': { isTunnelerEnabled: false, isWaiting: true },
      'identities router': undefined,
      'edgeRouterPolicies router': undefined,
    },
  },
  {
    send: ({ client, id }) =>
      client.authenticators.reEnroll(id('authenticators person'), {
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    leaves: {
      'authenticators person': undefined,
      'enrollments person updb': {},
      'identities person': {
        authenticators: [],
        enrollments: ['ott', 'updb'],
        serviceConfigs: ['renamed config'],
      },
    },
  },
  {
    send: ({ client, id }) => client.services.delete(id('services renamed')),
    leaves: {
      'services renamed': undefined,
      'servicePolicies policy': { services: [], identities: ['person'] },
      'identities person': { authenticators: [], enrollments: ['ott', 'updb'], serviceConfigs: [] },
    },
  },
  {
    send: ({ client, id }) => client.identities.delete(id('identities person')),
    leaves: {
      'identities person': undefined,
      'enrollments person ott': undefined,
      'enrollments person updb': undefined,
      'servicePolicies policy': { services: [], identities: [] },
    },
  },
  {
    send: ({ client, id }) => client.edgeRouters.delete(id('edgeRouters router')),
    leaves: { 'edgeRouters router': undefined, 'enrollments router erott': undefined },
  },
  {
    send: ({ client, id }) => client.servicePolicies.delete(id('servicePolicies policy')),
    leaves: { 'servicePolicies policy': undefined },
  },
  {
    send: ({ client, id }) => client.configs.delete(id('configs config')),
    leaves: { 'configs config': undefined },
  },
  {
    send: ({ client, id }) => client.configTypes.delete(id('configTypes type')),
    leaves: { 'configTypes type': undefined },
  },
]

/** Returns the records that exist after a number of steps. */
export function after(steps: number): Description {
  const all: Description = life
    .slice(0, steps)
    .reduce((before, { leaves }) => ({ ...before, ...leaves }), {})
  return Object.fromEntries(Object.entries(all).filter(([, fields]) => fields !== undefined))
}
