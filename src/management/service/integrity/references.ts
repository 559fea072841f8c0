import type { Reading, Writing } from '../environment.js'
import type { Kinds, KindName } from '../records.js'
import type { Finding } from './maintenance.js'

/** A field of a kind that names other records: their kind, their ids, and the record without some; one that is nothing without them goes. */
type Reference<Name extends KindName> = {
  field: string
  to: KindName
  ids: (record: Kinds[Name]) => readonly (string | null | undefined)[]
  without?: (record: Kinds[Name], isGone: (id: string) => boolean) => Kinds[Name]
}

/** Looks at all records of a kind; with `writing`, it mends what it finds. */
export type Check = (records: Reading, writing?: Writing) => Generator<Finding, void>

const check = <Name extends KindName>(
  kind: Name,
  ...references: readonly Reference<Name>[]
): Check =>
  function* (records, writing) {
    for (const { id } of [...records.list(kind)]) {
      for (const reference of references) {
        const record = records.get(kind, id)
        if (record) yield* look(record, kind, { reference, records, ...(writing && { writing }) })
      }
    }
  }

type Means<Name extends KindName> = {
  reference: Reference<Name>
  records: Reading
  writing?: Writing
}

function* look<Name extends KindName>(
  record: Kinds[Name],
  kind: Name,
  { reference: { field, to, ids, without }, records, writing }: Means<Name>,
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

const left = (ids: readonly string[] | null, isGone: (id: string) => boolean): string[] | null => {
  const kept = (ids ?? []).filter((id) => !isGone(id))
  return kept.length > 0 ? kept : null
}

const leftOf = <Value>(
  map: Readonly<Record<string, Value>>,
  isGone: (id: string) => boolean,
): Record<string, Value> => Object.fromEntries(Object.entries(map).filter(([id]) => !isGone(id)))

/** Roles name records by `@` and their id. */
const roles = <Field extends string, Policy extends Record<Field, string[] | null>>(
  field: Field,
  to: KindName,
) => ({
  field,
  to,
  ids: (policy: Policy): string[] =>
    (policy[field] ?? []).flatMap((role) => (role.startsWith('@') ? [role.slice(1)] : [])),
  without: (policy: Policy, isGone: (id: string) => boolean): Policy => ({
    ...policy,
    [field]: left(policy[field], (role) => role.startsWith('@') && isGone(role.slice(1))),
  }),
})

/** All references between records. What goes because of what it names comes before what names it. */
export const references: readonly Check[] = [
  check('configs', {
    field: 'configTypeId',
    to: 'configTypes',
    ids: ({ configTypeId }) => [configTypeId],
  }),
  check('services', {
    field: 'configs',
    to: 'configs',
    ids: ({ configs }) => configs ?? [],
    without: (service, isGone) => ({ ...service, configs: left(service.configs, isGone) }),
  }),
  check('externalJwtSigners', {
    field: 'enrollAuthPolicyId',
    to: 'authPolicies',
    ids: ({ enrollAuthPolicyId }) => [enrollAuthPolicyId],
    without: (signer) => ({ ...signer, enrollAuthPolicyId: '' }),
  }),
  check(
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
            allowedSigners: left(policy.primary.extJwt.allowedSigners ?? null, isGone) ?? [],
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
  check(
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
        serviceHostingCosts: leftOf(identity.serviceHostingCosts, isGone),
      }),
    },
    {
      field: 'serviceHostingPrecedences',
      to: 'services',
      ids: ({ serviceHostingPrecedences }) => Object.keys(serviceHostingPrecedences),
      without: (identity, isGone) => ({
        ...identity,
        serviceHostingPrecedences: leftOf(identity.serviceHostingPrecedences, isGone),
      }),
    },
  ),
  check('authenticators', {
    field: 'identity',
    to: 'identities',
    ids: ({ identity }) => [identity],
  }),
  check('mfas', { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] }),
  check(
    'enrollments',
    { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] },
    { field: 'edgeRouter', to: 'routers', ids: ({ edgeRouter }) => [edgeRouter] },
    { field: 'transitRouter', to: 'routers', ids: ({ transitRouter }) => [transitRouter] },
    { field: 'caId', to: 'cas', ids: ({ caId }) => [caId] },
  ),
  check('apiSessions', { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] }),
  check(
    'sessions',
    { field: 'apiSession', to: 'apiSessions', ids: ({ apiSession }) => [apiSession] },
    { field: 'identity', to: 'identities', ids: ({ identity }) => [identity] },
    { field: 'service', to: 'services', ids: ({ service }) => [service] },
  ),
  check(
    'terminators',
    { field: 'service', to: 'services', ids: ({ service }) => [service] },
    { field: 'router', to: 'routers', ids: ({ router }) => [router] },
  ),
  check(
    'edgeRouterPolicies',
    roles('edgeRouterRoles', 'routers'),
    roles('identityRoles', 'identities'),
  ),
  check(
    'serviceEdgeRouterPolicies',
    roles('edgeRouterRoles', 'routers'),
    roles('serviceRoles', 'services'),
  ),
  check(
    'servicePolicies',
    roles('identityRoles', 'identities'),
    roles('serviceRoles', 'services'),
    roles('postureCheckRoles', 'postureChecks'),
  ),
]
