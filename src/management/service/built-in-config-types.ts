import { isDeepStrictEqual } from 'node:util'
import data from '../../../schemas/config-types.json'
import type { Json, JsonMap } from '../../document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../../document/record.js'
import { getString } from '../plain.js'
import type { SchemaChecker } from './call/context.js'
import type { EntityRecords, Records, WriteTransaction } from './call/records.js'
import { createBase } from './call/records.js'

const parts = toJsonMap(data.parts)

/** Replaces each reference `#/parts/NAME` in a schema with that part. */
function insertParts(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(insertParts)
  if (!isJsonMap(schema)) return schema
  const [, part = ''] = /^#\/parts\/(\w+)$/.exec(getString(schema, '$ref') ?? '') ?? []
  return insertInEntries(toJsonMap(parts[part] ?? schema))
}

const insertInEntries = (map: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, insertParts(value)]))

export type BuiltInConfigType = { id: string; name: string; schema: JsonMap }

/** The config types that controllers come with: for clients and hosts of services, and for routers. */
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

/**
 * Updates the built-in config types that an older version created: replaces their schemas, and then adds the types that
 * are new. Types that someone changed stay as they are, and a new type is omitted if its name is taken. If no schema is
 * outdated, changes nothing. Returns the names of the configs that their updated type refuses; these stay unchanged.
 */
export const renewConfigTypes = (
  { write }: Records,
  { now, schemaChecker }: { now: number; schemaChecker: SchemaChecker },
): Promise<string[]> =>
  write((records) => {
    const outdatedTypes = builtInConfigTypes.flatMap((type) => {
      const storedType = records.get('configTypes', type.id)
      return storedType && isOutdated(storedType, type)
        ? [{ ...storedType, schema: type.schema }]
        : []
    })
    if (outdatedTypes.length === 0) return []
    for (const type of outdatedTypes) records.put('configTypes', type)
    addMissingTypes(records, now)
    return outdatedTypes.flatMap(({ id, schema }) =>
      [...records.find('configs', 'configTypeId', id)]
        .filter(({ data }) => schemaChecker.findDataFault(schema, data))
        .map(({ name }) => name),
    )
  })

/** Whether a stored type differs from the current one, although nobody has changed it since its creation. */
const isOutdated = (
  storedType: EntityRecords['configTypes'],
  { name, schema }: BuiltInConfigType,
): boolean =>
  storedType.name === name &&
  storedType.createdAt === storedType.updatedAt &&
  !isDeepStrictEqual(storedType.schema, schema)

function addMissingTypes(records: WriteTransaction, now: number): void {
  for (const type of builtInConfigTypes) {
    const [typeWithName] = records.find('configTypes', 'name', type.name)
    if (typeWithName || records.get('configTypes', type.id)) continue
    records.put('configTypes', { ...createBase(type.id, now), ...type })
  }
}
