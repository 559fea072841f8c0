import { each } from './kinds/rules.js'
import type { Scope } from './kinds/kind.js'
import type { Base, KindName, Kinds, Semantics } from './records.js'
import { badField } from './refusal.js'

/** One side of a policy: the kind of records that its roles name, and what messages call them. */
export type Side = { kind: 'identities' | 'services' | 'routers' | 'postureChecks' }

type Member = Base & { name: string; roleAttributes?: readonly string[] | null }

/** Whether a role list names a record: by its id, by `#all`, or by its attributes, all or any of them. An empty list names nothing. */
function matches(
  { id, roleAttributes }: Pick<Member, 'id' | 'roleAttributes'>,
  roles: readonly string[] | null,
  semantic: string,
): boolean {
  if (!roles || roles.length === 0) return false
  if (roles.includes(`@${id}`) || roles.includes('#all')) return true
  const wanted = roles.filter((role) => role.startsWith('#')).map((role) => role.slice(1))
  const has = (attribute: string): boolean => roleAttributes?.includes(attribute) ?? false
  return semantic === 'AnyOf' ? wanted.some(has) : wanted.length > 0 && wanted.every(has)
}

/** A policy, as far as it has a list of roles. */
export type With<List extends string> = Semantics & Record<List, readonly string[] | null>

/** Whether a policy names a record in one of its lists. */
export const isNamedBy = <List extends string>(
  policy: With<List>,
  list: List,
  record: Pick<Member, 'id' | 'roleAttributes'>,
): boolean => matches(record, policy[list], policy.matching?.[list] ?? policy.semantic)

/** Whether a record may be named by a role: of routers, those of the edge. */
const isNamed = (record: object | undefined): boolean =>
  record !== undefined && !('isEdge' in record && !record.isEdge)

/** Roles as they are kept, in the order of their bytes. Refuses what is no role, `#all` beside others, and unknown ids. */
export function rolesOf(
  field: string,
  sent: readonly string[] | null | undefined,
  kind: Side['kind'],
  { records }: Scope,
): string[] | null {
  if (!sent || sent.length === 0) return null
  const roles = each(sent)
  const plain = roles.filter((role) => !role.startsWith('#') && !role.startsWith('@'))
  if (plain.length > 0)
    throw badField(
      field,
      'role entries must prefixed with # (to indicate role attributes) or @ (to indicate a name or id)',
      plain,
    )
  if (roles.includes('#all') && roles.length > 1)
    throw badField(field, 'if using #all, it should be the only role specified', roles)
  const unknown = roles
    .filter((role) => role.startsWith('@'))
    .map((role) => role.slice(1))
    .filter((id) => !isNamed(records.get(kind, id)))
  if (unknown.length > 0) throw badField(field, `no ${kind} found with the given ids`, unknown)
  return roles
}

/** Roles with the names of the records that they name by id. */
export const displayOf = (
  roles: readonly string[] | null,
  kind: Side['kind'],
  { records }: Scope,
): { name: string; role: string }[] =>
  (roles ?? []).map((role) => ({
    name: role.startsWith('@')
      ? `@${records.get(kind, role.slice(1))?.name ?? role.slice(1)}`
      : role,
    role,
  }))

const policyKinds = [
  'edgeRouterPolicies',
  'serviceEdgeRouterPolicies',
  'servicePolicies',
] as const satisfies readonly KindName[]

/** Takes the id of a deleted record out of all policies that name it. */
export function forget(id: string, records: Parameters<typeof withoutRole>[2]): void {
  for (const kind of policyKinds)
    for (const policy of [...records.list(kind)])
      withoutRole(kind, { policy, role: `@${id}` }, records)
}

function withoutRole<Name extends (typeof policyKinds)[number]>(
  kind: Name,
  { policy, role }: { policy: Kinds[Name]; role: string },
  records: Scope['records'] & { put<Of extends KindName>(kind: Of, record: Kinds[Of]): void },
): void {
  const fields = Object.entries(policy).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) && value.includes(role)
      ? orNull(value.filter((other) => other !== role))
      : value,
  ])
  const changed = Object.fromEntries(fields) as Kinds[Name]
  if (
    fields.some(
      ([name, value]) => value !== Object.entries(policy).find(([other]) => other === name)?.[1],
    )
  )
    records.put(kind, changed)
}

const orNull = (values: unknown[]): unknown[] | null => (values.length > 0 ? values : null)
