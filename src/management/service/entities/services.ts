import { createLinkedCount } from '../filter/record-test.js'
import { createFieldRefusal, createNotFound, Refusal } from '../http/failure.js'
import type { Handlers } from '../http/handler.js'
import { createFilterable, listAll, createPage } from './list.js'
import { removeFromPolicies, findNamedChecks, findPolicies, isNamedBy } from './roles.js'
import type { Entity, Scope, WritingScope } from './entity.js'
import { normalizeAttributes, uniqueSorted, rejectInvalidName } from './entity.js'
import { configs } from './configs.js'
import type { EntityRecords } from './records.js'
import { presentBase, createLinks } from './present.js'

const terminatorStrategies = ['smartrouting', 'random', 'sticky', 'weighted']

/** What applications bind and dial by its name. */
export const services: Entity<'services'> = {
  kind: 'services',
  singular: 'service',
  collection: 'services',
  idForm: 'long',
  links: ['configs', 'service-edge-router-policies', 'service-policies', 'terminators'],
  fields: ({
    name = '',
    encryptionRequired = false,
    configs,
    roleAttributes,
    terminatorStrategy,
    maxIdleTimeMillis = 0,
  }) => ({
    name,
    encryptionRequired,
    configs: configs && configs.length > 0 ? configs : null,
    roleAttributes: normalizeAttributes(roleAttributes),
    terminatorStrategy: terminatorStrategy || 'smartrouting',
    maxIdleTimeMillis,
  }),
  // Read-only after the create, as the specification has it.
  immutableFields: ['encryptionRequired'],
  check: (record, scope, before) => {
    rejectInvalidName('services', record, scope, before)
    if (!terminatorStrategies.includes(record.terminatorStrategy))
      throw new Refusal({
        code: 'NOT_FOUND',
        reason: `terminatorStrategy with name ${record.terminatorStrategy} not found`,
      })
    const byType = new Map<string, string>()
    for (const id of record.configs ?? []) {
      const config = scope.records.get('configs', id)
      if (!config) throw createNotFound('config', id)
      const other = byType.get(config.configTypeId)
      if (other !== undefined) {
        const type = scope.records.get('configTypes', config.configTypeId)?.name
        throw createFieldRefusal(
          'configs',
          `duplicate configs named ${other} and ${config.name} found for config type ${type}. Only one config of a given typed is allowed per service `,
          record.configs,
        )
      }
      byType.set(config.configTypeId, config.name)
    }
  },
  beforeDelete: (service, scope) => {
    const { records } = scope
    for (const kind of ['terminators', 'sessions'] as const)
      for (const { id } of [...records.find(kind, 'service', service.id)]) records.delete(kind, id)
    removeFromPolicies(service.id, records)
    for (const identity of [...records.list('identities')])
      removeServiceConfigs(identity, service.id, scope)
  },
  present: (record, scope) => ({
    ...record,
    configs: record.configs && uniqueSorted(record.configs),
    ...presentAccess(record, scope),
  }),
  linked: {
    configs: (scope) =>
      createLinkedCount(
        () => createFilterable(configs, scope),
        (service) =>
          (service.configs ?? []).flatMap((id) => scope.records.get('configs', id) ?? []),
      ),
  },
}

/** Services as an identity sees them. */
export const serviceOperations: Handlers = {
  listServices: (call, environment) =>
    environment.read((records) => {
      const scope = { records, now: environment.now(), environment, call }
      // An identity that is not there is refused where there are no services, too.
      findViewer(scope)
      return createPage(services, listAll(services, records), scope)
    }),
}

type Identity = EntityRecords['identities']
type Service = EntityRecords['services']
type Policy = EntityRecords['servicePolicies']

/** What a caller sees of a service besides its fields: the configs that it asked for, what it may do, and on which posture. */
function presentAccess(service: Service, scope: Scope): Record<string, unknown> {
  // Lists of what is related to something else say nothing of it.
  if (scope.call.operation.resource !== 'services')
    return { config: null, permissions: null, postureQueries: [] }
  const identity = findViewer(scope)
  const policies = identity
    ? findPolicies
        .accessOf(identity, scope.records)
        .filter((policy) => isNamedBy(policy, 'serviceRoles', service))
    : []
  const permissions = ['Dial', 'Bind'].filter((type) =>
    policies.some((policy) => policy.type === type),
  )
  const types = permissions.length > 0 ? permissions : ['Invalid']
  return {
    config: presentConfigs(service, identity, scope),
    permissions: types,
    postureQueries: presentPostureQueries(policies, types, scope),
  }
}

/** Whose view is asked for: that of the caller; in a list it may be that of another identity, by its id or name. Refuses one that is not there. */
function findViewer({ records, call }: Scope): Identity | undefined {
  const other = isListCall(call) ? call.search.get('asIdentity') : undefined
  if (!other) return call.caller && records.get('identities', call.caller.identity.id)
  const [named] = records.find('identities', 'name', other)
  const identity = records.get('identities', other) ?? named
  if (!identity)
    throw new Refusal({ code: 'NOT_FOUND', reason: `identity with id or name ${other} not found` })
  return identity
}

const isListCall = ({ operation }: Scope['call']): boolean => operation.answer === 'page'

/** The data of configs by the names of their types; lists have those of the types that are asked for, a single service has none. */
function presentConfigs(
  service: Service,
  identity: Identity | undefined,
  { records, call }: Scope,
): Record<string, unknown> | null {
  if (!isListCall(call)) return null
  const asked = call.search.get('configTypes')?.split(',').filter(Boolean) ?? []
  const types = asked.length > 0 ? asked : (call.caller?.session.configTypes ?? [])
  const own =
    identity?.serviceConfigs
      .filter((pair) => pair.service === service.id)
      .map(({ config }) => config) ?? []
  const found = [...(service.configs ?? []), ...own].flatMap(
    (id) => records.get('configs', id) ?? [],
  )
  return Object.fromEntries(
    found.flatMap((config) => {
      const type = records.get('configTypes', config.configTypeId)
      return type && (types.includes('all') || types.includes(type.name) || types.includes(type.id))
        ? [[type.name, config.data]]
        : []
    }),
  )
}

function presentPostureQueries(
  policies: readonly Policy[],
  types: readonly string[],
  scope: Scope,
): Record<string, unknown>[] {
  const guarded = policies.flatMap((policy) => {
    const checks = findNamedChecks(policy, scope.records)
    return checks.length > 0
      ? [
          {
            isPassing: false,
            policyId: policy.id,
            policyType: policy.type,
            postureQueries: checks.map(presentPostureQuery),
          },
        ]
      : []
  })
  if (guarded.length > 0) return guarded
  return types.map((type) => ({
    isPassing: true,
    policyId: `dummy ${type.toLowerCase()} policy: no posture checks defined`,
    policyType: type,
    postureQueries: [],
  }))
}

/** What an endpoint would be asked. Nothing connects here, so nothing has answered. */
function presentPostureQuery(check: EntityRecords['postureChecks']): Record<string, unknown> {
  const { typeId, process, processes, timeoutSeconds } = check
  return {
    ...presentBase(check, createLinks('posture-checks', check.id)),
    isPassing: false,
    queryType: typeId,
    ...(process && { process: { osType: process.osType, path: process.path } }),
    ...(processes && { processes: processes.map(({ osType, path }) => ({ osType, path })) }),
    timeout: timeoutSeconds ?? -1,
    timeoutRemaining: timeoutSeconds ?? -1,
  }
}

/** Takes a deleted service out of the configs that an identity has for it. What it costs to host it there stays, as on a controller. */
function removeServiceConfigs(
  identity: Identity,
  service: string,
  { records }: WritingScope,
): void {
  const serviceConfigs = identity.serviceConfigs.filter((pair) => pair.service !== service)
  if (serviceConfigs.length < identity.serviceConfigs.length)
    records.put('identities', { ...identity, serviceConfigs })
}
