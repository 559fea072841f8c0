import type { Json, JsonMap } from '../document/record.js'
import { isJsonList, isJsonMap } from '../document/record.js'

const nullSchema: Json = { type: 'null' }

function forbidNull(schema: JsonMap): JsonMap {
  const { type, enum: values } = schema
  if (!isJsonList(type)) return schema
  const types = type.filter((name) => name !== 'null')
  const [only, ...others] = types
  return {
    ...schema,
    type: only !== undefined && others.length === 0 ? only : types,
    ...(isJsonList(values) && { enum: values.filter((word) => word !== null) }),
  }
}

const allowsNull = ({ type }: JsonMap): boolean => isJsonList(type) && type.includes('null')

/**
 * The alternatives of a schema, including nested ones; only the schema itself if it has keywords other than `anyOf`,
 * `oneOf` and `x-later`.
 */
function listAlternatives(schema: Json): readonly Json[] {
  if (!isJsonMap(schema)) return [schema]
  const { anyOf, oneOf, 'x-later': _, ...others } = schema
  const alternatives = anyOf ?? oneOf
  return isJsonList(alternatives) && Object.keys(others).length === 0
    ? alternatives.flatMap(listAlternatives)
    : [schema]
}

const isLater = (schema: Json): boolean =>
  isJsonMap(schema) && schema['x-later'] === true && schema['$ref'] === undefined

/** If null is among the alternatives of a schema, flattens them to one `anyOf` without duplicates. */
function joinAlternatives(schema: JsonMap): JsonMap {
  const { anyOf, oneOf, ...others } = schema
  const writtenAlternatives = anyOf ?? oneOf
  if (!isJsonList(writtenAlternatives) || (anyOf && oneOf)) return schema
  const uniqueAlternatives = new Map(
    writtenAlternatives.flatMap(listAlternatives).map((item) => [JSON.stringify(item), item]),
  )
  if (!uniqueAlternatives.has(JSON.stringify(nullSchema))) return schema
  return {
    ...others,
    anyOf: [...uniqueAlternatives.values()],
    ...(writtenAlternatives.some(isLater) && { 'x-later': true }),
  }
}

/**
 * Moves null from schemas to the references to them, so that client generators create one class for each schema. A
 * request body never becomes nullable: for a nullable body, some generators import a class that they do not generate.
 */
export function moveNullsToReferences(
  schemas: Readonly<Record<string, Json>>,
  paths: Json,
): { schemas: Readonly<Record<string, Json>>; paths: Json } {
  const nullable = new Set(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isJsonMap(schema) && allowsNull(schema) ? [`#/components/schemas/${name}`] : [],
    ),
  )

  function rewrite(value: Json): Json {
    if (isJsonList(value)) return value.map(rewrite)
    if (!isJsonMap(value)) return value
    if (typeof value['$ref'] === 'string' && nullable.has(value['$ref'])) {
      const { readOnly, 'x-later': later, ...reference } = value
      return {
        anyOf: [reference, nullSchema],
        ...(readOnly !== undefined && { readOnly }),
        ...(later !== undefined && { 'x-later': later }),
      }
    }
    return joinAlternatives(rewriteMembers(value))
  }

  const rewriteMembers = (value: JsonMap): JsonMap =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'requestBody' ? member : rewrite(member),
      ]),
    )

  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        isJsonMap(schema) ? rewriteMembers(forbidNull(schema)) : schema,
      ]),
    ),
    paths: rewrite(paths),
  }
}
