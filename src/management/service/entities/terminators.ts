import { createFieldRefusal, createNotFound } from '../call/failure.js'
import type { Handlers } from '../call/call.js'
import type { BaseRecord } from '../call/records.js'
import { createIdReference } from '../records/references.js'
import { defineEntity } from './crud.js'
import { listRelated } from './list.js'
import { presentReference } from './present.js'
import { edgeRouters } from './routers.js'
import { services } from './services.js'

type TerminatorRecord = BaseRecord & {
  service: string
  router: string
  binding: string
  address: string
  identity: string
  identitySecret?: string
  cost: number
  precedence: string
}

declare module '../call/records.js' {
  interface EntityRecords {
    terminators: TerminatorRecord
  }
}

/** Required fields, in the order in which they are checked. */
const requiredFields = ['router', 'binding', 'address'] as const

/** The default binding of a terminator, by its address. */
const inferBinding = (address: string): string => (address.startsWith('udp:') ? 'udp' : 'transport')

/** An endpoint of a service, where circuits end. */
export const terminators = defineEntity({
  name: 'terminators',
  indexes: ['service', 'router'],
  references: [
    createIdReference('service', 'services', 'remove'),
    createIdReference('router', 'routers', 'remove'),
  ],
  toRecord: ({ binding, address = '', ...rest }, base) => ({
    service: '',
    router: '',
    identity: '',
    cost: 0,
    precedence: 'default',
    ...rest,
    address,
    binding: binding || inferBinding(address),
    ...base,
  }),
  immutableFields: ['service', 'identity', 'identitySecret'],
  normalizeUpdate: (input) => {
    const emptyField = requiredFields.find((name) => input[name] === '')
    if (emptyField) throw createFieldRefusal(emptyField, `${emptyField} is required`, '')
    return input
  },
  check: ({ service, router, address }, { records }) => {
    if (!records.get('services', service)) throw createNotFound('service', service)
    if (!records.get('routers', router)) throw createNotFound('router', router)
    if (address === '') throw createFieldRefusal('address', 'address is required', '')
  },
  present: ({ service, router, binding, address, identity, cost, precedence }, { records }) => ({
    address,
    binding,
    cost,
    dynamicCost: 0,
    identity,
    precedence,
    router: presentReference({ ...edgeRouters, collection: 'transit-routers' }, router, records),
    routerId: router,
    service: presentReference(services, service, records),
    serviceId: service,
  }),
  symbols: {
    'service.name': ({ service }, { records }) => records.get('services', service)?.name,
    'router.name': ({ router }, { records }) => records.get('routers', router)?.name,
    hostId: () => '',
    instanceId: ({ identity }) => identity,
    sourceCtrl: () => '',
  },
})

export const terminatorOperations: Handlers = {
  listServiceTerminators: listRelated(services, terminators, ({ id }, records) => ({
    records: records.find('terminators', 'service', id),
  })),
}
