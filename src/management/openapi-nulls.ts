/** Plain data, as the document is made of it; members that are undefined are left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

type JsonObject = Readonly<Record<string, JsonValue | undefined>>

const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value)

const nullSchema: JsonValue = { type: 'null' }

/** A schema without null among its types and values. */
function forbidNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema
  if (!isJsonArray(type)) return schema
  const types = type.filter((name) => name !== 'null')
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(isJsonArray(values) && { enum: values.filter((word) => word !== null) }),
  }
}

const allowsNull = ({ type }: JsonObject): boolean => isJsonArray(type) && type.includes('null')

/** The alternatives of a schema that says nothing else, except that it came later. */
function listAlternatives(schema: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(schema)) return [schema]
  const { anyOf, oneOf, 'x-later': _, ...others } = schema
  const alternatives = anyOf ?? oneOf
  return isJsonArray(alternatives) && Object.keys(others).length === 0
    ? alternatives.flatMap(listAlternatives)
    : [schema]
}

const isLater = (schema: JsonValue): boolean =>
  isJsonObject(schema) && schema['x-later'] === true && schema.$ref === undefined

/** Alternatives of which null is one: each once, none within another. */
function joinAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...others } = schema
  const nested = anyOf ?? oneOf
  if (!isJsonArray(nested) || (anyOf && oneOf)) return schema
  const alternatives = new Map(
    nested.flatMap(listAlternatives).map((item) => [JSON.stringify(item), item]),
  )
  if (!alternatives.has(JSON.stringify(nullSchema))) return schema
  return {
    ...others,
    anyOf: [...alternatives.values()],
    ...(nested.some(isLater) && { 'x-later': true }),
  }
}

/**
 * Writes null where a schema is referred to, instead of in the schema: a named schema is then one
 * type, of which generators of clients make one class. As the body of a request it stays without
 * null, because some generators import a class that they do not write for a body that may be null.
 */
export function placeNulls(
  schemas: Readonly<Record<string, JsonValue>>,
  paths: JsonValue,
): { schemas: Readonly<Record<string, JsonValue>>; paths: JsonValue } {
  const nullable = new Set(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isJsonObject(schema) && allowsNull(schema) ? [`#/components/schemas/${name}`] : [],
    ),
  )

  function place(value: JsonValue): JsonValue {
    if (isJsonArray(value)) return value.map(place)
    if (!isJsonObject(value)) return value
    if (typeof value.$ref === 'string' && nullable.has(value.$ref)) {
      const { readOnly, 'x-later': later, ...reference } = value
      return {
        anyOf: [reference, nullSchema],
        ...(readOnly !== undefined && { readOnly }),
        ...(later !== undefined && { 'x-later': later }),
      }
    }
    return joinAlternatives(placeInMembers(value))
  }

  const placeInMembers = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        member === undefined || name === 'requestBody' ? member : place(member),
      ]),
    )

  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        isJsonObject(schema) ? placeInMembers(forbidNull(schema)) : schema,
      ]),
    ),
    paths: place(paths),
  }
}
