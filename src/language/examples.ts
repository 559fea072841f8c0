import { texts } from '../generated/texts.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import { findPlaceByPath } from '../schema/places.js'

/** The host of the router in the examples of the schema. */
export const exampleHost = 'router.example.com'

export function findExample(key: SchemaNode): string | undefined {
  const [first]: readonly Json[] = texts[key.index]?.examples ?? []
  return typeof first === 'string' ? first : undefined
}

export function getExampleAt(schema: SchemaNode, path: string): string {
  const place = findPlaceByPath(schema, path)
  return (place && findExample(place.key)) ?? ''
}

/** The rank of a key among the keys of a map that people set most often, from 0; infinite for other keys. */
export function getRankIn(map: SchemaNode, name: string): number {
  const rank = texts[map.index]?.often?.indexOf(name) ?? -1
  return rank < 0 ? Infinity : rank
}

/** Whether most files set a key of a map, although it is not required. */
export const isUsualIn = (map: SchemaNode, name: string): boolean =>
  texts[map.index]?.usual?.includes(name) ?? false
