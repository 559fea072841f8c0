import { createFieldRefusal, createNotFound, Refusal } from '../call/failure.js'
import type { Handlers } from '../call/call.js'
import { isOrdinaryCaller } from '../auth/rights.js'
import type { EntityRecords, NamedRecord } from '../call/records.js'
import type { Work } from '../call/work.js'
import { countSteps, isPartOver, runToCompletion } from '../call/work.js'
import { uniqueSorted } from '../call/byte-order.js'
import { removeIds } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { createReadInPartsHandler } from '../call/scope.js'
import { configs } from './configs.js'
import { defineEntity } from './crud.js'
import { normalizeAttributes, rejectInvalidName } from './entity.js'
import { createPage, linkTo, listAll, listRelated, mayList } from './list.js'
import { presentBase, createLinks } from './present.js'
import { createMemberTest, findMembers, findPolicies, listAttributes } from './roles.js'

type ServiceRecord = NamedRecord & {
  encryptionRequired: boolean
  configs: string[] | null
  roleAttributes: string[] | null
  terminatorStrategy: string
  maxIdleTimeMillis: number
}

declare module '../call/records.js' {
  interface EntityRecords {
    services: ServiceRecord
  }
}

const terminatorStrategies = ['smartrouting', 'random', 'sticky', 'weighted']

/** An application that clients dial and hosts bind by its name. */
export const services = defineEntity({
  name: 'services',
  indexes: ['name', 'configs', 'roleAttributes'],
  references: [
    {
      field: 'configs',
      target: 'configs',
      ids: ({ configs: ids }) => ids ?? [],
      withoutIds: (service, isGone) => ({
        ...service,
        configs: removeIds(service.configs, isGone),
      }),
      onDelete: 'clear',
    },
  ],
  links: ['configs', 'service-edge-router-policies', 'service-policies', 'terminators'],
  toRecord: (input, base) => ({
    name: input.name ?? '',
    encryptionRequired: input.encryptionRequired ?? false,
    configs: input.configs && input.configs.length > 0 ? input.configs : null,
    roleAttributes: normalizeAttributes(input.roleAttributes),
    terminatorStrategy: input.terminatorStrategy || 'smartrouting',
    maxIdleTimeMillis: input.maxIdleTimeMillis ?? 0,
    ...base,
  }),
  // According to the specification, this field cannot be changed after creation.
  immutableFields: ['encryptionRequired'],
  checkName: (record, scope) => rejectInvalidName('services', record, scope),
  check: (record, scope) => {
    if (!terminatorStrategies.includes(record.terminatorStrategy))
      throw new Refusal({
        code: 'NOT_FOUND',
        reason: `terminatorStrategy with name ${record.terminatorStrategy} not found`,
      })
    const configNameByType = new Map<string, string>()
    for (const id of record.configs ?? []) {
      const config = scope.records.get('configs', id)
      if (!config) throw createNotFound('config', id)
      const otherName = configNameByType.get(config.configTypeId)
      if (otherName !== undefined) {
        const type = scope.records.get('configTypes', config.configTypeId)?.name
        throw createFieldRefusal(
          'configs',
          `duplicate configs named ${otherName} and ${config.name} found for config type ${type}. Only one config of a given typed is allowed per service `,
          record.configs,
        )
      }
      configNameByType.set(config.configTypeId, config.name)
    }
  },
  present: (record, scope) => ({
    ...record,
    configs: record.configs && uniqueSorted(record.configs),
    ...presentCallerFields(record, scope),
  }),
  filterLinks: {
    configs: linkTo<'services', 'configs'>(configs, ({ configs: ids }, records) =>
      (ids ?? []).flatMap((id) => records.get('configs', id) ?? []),
    ),
  },
})

export const serviceOperations: Handlers = {
  listServices: createReadInPartsHandler(function* (scope) {
    // An unknown `asIdentity` is refused even if there are no services.
    yield* openView(scope)
    return yield* createPage(services, listAll(services, scope.records), scope)
  }),
  listServiceRoleAttributes: listAttributes('services'),
  listConfigServices: listRelated(configs, services, ({ id }, records) => ({
    records: records.find('services', 'configs', id),
  })),
  listServiceConfig: listRelated(services, configs, ({ configs: ids }, records) => ({
    records: [...(ids ?? [])].sort().flatMap((id) => records.get('configs', id) ?? []),
  })),
}

type Identity = EntityRecords['identities']
type Policy = EntityRecords['servicePolicies']

/** Fields that depend on the caller: requested configs, permissions, and required posture. */
function presentCallerFields(service: ServiceRecord, scope: Scope): Record<string, unknown> {
  // In lists of services that are related to another record, these fields are empty.
  if (scope.call.operation.resource !== 'services')
    return { config: null, permissions: null, postureQueries: [] }
  const view = views.get(scope) ?? runToCompletion(openView(scope))
  const grantingPolicies = view.policies.filter(({ coversService }) => coversService(service))
  const permissions = ['Dial', 'Bind'].filter((type) =>
    grantingPolicies.some(({ policy }) => policy.type === type),
  )
  const types = permissions.length > 0 ? permissions : ['Invalid']
  return {
    config: isListCall(scope.call)
      ? presentConfigs(service, { ...view, isGranted: grantingPolicies.length > 0 }, scope)
      : null,
    permissions: types,
    postureQueries: presentPostureQueries(grantingPolicies, types),
  }
}

/** A service policy that applies to an identity: a test for its services, and its posture checks as queries. */
type ApplicablePolicy = {
  policy: Policy
  coversService: (service: ServiceRecord) => boolean
  findQueries: () => readonly Record<string, unknown>[]
}

/** The identity for which services are shown, its policies, and the config types to include, by name or id. */
type ServiceView = {
  viewer: Identity | undefined
  policies: readonly ApplicablePolicy[]
  configTypes: readonly string[]
}

/** The `ServiceView` of each call, so that it is computed only once for all services of a list. */
const views = new WeakMap<Scope, ServiceView>()

function* openView(scope: Scope): Work<ServiceView> {
  const { searchParams, caller } = scope.call
  const viewer = findViewer(scope)
  const policies = viewer ? yield* findApplicablePolicies(viewer, scope) : []
  const requestedTypes = searchParams.get('configTypes')?.split(',').filter(Boolean) ?? []
  const configTypes =
    requestedTypes.length > 0 ? requestedTypes : (caller?.session.configTypes ?? [])
  const view = { viewer, policies, configTypes }
  views.set(scope, view)
  return view
}

function* findApplicablePolicies(
  identity: Identity,
  scope: Scope,
): Work<readonly ApplicablePolicy[]> {
  const applicablePolicies: ApplicablePolicy[] = []
  const policies = scope.records.list('servicePolicies')
  for (const policy of yield* findPolicies(policies, 'identityRoles', identity)) {
    let queries: Record<string, unknown>[] | undefined
    applicablePolicies.push({
      policy,
      coversService: createMemberTest([policy], 'serviceRoles'),
      findQueries: () =>
        (queries ??= findMembers(policy, 'postureCheckRoles', scope.records).map(
          presentPostureQuery,
        )),
    })
    if (isPartOver()) yield
  }
  return applicablePolicies
}

/**
 * The identity for which services are shown: the caller or, in a list, the identity whose id or name is `asIdentity`,
 * which must exist. Only administrators may use `asIdentity`, because the response shows policies, configs and posture
 * checks of the identity; other callers are refused before they can learn whether such an identity exists. Undefined
 * without a caller.
 */
function findViewer(scope: Scope): Identity | undefined {
  const { records, call } = scope
  const asIdentity = isListCall(call) ? call.searchParams.get('asIdentity') : undefined
  if (!asIdentity) return call.caller && records.get('identities', call.caller.identity.id)
  if (isOrdinaryCaller(scope))
    throw new Refusal({
      code: 'UNAUTHORIZED',
      reason: 'only administrators may list services as another identity',
    })
  const [namedIdentity] = records.find('identities', 'name', asIdentity)
  const identity = records.get('identities', asIdentity) ?? namedIdentity
  if (!identity)
    throw new Refusal({
      code: 'NOT_FOUND',
      reason: `identity with id or name ${asIdentity} not found`,
    })
  return identity
}

const isListCall = ({ operation }: Scope['call']): boolean => operation.answer === 'page'

/**
 * The data of the configs that a service has for the viewer, by config type; only configs of the requested types. Empty
 * if no policy grants the viewer the service, unless the caller may list configs.
 */
function presentConfigs(
  service: ServiceRecord,
  { viewer, configTypes, isGranted }: ServiceView & { isGranted: boolean },
  scope: Scope,
): Record<string, unknown> {
  if (!isGranted && !mayList(configs, scope)) return {}
  const { records } = scope
  countSteps(configTypes.length + (viewer?.serviceConfigs.length ?? 0))
  const serviceConfigs =
    viewer?.serviceConfigs
      .filter((pair) => pair.service === service.id)
      .map(({ config }) => config) ?? []
  const configRecords = [...(service.configs ?? []), ...serviceConfigs].flatMap(
    (id) => records.get('configs', id) ?? [],
  )
  return Object.fromEntries(
    configRecords.flatMap((config) => {
      const type = records.get('configTypes', config.configTypeId)
      return type && ['all', type.name, type.id].some((name) => configTypes.includes(name))
        ? [[type.name, config.data]]
        : []
    }),
  )
}

function presentPostureQueries(
  grantingPolicies: readonly ApplicablePolicy[],
  types: readonly string[],
): Record<string, unknown>[] {
  const policyQueries = grantingPolicies.flatMap(({ policy, findQueries }) => {
    const postureQueries = findQueries()
    countSteps(1 + postureQueries.length)
    return postureQueries.length > 0
      ? [{ isPassing: false, policyId: policy.id, policyType: policy.type, postureQueries }]
      : []
  })
  if (policyQueries.length > 0) return policyQueries
  return types.map((type) => ({
    isPassing: true,
    policyId: `dummy ${type.toLowerCase()} policy: no posture checks defined`,
    policyType: type,
    postureQueries: [],
  }))
}

/** A posture check in responses. The check never passes, because this service has no endpoints that could pass it. */
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
