import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client, Listing } from '../../../src/management/client/index.js'
import type { Description } from './lives.js'

/** A record in a list. */
type Listed = { id: string; name?: string }

type Readable<Entity> = {
  list(options: { limit: number }): Listing<Entity>
  get(id: string): Promise<Entity>
}

/** Returns the name of a record by its id. */
type FindName = (id: string) => string

/**
 * The records of a kind: differences between the list and single reads, the names, and a function that describes the
 * records.
 */
type CollectedRecords = {
  kind: string
  faults: string[]
  count: number
  names: [id: string, name: string][]
  told: (nameOf: FindName) => DescribedRecord[]
}

type DescribedRecord = { id: string; label: string; fields: unknown }

/** Removes the field `config` of services (settings by config type), which only lists contain. */
const withoutConfig = (record: unknown): object => ({ ...Object(record), config: undefined })

/** Reads all records of a kind, once as a list and once one by one. */
async function see<Entity extends Listed>(
  kind: string,
  resource: Readable<Entity>,
  tell: (entity: Entity, nameOf: FindName) => [label: string, fields: unknown],
): Promise<CollectedRecords> {
  const { data, totalCount } = await resource.list({ limit: -1 })
  const singles = await Promise.all(
    data.map(({ id }) => resource.get(id).catch((error: unknown) => error)),
  )
  const differing = data
    .filter(
      (entity, index) => !isDeepStrictEqual(withoutConfig(entity), withoutConfig(singles[index])),
    )
    .map(({ id }) => `${kind} ${id} is another in the list than by itself`)
  return {
    kind,
    faults: [
      ...differing,
      ...(data.length === totalCount
        ? []
        : [`the list of ${kind} has ${data.length} records and counts ${totalCount}`]),
    ],
    count: totalCount,
    names: data.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])),
    told: (nameOf) =>
      data.map((entity) => {
        const [label, fields] = tell(entity, nameOf)
        return { id: entity.id, label: `${kind} ${label}`, fields }
      }),
  }
}

/** Returns the names of the records in a list of roles. */
const named = (roles: readonly string[] | null | undefined, nameOf: FindName): string[] =>
  (roles ?? []).map((role) => nameOf(role.slice(1)))

/** Reads the configs that each identity has for services; the list of identities does not contain them. */
const configured = async (
  client: Client,
): Promise<Map<string, [service: string, config: string][]>> => {
  const { data } = await client.identities.list({ limit: -1 })
  return new Map(
    await Promise.all(
      data.map(
        async ({ id }) =>
          [
            id,
            (await client.identities.serviceConfigs(id)).map(
              ({ serviceId, configId }): [string, string] => [serviceId, configId],
            ),
          ] as const,
      ),
    ),
  )
}

async function seeAll(client: Client): Promise<CollectedRecords[]> {
  const serviceConfigs = await configured(client)
  return Promise.all([
    // First, so that the names of later records take precedence: the policy of a tunneler has the same id as its
    // router.
    see(
      'edgeRouterPolicies',
      client.edgeRouterPolicies,
      ({ edgeRouterRoles, identityRoles }, nameOf) => [
        named(edgeRouterRoles, nameOf).join(),
        { edgeRouters: named(edgeRouterRoles, nameOf), identities: named(identityRoles, nameOf) },
      ],
    ),
    see('configTypes', client.configTypes, ({ name }) => [name, {}]),
    see('configs', client.configs, ({ name, configTypeId, data }, nameOf) => [
      name,
      { type: nameOf(configTypeId), data },
    ]),
    see('services', client.services, ({ name, configs, roleAttributes }, nameOf) => [
      name,
      { configs: (configs ?? []).map(nameOf), roleAttributes },
    ]),
    see('identities', client.identities, ({ id, name, authenticators, enrollment }, nameOf) => [
      name,
      {
        authenticators: Object.keys(authenticators),
        enrollments: Object.keys(enrollment).sort(),
        serviceConfigs: serviceConfigs.get(id)?.map((pair) => pair.map(nameOf).join(' ')),
      },
    ]),
    see('enrollments', client.enrollments, ({ method, identityId, edgeRouterId = '' }, nameOf) => [
      `${nameOf(identityId ?? edgeRouterId)} ${method}`,
      {},
    ]),
    see('authenticators', client.authenticators, ({ method, identityId }, nameOf) => [
      nameOf(identityId),
      { method },
    ]),
    see(
      'servicePolicies',
      client.servicePolicies,
      ({ name, serviceRoles, identityRoles }, nameOf) => [
        name,
        { services: named(serviceRoles, nameOf), identities: named(identityRoles, nameOf) },
      ],
    ),
    see('edgeRouters', client.edgeRouters, ({ name, isTunnelerEnabled, enrollmentToken }) => [
      name,
      { isTunnelerEnabled, isWaiting: enrollmentToken !== undefined },
    ]),
  ])
}

type Relation = (id: string, options: { limit: number }) => PromiseLike<{ data: { id: string }[] }>

/** Relations that both sides list. */
const relations = (
  client: Client,
): readonly [from: string, forth: Relation, to: string, back: Relation][] => [
  ['configs', client.configs.services, 'services', client.services.configs],
  ['servicePolicies', client.servicePolicies.services, 'services', client.services.servicePolicies],
  [
    'servicePolicies',
    client.servicePolicies.identities,
    'identities',
    client.identities.servicePolicies,
  ],
  ['services', client.services.identities, 'identities', client.identities.services],
  [
    'edgeRouterPolicies',
    client.edgeRouterPolicies.identities,
    'identities',
    client.identities.edgeRouterPolicies,
  ],
  [
    'edgeRouterPolicies',
    client.edgeRouterPolicies.edgeRouters,
    'edgeRouters',
    client.edgeRouters.edgeRouterPolicies,
  ],
  ['edgeRouters', client.edgeRouters.identities, 'identities', client.identities.edgeRouters],
]

/** Names of kinds in the summary, if they differ. */
const summarised: Readonly<Record<string, string>> = { edgeRouters: 'routers.edge' }

type Ids = ReadonlyMap<string, readonly string[]>

async function faultsOfRelations(client: Client, ids: Ids): Promise<string[]> {
  const told = async (
    kind: string,
    relation: Relation,
    pair: (id: string, other: string) => string,
  ): Promise<string[]> =>
    (
      await Promise.all(
        (ids.get(kind) ?? []).map(async (id) =>
          (await relation(id, { limit: -1 })).data.map((other) => pair(id, other.id)),
        ),
      )
    )
      .flat()
      .sort()
  const faults = await Promise.all(
    relations(client).map(async ([from, forth, to, back]) => {
      const [there, here] = await Promise.all([
        told(from, forth, (id, other) => `${id} ${other}`),
        told(to, back, (id, other) => `${other} ${id}`),
      ])
      return isDeepStrictEqual(there, here)
        ? []
        : [`${from} say of ${to} [${there.join()}], and they of them [${here.join()}]`]
    }),
  )
  return faults.flat()
}

async function faultsOfCounts(
  client: Client,
  seen: readonly CollectedRecords[],
): Promise<string[]> {
  const summary: Readonly<Record<string, number>> = await client.information.summary()
  return seen
    .filter(({ kind, count }) => summary[summarised[kind] ?? kind] !== count)
    .map(
      ({ kind, count }) =>
        `the summary counts ${summary[summarised[kind] ?? kind]} ${kind}, and the list ${count}`,
    )
}

/** Runs the integrity check of the service, and returns the broken references that it finds. */
async function faultsOfReferences({ database }: Client): Promise<string[]> {
  await database.checkDataIntegrity()
  for (;;) {
    const { inProgress, results, error } = await database.dataIntegrityResults()
    await setImmediate()
    if (!inProgress)
      return [...(results ?? []).map(({ description }) => description), ...(error ? [error] : [])]
  }
}

/** The records of a writer: their descriptions, and their ids by kind and name. */
export type Found = { description: Description; ids: Map<string, string> }

/** Reads all records, grouped by writer, and finds contradictions between them. */
export async function checkRecords(
  client: Client,
): Promise<{ faults: string[]; writers: Map<string, Found> }> {
  const seen = await seeAll(client)
  const names = new Map(seen.flatMap((one) => one.names))
  const told = seen.flatMap((one) =>
    one.told((id) => names.get(id) ?? `(${id}, which is not there)`),
  )
  const writers = new Map<string, Found>()
  for (const { id, label, fields } of told) {
    const [writer = ''] = /(?<= )writer\d+-\d+-/.exec(label) ?? []
    const found = writers.get(writer) ?? { description: {}, ids: new Map() }
    const short = label.replaceAll(writer, '')
    found.ids.set(short, id)
    writers.set(writer, {
      ...found,
      description: {
        ...found.description,
        [short]: JSON.parse(JSON.stringify(fields).replaceAll(writer, '')),
      },
    })
  }
  const ids: Ids = new Map(
    seen.map(({ kind, told: tell }) => [kind, tell((id) => id).map(({ id }) => id)]),
  )
  const gone = told
    .filter(({ label, fields }) =>
      `${label} ${JSON.stringify(fields)}`.includes('which is not there'),
    )
    .map(({ label }) => `${label} names what is not there`)
  return {
    writers,
    faults: [
      ...seen.flatMap(({ faults }) => faults),
      ...gone,
      ...(await faultsOfRelations(client, ids)),
      ...(await faultsOfCounts(client, seen)),
      ...(await faultsOfReferences(client)),
    ],
  }
}
