import type { Reading } from './environment.js'
import type { Kinds } from './records.js'
import { matches } from './roles.js'

type Identity = Kinds['identities']
type Service = Kinds['services']
type Router = Kinds['routers']
type Access = Kinds['servicePolicies']

const among = <Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item[] => [...items].filter(test)

const edgeRoutersOf = (records: Reading): Iterable<Router> => records.find('routers', 'isEdge', 'true')

/** The policies of each kind that name a record. */
export const policiesOf = {
  accessOf: (identity: Identity, records: Reading): Access[] => among(records.list('servicePolicies'), (policy) => matches(identity, policy.identityRoles, policy.matching)),
  accessTo: (service: Service, records: Reading): Access[] => among(records.list('servicePolicies'), (policy) => matches(service, policy.serviceRoles, policy.matching)),
  routersOf: (identity: Identity, records: Reading): Kinds['edgeRouterPolicies'][] => among(records.list('edgeRouterPolicies'), (policy) => matches(identity, policy.identityRoles, policy.matching)),
  routersWith: (router: Router, records: Reading): Kinds['edgeRouterPolicies'][] => among(records.list('edgeRouterPolicies'), (policy) => matches(router, policy.edgeRouterRoles, policy.matching)),
  routersFor: (service: Service, records: Reading): Kinds['serviceEdgeRouterPolicies'][] => among(records.list('serviceEdgeRouterPolicies'), (policy) => matches(service, policy.serviceRoles, policy.matching)),
  servicesOver: (router: Router, records: Reading): Kinds['serviceEdgeRouterPolicies'][] => among(records.list('serviceEdgeRouterPolicies'), (policy) => matches(router, policy.edgeRouterRoles, policy.matching)),
}

type Named = { id: string; roleAttributes?: readonly string[] | null }

/** The records that a role list names. */
export const named = <Item extends Named>(items: Iterable<Item>, roles: readonly string[] | null, matching: string): Item[] => among(items, (item) => matches(item, roles, matching))

type Matching = { matching: string }

/** The identities that a policy names. */
export const identitiesNamed = ({ identityRoles, matching }: Matching & Pick<Access, 'identityRoles'>, records: Reading): Identity[] => named(records.list('identities'), identityRoles, matching)

/** The services that a policy names. */
export const servicesNamed = ({ serviceRoles, matching }: Matching & Pick<Access, 'serviceRoles'>, records: Reading): Service[] => named(records.list('services'), serviceRoles, matching)

/** Edge routers that an identity may connect to. */
export const routersOfIdentity = (identity: Identity, records: Reading): Router[] => {
  const policies = policiesOf.routersOf(identity, records)
  return among(edgeRoutersOf(records), (router) => policies.some(({ edgeRouterRoles, matching }) => matches(router, edgeRouterRoles, matching)))
}

/** Edge routers over which a service may be used. */
export const routersOfService = (service: Service, records: Reading): Router[] => {
  const policies = policiesOf.routersFor(service, records)
  return among(edgeRoutersOf(records), (router) => policies.some(({ edgeRouterRoles, matching }) => matches(router, edgeRouterRoles, matching)))
}

/** Services that an identity may dial or bind, or either. */
export const servicesOfIdentity = (identity: Identity, records: Reading, type?: string): Service[] => {
  const policies = policiesOf.accessOf(identity, records).filter((policy) => !type || policy.type === type)
  return among(records.list('services'), (service) => policies.some(({ serviceRoles, matching }) => matches(service, serviceRoles, matching)))
}

/** Identities that may dial or bind a service, or either. */
export const identitiesOfService = (service: Service, records: Reading, type?: string): Identity[] => {
  const policies = policiesOf.accessTo(service, records).filter((policy) => !type || policy.type === type)
  return among(records.list('identities'), (identity) => policies.some(({ identityRoles, matching }) => matches(identity, identityRoles, matching)))
}

/** Identities that may connect to an edge router. */
export const identitiesOfRouter = (router: Router, records: Reading): Identity[] => {
  const policies = policiesOf.routersWith(router, records)
  return among(records.list('identities'), (identity) => policies.some(({ identityRoles, matching }) => matches(identity, identityRoles, matching)))
}

/** Services that may be used over an edge router. */
export const servicesOfRouter = (router: Router, records: Reading): Service[] => {
  const policies = policiesOf.servicesOver(router, records)
  return among(records.list('services'), (service) => policies.some(({ serviceRoles, matching }) => matches(service, serviceRoles, matching)))
}
