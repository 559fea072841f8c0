import { badField, notFound } from '../refusal.js'
import { reference } from '../show.js'
import type { Kind } from './kind.js'
import { edgeRouters } from './routers.js'
import { services } from './services.js'

/** What a terminator cannot be without, in the order in which it is missed. */
const needed = ['router', 'binding', 'address']

/** The binding of one that was made with a blank one. */
const bindingTo = (address: string): string => (address.startsWith('udp:') ? 'udp' : 'transport')

/** Where circuits of a service end. */
export const terminators: Kind<'terminators'> = {
  kind: 'terminators',
  one: 'terminator',
  collection: 'terminators',
  ids: 'long',
  fields: ({
    service = '',
    router = '',
    binding = '',
    address = '',
    identity = '',
    identitySecret,
    cost = 0,
    precedence,
  }) => ({
    service,
    router,
    binding: binding || bindingTo(address),
    address,
    identity,
    cost,
    precedence: precedence ?? 'default',
    ...(identitySecret !== undefined && { identitySecret }),
  }),
  keeps: ['service', 'identity', 'identitySecret'],
  heard: (sent) => {
    const blank = needed.find((name) => sent[name] === '')
    if (blank) throw badField(blank, `${blank} is required`, '')
    return sent
  },
  check: ({ service, router, address }, { records }) => {
    if (!records.get('services', service)) throw notFound('service', service)
    if (!records.get('routers', router)) throw notFound('router', router)
    if (address === '') throw badField('address', 'address is required', '')
  },
  show: ({ service, router, binding, address, identity, cost, precedence }, { records }) => ({
    address,
    binding,
    cost,
    dynamicCost: 0,
    identity,
    precedence,
    router: reference(
      'transit-routers',
      { id: router, name: records.get('routers', router)?.name ?? '' },
      edgeRouters.links,
    ),
    routerId: router,
    service: reference(
      'services',
      { id: service, name: records.get('services', service)?.name ?? '' },
      services.links,
    ),
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
