import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import type { Json } from '../../src/schema/key.js'
import type { Releases } from '../../src/schema/target.js'
import { lines } from '../../src/schema/target.js'

type Schema = Readonly<Record<string, Json>>

const at = (schema: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, step) => Object(value)[step], schema)

/** A schema in which nothing has to be there: what is left out comes from the answers. */
function optional(value: Json): Json {
  if (Array.isArray(value)) return value.map(optional)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, Json][] =>
      name === 'required' ? [] : [[name, name === 'if' ? item : optional(item)]],
    ),
  )
}

/** The options of a kind of listener, as the schema of the router file has them. */
const optionsOf = (router: Schema, binding: string): Json =>
  at(router, '$defs', `listeners.${binding}`, 'properties', 'options') ?? {}

/** The schema of answers with what is known elsewhere: the releases, and everything that may stand in a router file. */
export function answersSchema(base: Schema, router: Schema, known: Releases): Schema {
  const properties = Object(base['properties'])
  const named = lines(known).map(({ line }) => line)
  const { description, type } = properties.sections
  const {
    $schema: _,
    $id: __,
    $defs = {},
    title: ___,
    if: ____,
    then: _____,
    ...file
  } = Object(optional(router))
  const free = (name: string, binding: string): Schema => ({
    ...Object(optional(optionsOf(router, binding))),
    description: properties[name].description,
  })
  return {
    ...base,
    properties: {
      ...properties,
      target: {
        ...properties.target,
        enum: [...named, ...known.releases.map(({ release }) => release)],
        examples: named,
      },
      edgeOptions: free('edgeOptions', 'edge'),
      tunnelOptions: free('tunnelOptions', 'tunnel'),
      sections: { ...file, type, description },
    },
    $defs,
  }
}

/** What answers are, as a type. */
export const answersTypes = (base: Schema, banner: string): Promise<string> => {
  const { edgeRouter, ...properties } = Object(base['properties'])
  const schema: JSONSchema = {
    ...base,
    title: 'Answers',
    properties: {
      ...properties,
      edgeRouter: { ...edgeRouter, additionalProperties: false, title: 'EdgeRouter' },
    },
  }
  return compile(schema, 'Answers', {
    additionalProperties: false,
    bannerComment: banner,
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unreachableDefinitions: false,
  })
}
