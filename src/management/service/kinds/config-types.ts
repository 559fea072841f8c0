import { faultOfSchema } from '../json-schema.js'
import { render } from '../render.js'
import { badField, Refusal } from '../refusal.js'
import type { Kind } from './kind.js'
import { rejectUsed } from './rules.js'

/** A kind of config, with the schema of its data. */
export const configTypes: Kind<'configTypes'> = {
  kind: 'configTypes',
  one: 'configType',
  collection: 'config-types',
  ids: 'long',
  fields: ({ name = '', schema }) => ({ name, schema: schema ?? null }),
  check: (record, scope, before) => {
    rejectUsed('configTypes', record, scope, before)
    if (record.name === 'all') throw badField('name', 'all is a keyword and may not be used as a config type name', 'all')
    const fault = record.schema && faultOfSchema(record.schema)
    if (fault) throw new Refusal(fault)
  },
  // As recorded, where the specification has no word for it: what sets nothing is refused, and what sets a name in vain is dropped.
  heeds: ({ name, schema, tags }, before, { records }) => {
    if (schema !== undefined && schema !== null && (typeof schema !== 'object' || Array.isArray(schema))) throw badField('schema', 'if present, schema must have object type', render(schema))
    if ([name, schema, tags].every((value) => value === undefined || value === null)) throw new Refusal({ code: 'UNHANDLED', reason: 'no fields updated, nothing to do' })
    return typeof name !== 'string' || (name !== '' && [...records.find('configTypes', 'name', name)].every(({ id }) => id === before.id))
  },
  deleting: ({ id }, { records }) => {
    if (records.countFound('configs', 'configTypeId', id) > 0) throw new Refusal({ code: 'CAN_NOT_DELETE_REFERENCED_ENTITY', reason: `cannot delete config type ${id}, as configs of that type exist` })
  },
  show: ({ name, schema }) => ({ name, schema }),
}
