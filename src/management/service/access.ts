import type { Scope, WritingScope } from './kinds/kind.js'
import { checksNamed, policiesOf } from './matching.js'
import type { Kinds } from './records.js'
import { Refusal } from './refusal.js'
import { isNamedBy } from './roles.js'
import { base, linksOf } from './show.js'

type Identity = Kinds['identities']
type Service = Kinds['services']
type Policy = Kinds['servicePolicies']

/** What a caller sees of a service besides its fields: the configs that it asked for, what it may do, and on which posture. */
export function access(service: Service, scope: Scope): Record<string, unknown> {
  // Lists of what is related to something else say nothing of it.
  if (scope.call.operation.resource !== 'services')
    return { config: null, permissions: null, postureQueries: [] }
  const identity = seenBy(scope)
  const policies = identity
    ? policiesOf
        .accessOf(identity, scope.records)
        .filter((policy) => isNamedBy(policy, 'serviceRoles', service))
    : []
  const permissions = ['Dial', 'Bind'].filter((type) =>
    policies.some((policy) => policy.type === type),
  )
  const types = permissions.length > 0 ? permissions : ['Invalid']
  return {
    config: configOf(service, identity, scope),
    permissions: types,
    postureQueries: queriesOf(policies, types, scope),
  }
}

/** Whose view is asked for: that of the caller; in a list it may be that of another identity, by its id or name. Refuses one that is not there. */
export function seenBy({ records, call }: Scope): Identity | undefined {
  const other = isList(call) ? call.search.get('asIdentity') : undefined
  if (!other) return call.caller && records.get('identities', call.caller.identity.id)
  const [named] = records.find('identities', 'name', other)
  const identity = records.get('identities', other) ?? named
  if (!identity)
    throw new Refusal({ code: 'NOT_FOUND', reason: `identity with id or name ${other} not found` })
  return identity
}

const isList = ({ operation }: Scope['call']): boolean => operation.answer === 'page'

/** The data of configs by the names of their types; lists have those of the types that are asked for, a single service has none. */
function configOf(
  service: Service,
  identity: Identity | undefined,
  { records, call }: Scope,
): Record<string, unknown> | null {
  if (!isList(call)) return null
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

function queriesOf(
  policies: readonly Policy[],
  types: readonly string[],
  scope: Scope,
): Record<string, unknown>[] {
  const guarded = policies.flatMap((policy) => {
    const checks = checksNamed(policy, scope.records)
    return checks.length > 0
      ? [
          {
            isPassing: false,
            policyId: policy.id,
            policyType: policy.type,
            postureQueries: checks.map(queryOf),
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
function queryOf(check: Kinds['postureChecks']): Record<string, unknown> {
  const { typeId, process, processes, timeoutSeconds } = check
  return {
    ...base(check, linksOf('posture-checks', check.id)),
    isPassing: false,
    queryType: typeId,
    ...(process && { process: { osType: process.osType, path: process.path } }),
    ...(processes && { processes: processes.map(({ osType, path }) => ({ osType, path })) }),
    timeout: timeoutSeconds ?? -1,
    timeoutRemaining: timeoutSeconds ?? -1,
  }
}

/** Takes a deleted service out of the configs that an identity has for it. What it costs to host it there stays, as on a controller. */
export function forgetService(
  identity: Identity,
  service: string,
  { records }: WritingScope,
): void {
  const serviceConfigs = identity.serviceConfigs.filter((pair) => pair.service !== service)
  if (serviceConfigs.length < identity.serviceConfigs.length)
    records.put('identities', { ...identity, serviceConfigs })
}
