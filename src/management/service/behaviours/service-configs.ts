import { transact } from '../crud.js'
import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { guardAdministrator } from '../kinds/identity-guard.js'
import type { Scope } from '../kinds/kind.js'
import { services } from '../kinds/services.js'
import type { Kinds } from '../records.js'
import { notFound } from '../refusal.js'
import { reference, referenceTo } from '../show.js'
import type { ServiceConfigAssignment } from '../../../generated/management/shapes.js'

type Pairs = Kinds['identities']['serviceConfigs']

type Change = (
  pairs: Pairs,
  of: { service: string; config: Kinds['configs'] },
  scope: Scope,
) => Pairs

/** All pairs but that of a service whose config is of the same type. */
const without: Change = (pairs, { service, config }, { records }) =>
  pairs.filter(
    (pair) =>
      pair.service !== service ||
      records.get('configs', pair.config)?.configTypeId !== config.configTypeId,
  )

/** Of each type a service has one config: a new one takes the place of the old. Nothing comes of a service that is not there, as on a controller. */
const withPair: Change = (pairs, of, scope) =>
  scope.records.get('services', of.service)
    ? [...without(pairs, of, scope), { service: of.service, config: of.config.id }]
    : pairs

const changed =
  (change: Change) =>
  (call: Call<ServiceConfigAssignment[] | undefined>, environment: Environment): Promise<Answer> =>
    transact(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const identity = scope.records.get('identities', id)
      if (!identity) throw notFound('identities', id)
      guardAdministrator(identity, scope)
      const serviceConfigs = (call.input ?? []).reduce((pairs, { serviceId, configId }) => {
        const config = scope.records.get('configs', configId)
        if (!config) throw notFound('configs', configId)
        return change(pairs, { service: serviceId, config }, scope)
      }, identity.serviceConfigs)
      scope.records.put('identities', { ...identity, serviceConfigs, updatedAt: scope.now })
      return { data: {}, meta: {} }
    })

/** Configs that an identity has for services instead of theirs. */
export const serviceConfigs: Handlers = {
  associateIdentitysServiceConfigs: changed(withPair),
  disassociateIdentitysServiceConfigs: changed(without),
  listIdentitysServiceConfigs: ({ parameters }, environment) =>
    environment.read((records) => {
      const id = parameters['id'] ?? ''
      const identity = records.get('identities', id)
      if (!identity) throw notFound('identity', id)
      const data = identity.serviceConfigs.flatMap((pair) => {
        const [service, config] = [
          records.get('services', pair.service),
          records.get('configs', pair.config),
        ]
        return service && config
          ? [
              {
                config: reference('configs', config),
                configId: config.id,
                service: referenceTo(services, service),
                serviceId: service.id,
              },
            ]
          : []
      })
      return {
        data,
        meta: {
          filterableFields: [],
          pagination: { limit: data.length, offset: 0, totalCount: data.length },
        },
      }
    }),
}
