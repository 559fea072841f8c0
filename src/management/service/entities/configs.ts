import { foldKey } from '../body/field-types.js'
import { createFieldRefusal, Refusal } from '../call/failure.js'
import type { Handlers } from '../call/call.js'
import { isPlainObject } from '../../../document/record.js'
import type { NamedRecord } from '../call/records.js'
import { createIdReference } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { defineEntity } from './crud.js'
import { rejectInvalidName } from './entity.js'
import { listRelated } from './list.js'
import { presentReference } from './present.js'

type ConfigTypeRecord = NamedRecord & { schema: Readonly<Record<string, unknown>> | null }

type ConfigRecord = NamedRecord & { configTypeId: string; data: Record<string, unknown> }

declare module '../call/records.js' {
  interface EntityRecords {
    configTypes: ConfigTypeRecord
    configs: ConfigRecord
  }
}

/** Whether a schema has no keywords; controllers treat such a schema as absent. */
const isEmptySchema = (schema: unknown): boolean =>
  isPlainObject(schema) && Object.keys(schema).length === 0

function rejectNonObject(field: string, value: unknown): void {
  if (value !== undefined && value !== null && !isPlainObject(value))
    throw createFieldRefusal(field, `${field} must be an object`, value)
}

function rejectInvalidSchema(schema: unknown, { context: { schemaChecker } }: Scope): void {
  const fault =
    isPlainObject(schema) && !isEmptySchema(schema) && schemaChecker.findSchemaFault(schema)
  if (fault) throw new Refusal(fault)
}

export const configTypes = defineEntity({
  name: 'configTypes',
  indexes: ['name'],
  toRecord: ({ name = '', schema = null }, base) => ({
    name,
    schema: isEmptySchema(schema) ? null : schema,
    ...base,
  }),
  unmergedFields: ['schema'],
  check: (record, scope, before) => {
    if (record.name === 'all')
      throw createFieldRefusal(
        'name',
        'all is a keyword and may not be used as a config type name',
        'all',
      )
    rejectNonObject('schema', record.schema)
    if (record.schema !== before?.schema) rejectInvalidSchema(record.schema, scope)
    rejectInvalidName('configTypes', record, scope)
  },
  // The specification does not cover these cases, so they follow recordings of controllers: a patch that sets nothing
  // is refused (release 1.6; 2.0 answers 500), and a patch with an empty or taken name is ignored.
  normalizeUpdate: (input, before, scope) => {
    const { records, call } = scope
    const { name, schema } = input
    if (call.operation.method !== 'PATCH') return input
    rejectNonObject('schema', schema)
    if (call.setKeys.length === 0) throw createFieldRefusal('schema', 'the patch is empty', null)
    rejectInvalidSchema(schema, scope)
    const isNameFree =
      typeof name !== 'string' ||
      (name !== '' &&
        [...records.find('configTypes', 'name', name)].every(({ id }) => id === before.id))
    return isNameFree ? input : undefined
  },
  present: ({ name, schema }) => ({ name, schema }),
})

/** Settings of a service for its clients or hosts. */
export const configs = defineEntity({
  name: 'configs',
  indexes: ['name', 'configTypeId'],
  references: [
    createIdReference('configTypeId', 'configTypes', {
      refuse: (_, id) =>
        new Refusal({
          code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
          reason: `cannot delete config type ${id}, as configs of that type exist`,
        }),
    }),
  ],
  toRecord: ({ name = '', configTypeId = '', data = {} }, base) => ({
    name,
    configTypeId,
    data,
    ...base,
  }),
  unmergedFields: ['data'],
  immutableFields: ['configTypeId'],
  check: (record, scope) => {
    rejectNonObject('data', record.data)
    if (record.configTypeId === '')
      throw createFieldRefusal('type', 'config type must be specified', '')
    const type = scope.records.get('configTypes', record.configTypeId)
    if (!type) throw createFieldRefusal('type', 'invalid config type', record.configTypeId)
    const fault = type.schema && scope.context.schemaChecker.findDataFault(type.schema, record.data)
    if (fault) throw new Refusal(fault)
    rejectInvalidName('configs', record, scope)
  },
  // As recorded, a patch without data is checked as if its data were null, unless it sets nothing or only tags.
  normalizeUpdate: (input, { configTypeId }, { records, call, context }) => {
    const { data } = input
    const isUnchecked =
      call.setKeys.length === 0 || call.setKeys.every((key) => foldKey(key) === 'tags')
    if (call.operation.method !== 'PATCH' || isUnchecked) return input
    rejectNonObject('data', data)
    const schema = records.get('configTypes', configTypeId)?.schema
    const fault = schema && context.schemaChecker.findDataFault(schema, data ?? null)
    if (fault) throw new Refusal(fault)
    return input
  },
  present: ({ name, configTypeId, data }, { records }) => ({
    name,
    data,
    configType: presentReference(configTypes, configTypeId, records),
    configTypeId,
  }),
  symbols: { type: ({ configTypeId }) => configTypeId },
})

export const configOperations: Handlers = {
  listConfigsForConfigType: listRelated(configTypes, configs, ({ id }, records) => ({
    records: records.find('configs', 'configTypeId', id),
  })),
}
