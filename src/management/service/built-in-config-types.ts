import data from '../../../schemas/config-types.json'
import type { Json, JsonMap } from '../../document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../../document/record.js'
import { getString } from '../plain.js'

const parts = toJsonMap(data.parts)

/** A schema with each part in the place of its `#/parts/NAME`. */
function insertParts(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(insertParts)
  if (!isJsonMap(schema)) return schema
  const [, part = ''] = /^#\/parts\/(\w+)$/.exec(getString(schema, '$ref') ?? '') ?? []
  return insertInEntries(toJsonMap(parts[part] ?? schema))
}

const insertInEntries = (map: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, insertParts(value)]))

export type BuiltInConfigType = { id: string; name: string; schema: JsonMap }

/** The config types of controllers of this release: for clients and hosts of services, and for routers. */
export const builtInConfigTypes: readonly BuiltInConfigType[] = data.types.map(
  ({ id, name, $id, schema, definitions }) => ({
    id,
    name,
    schema: {
      $id,
      ...toJsonMap(insertParts(toJsonMap(schema))),
      ...(definitions && {
        definitions: Object.fromEntries(
          definitions.flatMap((part) => Object.entries(insertInEntries(toJsonMap(parts[part])))),
        ),
      }),
    },
  }),
)
