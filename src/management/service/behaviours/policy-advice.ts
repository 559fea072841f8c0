import type { Handlers } from '../handler.js'
import { edgeRouters } from '../kinds/routers.js'
import { identities } from '../kinds/identities.js'
import { services } from '../kinds/services.js'
import { policiesOf, routersOfIdentity, routersOfService } from '../matching.js'
import { notFound } from '../refusal.js'
import { isNamedBy } from '../roles.js'
import { reference, referenceTo } from '../show.js'

/** Why an identity can or cannot use a service. */
export const policyAdvice: Handlers = {
  getIdentityPolicyAdvice: ({ parameters }, environment) =>
    environment.read((records) => {
      const identity = records.get('identities', parameters['id'] ?? '')
      if (!identity) throw notFound('identity', parameters['id'] ?? '')
      const service = records.get('services', parameters['serviceId'] ?? '')
      if (!service) throw notFound('service', parameters['serviceId'] ?? '')
      const own = routersOfIdentity(identity, records)
      const ofService = new Set(routersOfService(service, records).map(({ id }) => id))
      const common = own
        .filter(({ id }) => ofService.has(id))
        .map((router) => ({
          ...reference('edge-routers', router, edgeRouters.links),
          isOnline: false,
        }))
      const types = policiesOf
        .accessOf(identity, records)
        .filter((policy) => isNamedBy(policy, 'serviceRoles', service))
        .map(({ type }) => type)
      const data = {
        commonRouters: common.length > 0 ? common : null,
        identity: referenceTo(identities, identity),
        identityId: identity.id,
        identityRouterCount: own.length,
        isBindAllowed: types.includes('Bind'),
        isDialAllowed: types.includes('Dial'),
        service: reference('services', service, services.links),
        serviceId: service.id,
        serviceRouterCount: ofService.size,
      }
      return { data, meta: null }
    }),
}
