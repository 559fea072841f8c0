import type { Reading, Writing } from '../environment.js'
import type { Finding } from '../runtime-state.js'
import type { EntityRecords, EntityName } from './records.js'

/** A field of a kind that names other records: their kind, their ids, and the record without some; one that is nothing without them goes. */
type Reference<Name extends EntityName> = {
  field: string
  to: EntityName
  ids: (record: EntityRecords[Name]) => readonly (string | null | undefined)[]
  without?: (record: EntityRecords[Name], isGone: (id: string) => boolean) => EntityRecords[Name]
}

/** Looks at all records of a kind; with `writing`, it mends what it finds. */
export type ReferenceCheck = (records: Reading, writing?: Writing) => Generator<Finding, void>

const createCheck = <Name extends EntityName>(
  kind: Name,
  ...references: readonly Reference<Name>[]
): ReferenceCheck =>
  function* (records, writing) {
    for (const { id } of [...records.list(kind)]) {
      for (const reference of references) {
        const record = records.get(kind, id)
        if (record)
          yield* findBroken(record, kind, { reference, records, ...(writing && { writing }) })
      }
    }
  }

type ReferenceContext<Name extends EntityName> = {
  reference: Reference<Name>
  records: Reading
  writing?: Writing
}

function* findBroken<Name extends EntityName>(
  record: EntityRecords[Name],
  kind: Name,
  { reference: { field, to, ids, without }, records, writing }: ReferenceContext<Name>,
): Generator<Finding, void> {
  const gone = new Set(ids(record).flatMap((id) => (id && !records.get(to, id) ? [id] : [])))
  if (gone.size === 0) return
  if (without)
    writing?.put(
      kind,
      without(record, (id) => gone.has(id)),
    )
  else writing?.delete(kind, record.id)
  for (const id of gone)
    yield {
      description: `${kind} ${record.id}: ${field} names ${to} ${id}, which is not there`,
      fixed: writing !== undefined,
    }
}

const withoutGone = (
  ids: readonly string[] | null,
  isGone: (id: string) => boolean,
): string[] | null => {
  const kept = (ids ?? []).filter((id) => !isGone(id))
  return kept.length > 0 ? kept : null
}

const withoutGoneKeys = <Value>(
  map: Readonly<Record<string, Value>>,
  isGone: (id: string) => boolean,
): Record<string, Value> => Object.fromEntries(Object.entries(map).filter(([id]) => !isGone(id)))

/** Roles name records by `@` and their id. */
const roleReference = <Field extends string, Policy extends Record<Field, string[] | null>>(
  field: Field,
  to: EntityName,
) => ({
  field,
  to,
  ids: (policy: Policy): string[] =>
    (policy[field] ?? []).flatMap((role) => (role.startsWith('@') ? [role.slice(1)] : [])),
  without: (policy: Policy, isGone: (id: string) => boolean): Policy => ({
    ...policy,
    [field]: withoutGone(policy[field], (role) => role.startsWith('@') && isGone(role.slice(1))),
  }),
})

/** All references between records. What goes because of what it names comes before what names it. */
export const references: readonly ReferenceCheck[] = [
  createCheck('configs', {
    field: 'configTypeId',
    to: 'configTypes',
    ids: ({ configTypeId }) => [configTypeId],
  }),
  createCheck('services', {
    field: 'configs',
    to: 'configs',
    ids: ({ configs }) => configs ?? [],
    without: (service, isGone) => ({ ...service, configs: withoutGone(service.configs, isGone) }),
  }),
  createCheck('externalJwtSigners', {
    field: 'enrollAuthPolicyId',
    to: 'authPolicies',
    ids: ({ enrollAuthPolicyId }) => [enrollAuthPolicyId],
    without: (signer) => ({ ...signer, enrollAuthPolicyId: '' }),
  }),
  createCheck(
    'authPolicies',
    {
      field: 'allowedSigners',
      to: 'externalJwtSigners',
      ids: ({ primary }) => primary.extJwt.allowedSigners ?? [],
      without: (policy, isGone) => ({
        ...policy,
        primary: {
          ...policy.primary,
          extJwt: {
            ...policy.primary.extJwt,
            allowedSigners: withoutGone(policy.primary.extJwt.allowedSigners ?? null, isGone) ?? [],
          },
        },
      }),
    },
    {
      field: 'requireExtJwtSigner',
      to: 'externalJwtSigners',
      ids: ({ secondary }) => [secondary.requireExtJwtSigner],
      without: ({ secondary: { requireExtJwtSigner: _, ...secondary }, ...policy }) => ({
        ...policy,
        secondary,
      }),
    },
  ),
  createCheck(
    'identities',
    {
      field: 'authPolicyId',
      to: 'authPolicies',
      ids: ({ authPolicyId }) => [authPolicyId],
      without: (identity) => ({ ...identity, authPolicyId: 'default' }),
    },
    {
      field: 'serviceConfigs',
      to: 'services',
      ids: ({ serviceConfigs }) => serviceConfigs.map(({ service }) => service),
      without: (identity, isGone) => ({
        ...identity,
        serviceConfigs: identity.serviceConfigs.filter(({ service }) => !isGone(service)),
      }),
    },
    {
      field: 'serviceConfigs',
      to: 'configs',
      ids: ({ serviceConfigs }) => serviceConfigs.map(({ config }) => config),
      without: (identity, isGone) => ({
        ...identity,
        serviceConfigs: identity.serviceConfigs.filter(({ config }) => !isGone(config)),
      }),
    },
    {
      field: 'serviceHostingCosts',
      to: 'services',
      ids: ({ serviceHostingCosts }) => Object.keys(serviceHostingCosts),
      without: (identity, isGone) => ({
        ...identity,
        serviceHostingCosts: withoutGoneKeys(identity.serviceHostingCosts, isGone),
      }),
    },
    {
      field: 'serviceHostingPrecedences',
      to: 'services',
      ids: ({ serviceHostingPrecedences }) => Object.keys(serviceHostingPrecedences),
      without: (identity, isGone) => ({
        ...identity,
        serviceHostingPrecedences: withoutGoneKeys(identity.serviceHostingPrecedences, isGone),
      }),
    },
  ),
  createCheck('authenticators', {
    field: 'identity',
    to: 'identities',
    ids: ({ identity }) => [identity],
  }),
  createCheck('mfas', { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] }),
  createCheck(
    'enrollments',
    { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] },
    { field: 'edgeRouter', to: 'routers', ids: ({ edgeRouter }) => [edgeRouter] },
    { field: 'transitRouter', to: 'routers', ids: ({ transitRouter }) => [transitRouter] },
    { field: 'caId', to: 'cas', ids: ({ caId }) => [caId] },
  ),
  createCheck('apiSessions', {
    field: 'identity',
    to: 'identities',
    ids: ({ identity }) => [identity],
  }),
  createCheck(
    'sessions',
    { field: 'apiSession', to: 'apiSessions', ids: ({ apiSession }) => [apiSession] },
    { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] },
    { field: 'service', to: 'services', ids: ({ service }) => [service] },
  ),
  createCheck(
    'terminators',
    { field: 'service', to: 'services', ids: ({ service }) => [service] },
    { field: 'router', to: 'routers', ids: ({ router }) => [router] },
  ),
  createCheck(
    'edgeRouterPolicies',
    roleReference('edgeRouterRoles', 'routers'),
    roleReference('identityRoles', 'identities'),
  ),
  createCheck(
    'serviceEdgeRouterPolicies',
    roleReference('edgeRouterRoles', 'routers'),
    roleReference('serviceRoles', 'services'),
  ),
  createCheck(
    'servicePolicies',
    roleReference('identityRoles', 'identities'),
    roleReference('serviceRoles', 'services'),
    roleReference('postureCheckRoles', 'postureChecks'),
  ),
]
