import { notFound } from '../refusal.js'
import { reference } from '../show.js'
import type { Kind } from './kind.js'
import { edgeRouters } from './routers.js'
import { services } from './services.js'

/** Where circuits of a service end. */
export const terminators: Kind<'terminators'> = {
  kind: 'terminators',
  one: 'terminator',
  collection: 'terminators',
  ids: 'long',
  fields: ({ service = '', router = '', binding = '', address = '', identity = '', identitySecret, cost = 0, precedence }) => ({
    service, router, binding, address, identity, cost, precedence: precedence ?? 'default', ...(identitySecret !== undefined && { identitySecret }),
  }),
  keeps: ['identitySecret'],
  check: ({ service, router }, { records }) => {
    if (!records.get('services', service)) throw notFound('service', service)
    if (!records.get('routers', router)) throw notFound('router', router)
  },
  show: ({ service, router, binding, address, identity, cost, precedence }, { records }) => ({
    address,
    binding,
    cost,
    dynamicCost: 0,
    identity,
    precedence,
    router: reference('transit-routers', { id: router, name: records.get('routers', router)?.name ?? '' }, edgeRouters.links),
    routerId: router,
    service: reference('services', { id: service, name: records.get('services', service)?.name ?? '' }, services.links),
    serviceId: service,
  }),
  symbols: {
    'service.name': ({ service }, { records }) => records.get('services', service)?.name,
    'router.name': ({ router }, { records }) => records.get('routers', router)?.name,
    hostId: () => '',
    instanceId: ({ identity }) => identity,
    sourceCtrl: () => '',
  },
}
