import type { Reading } from './environment.js'
import type { Kinds } from './records.js'
import { isNamedBy } from './roles.js'
import type { With } from './roles.js'

type Identity = Kinds['identities']
type Service = Kinds['services']
type Router = Kinds['routers']
type Access = Kinds['servicePolicies']

const among = <Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item[] =>
  [...items].filter(test)

const edgeRoutersOf = (records: Reading): Iterable<Router> =>
  records.find('routers', 'isEdge', 'true')

/** The policies of each kind that name a record. */
export const policiesOf = {
  accessOf: (identity: Identity, records: Reading): Access[] =>
    among(records.list('servicePolicies'), (policy) =>
      isNamedBy(policy, 'identityRoles', identity),
    ),
  accessTo: (service: Service, records: Reading): Access[] =>
    among(records.list('servicePolicies'), (policy) => isNamedBy(policy, 'serviceRoles', service)),
  routersOf: (identity: Identity, records: Reading): Kinds['edgeRouterPolicies'][] =>
    among(records.list('edgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'identityRoles', identity),
    ),
  routersWith: (router: Router, records: Reading): Kinds['edgeRouterPolicies'][] =>
    among(records.list('edgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'edgeRouterRoles', router),
    ),
  routersFor: (service: Service, records: Reading): Kinds['serviceEdgeRouterPolicies'][] =>
    among(records.list('serviceEdgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'serviceRoles', service),
    ),
  servicesOver: (router: Router, records: Reading): Kinds['serviceEdgeRouterPolicies'][] =>
    among(records.list('serviceEdgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'edgeRouterRoles', router),
    ),
}

/** The identities that a policy names. */
export const identitiesNamed = (policy: With<'identityRoles'>, records: Reading): Identity[] =>
  among(records.list('identities'), (identity) => isNamedBy(policy, 'identityRoles', identity))

/** The services that a policy names. */
export const servicesNamed = (policy: With<'serviceRoles'>, records: Reading): Service[] =>
  among(records.list('services'), (service) => isNamedBy(policy, 'serviceRoles', service))

/** The edge routers that a policy names. */
export const routersNamed = (policy: With<'edgeRouterRoles'>, records: Reading): Router[] =>
  among(edgeRoutersOf(records), (router) => isNamedBy(policy, 'edgeRouterRoles', router))

/** The posture checks that a policy names. */
export const checksNamed = (
  policy: With<'postureCheckRoles'>,
  records: Reading,
): Kinds['postureChecks'][] =>
  among(records.list('postureChecks'), (check) => isNamedBy(policy, 'postureCheckRoles', check))

/** Edge routers that an identity may connect to. */
export const routersOfIdentity = (identity: Identity, records: Reading): Router[] => {
  const policies = policiesOf.routersOf(identity, records)
  return among(edgeRoutersOf(records), (router) =>
    policies.some((policy) => isNamedBy(policy, 'edgeRouterRoles', router)),
  )
}

/** Edge routers over which a service may be used. */
export const routersOfService = (service: Service, records: Reading): Router[] => {
  const policies = policiesOf.routersFor(service, records)
  return among(edgeRoutersOf(records), (router) =>
    policies.some((policy) => isNamedBy(policy, 'edgeRouterRoles', router)),
  )
}

/** Services that an identity may dial or bind, or either. */
export const servicesOfIdentity = (
  identity: Identity,
  records: Reading,
  type?: string,
): Service[] => {
  const policies = policiesOf
    .accessOf(identity, records)
    .filter((policy) => !type || policy.type === type)
  return among(records.list('services'), (service) =>
    policies.some((policy) => isNamedBy(policy, 'serviceRoles', service)),
  )
}

/** Identities that may dial or bind a service, or either. */
export const identitiesOfService = (
  service: Service,
  records: Reading,
  type?: string,
): Identity[] => {
  const policies = policiesOf
    .accessTo(service, records)
    .filter((policy) => !type || policy.type === type)
  return among(records.list('identities'), (identity) =>
    policies.some((policy) => isNamedBy(policy, 'identityRoles', identity)),
  )
}

/** Identities that may connect to an edge router. */
export const identitiesOfRouter = (router: Router, records: Reading): Identity[] => {
  const policies = policiesOf.routersWith(router, records)
  return among(records.list('identities'), (identity) =>
    policies.some((policy) => isNamedBy(policy, 'identityRoles', identity)),
  )
}

/** Services that may be used over an edge router. */
export const servicesOfRouter = (router: Router, records: Reading): Service[] => {
  const policies = policiesOf.servicesOver(router, records)
  return among(records.list('services'), (service) =>
    policies.some((policy) => isNamedBy(policy, 'serviceRoles', service)),
  )
}
