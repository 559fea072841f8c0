import { createTypeFailure, createFieldRefusal, Refusal } from '../http/failure.js'
import { isPlainObject } from '../../plain.js'
import type { Entity, Scope } from './entity.js'
import { rejectInvalidName } from './entity.js'
import { createReference } from './present.js'

/** An empty schema is none. */
const isEmpty = (schema: unknown): boolean =>
  isPlainObject(schema) && Object.keys(schema).length === 0

/** Refuses a schema that cannot be checked by. */
function rejectInvalidSchema(schema: unknown, { environment: { schemas } }: Scope): void {
  const fault = isPlainObject(schema) && !isEmpty(schema) && schemas.findSchemaFault(schema)
  if (fault) throw new Refusal(fault)
}

/** A kind of config, with the schema of its data. */
export const configTypes: Entity<'configTypes'> = {
  kind: 'configTypes',
  singular: 'configType',
  collection: 'config-types',
  idForm: 'long',
  fields: ({ name = '', schema = null }) => ({ name, schema: isEmpty(schema) ? null : schema }),
  check: (record, scope, before) => {
    rejectInvalidName('configTypes', record, scope, before)
    if (record.name === 'all')
      throw createFieldRefusal(
        'name',
        'all is a keyword and may not be used as a config type name',
        'all',
      )
    if (
      record.schema !== null &&
      (typeof record.schema !== 'object' || Array.isArray(record.schema))
    )
      throw new Refusal(createTypeFailure('schema', 'object', record.schema))
    if (record.schema !== before?.schema) rejectInvalidSchema(record.schema, scope)
  },
  // As recorded, where the specification has no word for it: what sets nothing is refused (as in release 1.6; 2.0 answers 500), and what sets a name in vain is dropped.
  normalizeUpdate: (sent, before, scope) => {
    const { records, call } = scope
    const { name, schema } = sent
    if (call.operation.method !== 'PATCH') return sent
    if (
      schema !== undefined &&
      schema !== null &&
      (typeof schema !== 'object' || Array.isArray(schema))
    )
      throw createFieldRefusal('schema', 'if present, schema must have object type', schema)
    if (call.sets.length === 0) throw new Refusal(createTypeFailure('schema', 'object', null))
    rejectInvalidSchema(schema, scope)
    const isFree =
      typeof name !== 'string' ||
      (name !== '' &&
        [...records.find('configTypes', 'name', name)].every(({ id }) => id === before.id))
    return isFree ? sent : undefined
  },
  beforeDelete: ({ id }, { records }) => {
    if (records.countFound('configs', 'configTypeId', id) > 0)
      throw new Refusal({
        code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
        reason: `cannot delete config type ${id}, as configs of that type exist`,
      })
  },
  present: ({ name, schema }) => ({ name, schema }),
}

/** Settings that a service hands to those who use it. */
export const configs: Entity<'configs'> = {
  kind: 'configs',
  singular: 'config',
  collection: 'configs',
  idForm: 'long',
  fields: ({ name = '', configTypeId = '', data = {} }) => ({ name, configTypeId, data }),
  immutableFields: ['configTypeId'],
  check: (record, scope, before) => {
    if (Array.isArray(record.data) || typeof record.data !== 'object')
      throw createFieldRefusal('data', 'invalid type, expected object', record.data)
    if (record.configTypeId === '')
      throw createFieldRefusal('type', 'config type must be specified', '')
    const type = scope.records.get('configTypes', record.configTypeId)
    if (!type) throw createFieldRefusal('type', 'invalid config type', record.configTypeId)
    rejectInvalidName('configs', record, scope, before)
    const fault = type.schema && scope.environment.schemas.findDataFault(type.schema, record.data)
    if (fault) throw new Refusal(fault)
  },
  // A patch that sets something, but no data, is checked as one with none.
  normalizeUpdate: (sent, { configTypeId }, { records, call, environment }) => {
    const { data } = sent
    if (call.operation.method !== 'PATCH' || call.sets.length === 0) return sent
    if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data)))
      throw createFieldRefusal('data', 'invalid type, expected object', data)
    const schema = records.get('configTypes', configTypeId)?.schema
    const fault = schema && environment.schemas.findDataFault(schema, data ?? null)
    if (fault) throw new Refusal(fault)
    return sent
  },
  beforeDelete: ({ id }, { records }) => {
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
  present: ({ name, configTypeId, data }, { records }) => ({
    name,
    data,
    configType: createReference(configTypes.collection, {
      id: configTypeId,
      name: records.get('configTypes', configTypeId)?.name ?? '',
    }),
    configTypeId,
  }),
  symbols: { type: ({ configTypeId }) => configTypeId },
}
