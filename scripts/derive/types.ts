import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import type { Json } from '../../src/document/record.js'
import type { Bundle, WrittenKey } from './router-schema.js'

function projectSource(bundle: Bundle, source: WrittenKey): JSONSchema {
  const { allOf, oneOf, properties, items, required = [], description, deprecated } = source
  const own = createType(source)
  return {
    ...(description && { description: deprecated ? `${description}\n\n@deprecated` : description }),
    ...own,
    ...(source.const !== undefined && { const: source.const }),
    ...(source.enum && { enum: listWords(source.enum) }),
    ...(allOf && !('type' in own && source.format) && { allOf: [...allOf] }),
    ...(oneOf ? { oneOf: oneOf.map((item) => projectSource(bundle, item)) } : {}),
    ...(properties &&
      !oneOf && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, child]) => [name, projectSource(bundle, child)]),
        ),
        required: [...required],
        additionalProperties: false,
      }),
    ...(items && own.type !== 'string' && { items: projectSource(bundle, items) }),
  }
}

const listWords = (values: readonly Json[]): (string | number)[] =>
  values.filter(
    (value): value is string | number =>
      typeof value === 'number' || (typeof value === 'string' && value !== ''),
  )

function createType(source: WrittenKey): Partial<JSONSchema> {
  if (source.oneOf) return {}
  if (source.format === 'duration-text') return { type: 'string' }
  const types = [source.type ?? []].flat().filter((type) => type !== 'null')
  const [only] = types
  const type =
    types.length > 1
      ? { type: [...types] as JSONSchema['type'] }
      : only
        ? { type: only as 'string' }
        : {}
  return type
}

/** Converts a schema to TypeScript. */
export const emitTypes = async (
  schema: JSONSchema,
  name: string,
  banner: string,
): Promise<string> =>
  joinCommentLines(
    await compile({ ...schema, title: name }, name, {
      additionalProperties: false,
      bannerComment: banner,
      style: { semi: false, singleQuote: true, printWidth: 120 },
      unreachableDefinitions: false,
    }),
  )

/** Joins short block comments into one line, to make the package smaller: there are hundreds. */
export const joinCommentLines = (text: string): string =>
  text.replaceAll(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')

/**
 * Creates the type of the file as users write it, with every key that any release reads; all but the required ones are
 * optional.
 */
export function createDocumentTypes(bundle: Bundle, banner: string): Promise<string> {
  const definitions = Object.entries(bundle.$defs).map(([key, source]): [string, JSONSchema] => [
    key,
    projectSource(bundle, source),
  ])
  return emitTypes(
    { ...projectSource(bundle, bundle), $defs: Object.fromEntries(definitions) },
    'RouterFile',
    banner,
  )
}
