import type { Call } from '../http/handler.js'
import { listRelated } from './list.js'
import { configTypes, configs } from './configs.js'
import { identities } from './identities.js'
import { edgeRouterPolicies, serviceEdgeRouterPolicies, servicePolicies } from './policies.js'
import { edgeRouters } from './routers.js'
import { postureChecks } from './posture-checks.js'
import { services } from './services.js'
import { terminators } from './terminators.js'
import {
  findNamedChecks,
  findNamedIdentities,
  findIdentitiesForRouter,
  findIdentitiesForService,
  findPolicies,
  findNamedRouters,
  findRoutersForIdentity,
  findRoutersForService,
  findNamedServices,
  findServicesForIdentity,
  findServicesForRouter,
} from './roles.js'

/** `policyType` of a query: `dial` or `bind`. */
const readPolicyType = ({ search }: Call): string | undefined => {
  const type = search.getAll('policyType').at(-1)
  return type ? type.charAt(0).toUpperCase() + type.slice(1) : undefined
}

/** What policies tie together. */
export const relationOperations = {
  listEdgeRouterPolicyEdgeRouters: listRelated(edgeRouterPolicies, edgeRouters, findNamedRouters),
  listEdgeRouterPolicyIdentities: listRelated(edgeRouterPolicies, identities, findNamedIdentities),
  listServiceEdgeRouterPolicyEdgeRouters: listRelated(
    serviceEdgeRouterPolicies,
    edgeRouters,
    findNamedRouters,
  ),
  listServiceEdgeRouterPolicyServices: listRelated(
    serviceEdgeRouterPolicies,
    services,
    findNamedServices,
  ),
  listServicePolicyIdentities: listRelated(servicePolicies, identities, findNamedIdentities),
  listServicePolicyPostureChecks: listRelated(servicePolicies, postureChecks, findNamedChecks),
  listServicePolicyServices: listRelated(servicePolicies, services, findNamedServices),
  listEdgeRouterEdgeRouterPolicies: listRelated(
    edgeRouters,
    edgeRouterPolicies,
    findPolicies.routersWith,
  ),
  listEdgeRouterServiceEdgeRouterPolicies: listRelated(
    edgeRouters,
    serviceEdgeRouterPolicies,
    findPolicies.servicesOver,
  ),
  listEdgeRouterIdentities: listRelated(edgeRouters, identities, findIdentitiesForRouter),
  listEdgeRouterServices: listRelated(edgeRouters, services, findServicesForRouter),
  listIdentitysEdgeRouterPolicies: listRelated(
    identities,
    edgeRouterPolicies,
    findPolicies.routersOf,
  ),
  listIdentityServicePolicies: listRelated(identities, servicePolicies, findPolicies.accessOf),
  listIdentityEdgeRouters: listRelated(identities, edgeRouters, findRoutersForIdentity),
  listIdentityServices: listRelated(identities, services, (identity, records, call) =>
    findServicesForIdentity(identity, records, readPolicyType(call)),
  ),
  listConfigsForConfigType: listRelated(configTypes, configs, ({ id }, records) =>
    records.find('configs', 'configTypeId', id),
  ),
  listConfigServices: listRelated(configs, services, ({ id }, records) =>
    records.find('services', 'configs', id),
  ),
  listServiceConfig: listRelated(services, configs, ({ configs: ids }, records) =>
    [...(ids ?? [])].sort().flatMap((id) => records.get('configs', id) ?? []),
  ),
  listServiceTerminators: listRelated(services, terminators, ({ id }, records) =>
    records.find('terminators', 'service', id),
  ),
  listServiceEdgeRouters: listRelated(services, edgeRouters, findRoutersForService),
  listServiceIdentities: listRelated(services, identities, (service, records, call) =>
    findIdentitiesForService(service, records, readPolicyType(call)),
  ),
  listServiceServiceEdgeRouterPolicies: listRelated(
    services,
    serviceEdgeRouterPolicies,
    findPolicies.routersFor,
  ),
  listServiceServicePolicies: listRelated(services, servicePolicies, findPolicies.accessTo),
}
