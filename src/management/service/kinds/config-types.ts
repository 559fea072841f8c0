import { typeFailure } from '../failure.js'
import { badField, Refusal } from '../refusal.js'
import { isPlain } from '../../plain.js'
import type { Kind, Scope } from './kind.js'
import { rejectUsed } from './rules.js'

/** An empty schema is none. */
const isEmpty = (schema: unknown): boolean => isPlain(schema) && Object.keys(schema).length === 0

/** Refuses a schema that cannot be checked by. */
function rejectSchema(schema: unknown, { environment: { schemas } }: Scope): void {
  const fault = isPlain(schema) && !isEmpty(schema) && schemas.findSchemaFault(schema)
  if (fault) throw new Refusal(fault)
}

/** A kind of config, with the schema of its data. */
export const configTypes: Kind<'configTypes'> = {
  kind: 'configTypes',
  one: 'configType',
  collection: 'config-types',
  ids: 'long',
  fields: ({ name = '', schema = null }) => ({ name, schema: isEmpty(schema) ? null : schema }),
  check: (record, scope, before) => {
    rejectUsed('configTypes', record, scope, before)
    if (record.name === 'all')
      throw badField('name', 'all is a keyword and may not be used as a config type name', 'all')
    if (
      record.schema !== null &&
      (typeof record.schema !== 'object' || Array.isArray(record.schema))
    )
      throw new Refusal(typeFailure('schema', 'object', record.schema))
    if (record.schema !== before?.schema) rejectSchema(record.schema, scope)
  },
  // As recorded, where the specification has no word for it: what sets nothing is refused (as in release 1.6; 2.0 answers 500), and what sets a name in vain is dropped.
  heard: (sent, before, scope) => {
    const { records, call } = scope
    const { name, schema } = sent
    if (call.operation.method !== 'PATCH') return sent
    if (
      schema !== undefined &&
      schema !== null &&
      (typeof schema !== 'object' || Array.isArray(schema))
    )
      throw badField('schema', 'if present, schema must have object type', schema)
    if (call.sets.length === 0) throw new Refusal(typeFailure('schema', 'object', null))
    rejectSchema(schema, scope)
    const isFree =
      typeof name !== 'string' ||
      (name !== '' &&
        [...records.find('configTypes', 'name', name)].every(({ id }) => id === before.id))
    return isFree ? sent : undefined
  },
  deleting: ({ id }, { records }) => {
    if (records.countFound('configs', 'configTypeId', id) > 0)
      throw new Refusal({
        code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
        reason: `cannot delete config type ${id}, as configs of that type exist`,
      })
  },
  show: ({ name, schema }) => ({ name, schema }),
}
