import { badField, Refusal } from '../refusal.js'
import { reference } from '../show.js'
import { configTypes } from './config-types.js'
import type { Kind } from './kind.js'
import { rejectUsed } from './rules.js'

/** Settings that a service hands to those who use it. */
export const configs: Kind<'configs'> = {
  kind: 'configs',
  one: 'config',
  collection: 'configs',
  ids: 'long',
  fields: ({ name = '', configTypeId = '', data = {} }) => ({ name, configTypeId, data }),
  keeps: ['configTypeId'],
  check: (record, scope, before) => {
    if (Array.isArray(record.data) || typeof record.data !== 'object')
      throw badField('data', 'invalid type, expected object', record.data)
    if (record.configTypeId === '') throw badField('type', 'config type must be specified', '')
    const type = scope.records.get('configTypes', record.configTypeId)
    if (!type) throw badField('type', 'invalid config type', record.configTypeId)
    rejectUsed('configs', record, scope, before)
    const fault = type.schema && scope.environment.schemas.findDataFault(type.schema, record.data)
    if (fault) throw new Refusal(fault)
  },
  // A patch that sets something, but no data, is checked as one with none.
  heard: (sent, { configTypeId }, { records, call, environment }) => {
    const { data } = sent
    if (call.operation.method !== 'PATCH' || call.sets.length === 0) return sent
    if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data)))
      throw badField('data', 'invalid type, expected object', data)
    const schema = records.get('configTypes', configTypeId)?.schema
    const fault = schema && environment.schemas.findDataFault(schema, data ?? null)
    if (fault) throw new Refusal(fault)
    return sent
  },
  deleting: ({ id }, { records }) => {
    for (const identity of records.list('identities')) {
      const used = identity.serviceConfigs.find(({ config }) => config === id)
      if (used)
        throw new Refusal({
          code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
          reason: `config is in use by identity ${identity.id} for service ${used.service}`,
        })
    }
    for (const service of [...records.find('services', 'configs', id)]) {
      const left = (service.configs ?? []).filter((config) => config !== id)
      records.put('services', { ...service, configs: left.length > 0 ? left : null })
    }
  },
  show: ({ name, configTypeId, data }, { records }) => ({
    name,
    data,
    configType: reference(configTypes.collection, {
      id: configTypeId,
      name: records.get('configTypes', configTypeId)?.name ?? '',
    }),
    configTypeId,
  }),
  symbols: { type: ({ configTypeId }) => configTypeId },
}
