import type { Environment, Reading } from '../environment.js'
import type { Answer, Call } from '../handler.js'
import { configTypes } from '../kinds/config-types.js'
import { configs } from '../kinds/configs.js'
import { identities } from '../kinds/identities.js'
import type { Kind } from '../kinds/kind.js'
import {
  edgeRouterPolicies,
  serviceEdgeRouterPolicies,
  servicePolicies,
} from '../kinds/policies.js'
import { edgeRouters } from '../kinds/routers.js'
import { postureChecks } from '../kinds/posture-checks.js'
import { services } from '../kinds/services.js'
import { terminators } from '../kinds/terminators.js'
import {
  checksNamed,
  identitiesNamed,
  identitiesOfRouter,
  identitiesOfService,
  policiesOf,
  routersNamed,
  routersOfIdentity,
  routersOfService,
  servicesNamed,
  servicesOfIdentity,
  servicesOfRouter,
} from '../matching.js'
import { page } from '../page.js'
import type { Kinds, KindName } from '../records.js'
import { notFound } from '../refusal.js'

/** Lists what is related to a record. Of an unknown one it is refused where the specification says so; else there is nothing, as on a controller. */
export const relation =
  <Of extends KindName, To extends KindName>(
    of: Kind<Of>,
    to: Kind<To>,
    related: (record: Kinds[Of], records: Reading, call: Call) => Iterable<Kinds[To]>,
  ) =>
  (call: Call, environment: Environment): Promise<Answer> =>
    environment.read((records) => {
      const found = records.get(of.kind, call.parameters['id'] ?? '')
      const record = found && of.part?.has(found) !== false ? found : undefined
      const answer = page(
        to,
        { records: record ? related(record, records, call) : [] },
        { records, now: environment.now(), environment, call },
      )
      return record ? answer : nothingOf(call, answer)
    })

/** What an operation answers about a record that is not there. */
export function nothingOf(
  { operation: { errors, resource }, parameters: { id = '' } }: Call,
  answer: Answer,
): Answer {
  if (errors.includes(404)) throw notFound(resource, id)
  return answer
}

/** `policyType` of a query: `dial` or `bind`. */
const typeOf = ({ search }: Call): string | undefined => {
  const type = search.getAll('policyType').at(-1)
  return type ? type.charAt(0).toUpperCase() + type.slice(1) : undefined
}

/** What policies tie together. */
export const relations = {
  listEdgeRouterPolicyEdgeRouters: relation(edgeRouterPolicies, edgeRouters, routersNamed),
  listEdgeRouterPolicyIdentities: relation(edgeRouterPolicies, identities, identitiesNamed),
  listServiceEdgeRouterPolicyEdgeRouters: relation(
    serviceEdgeRouterPolicies,
    edgeRouters,
    routersNamed,
  ),
  listServiceEdgeRouterPolicyServices: relation(serviceEdgeRouterPolicies, services, servicesNamed),
  listServicePolicyIdentities: relation(servicePolicies, identities, identitiesNamed),
  listServicePolicyPostureChecks: relation(servicePolicies, postureChecks, checksNamed),
  listServicePolicyServices: relation(servicePolicies, services, servicesNamed),
  listEdgeRouterEdgeRouterPolicies: relation(
    edgeRouters,
    edgeRouterPolicies,
    policiesOf.routersWith,
  ),
  listEdgeRouterServiceEdgeRouterPolicies: relation(
    edgeRouters,
    serviceEdgeRouterPolicies,
    policiesOf.servicesOver,
  ),
  listEdgeRouterIdentities: relation(edgeRouters, identities, identitiesOfRouter),
  listEdgeRouterServices: relation(edgeRouters, services, servicesOfRouter),
  listIdentitysEdgeRouterPolicies: relation(identities, edgeRouterPolicies, policiesOf.routersOf),
  listIdentityServicePolicies: relation(identities, servicePolicies, policiesOf.accessOf),
  listIdentityEdgeRouters: relation(identities, edgeRouters, routersOfIdentity),
  listIdentityServices: relation(identities, services, (identity, records, call) =>
    servicesOfIdentity(identity, records, typeOf(call)),
  ),
  listConfigsForConfigType: relation(configTypes, configs, ({ id }, records) =>
    records.find('configs', 'configTypeId', id),
  ),
  listConfigServices: relation(configs, services, ({ id }, records) =>
    records.find('services', 'configs', id),
  ),
  listServiceConfig: relation(services, configs, ({ configs: ids }, records) =>
    [...(ids ?? [])].sort().flatMap((id) => records.get('configs', id) ?? []),
  ),
  listServiceTerminators: relation(services, terminators, ({ id }, records) =>
    records.find('terminators', 'service', id),
  ),
  listServiceEdgeRouters: relation(services, edgeRouters, routersOfService),
  listServiceIdentities: relation(services, identities, (service, records, call) =>
    identitiesOfService(service, records, typeOf(call)),
  ),
  listServiceServiceEdgeRouterPolicies: relation(
    services,
    serviceEdgeRouterPolicies,
    policiesOf.routersFor,
  ),
  listServiceServicePolicies: relation(services, servicePolicies, policiesOf.accessTo),
}
