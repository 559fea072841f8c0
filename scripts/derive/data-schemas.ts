import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import { toRecord, isJsonList, isJsonMap, toJsonMap } from '../../src/document/record.js'
import type { JsonMap, Json } from '../../src/document/record.js'
import type { Releases } from '../../src/schema/release.js'
import { createLaterPattern, listLines, movingTargets } from '../../src/schema/release.js'
import type { Schema } from '../../src/schema/data-schema.js'
import type { AnyRule } from '../../src/lint/catalog.js'

const findPart = (schema: Json, ...path: readonly string[]): JsonMap =>
  path.reduce((value, step) => toJsonMap(value[step]), toJsonMap(schema))

/**
 * Makes all properties of a schema optional, except in conditions (`if`), because answers provide the missing values.
 */
function makeOptional(value: Json): Json {
  if (isJsonList(value)) return value.map(makeOptional)
  if (!isJsonMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, Json][] =>
      name === 'required' ? [] : [[name, name === 'if' ? item : makeOptional(item)]],
    ),
  )
}

/** Finds the options of listeners with a binding in the schema of the router file. */
const findListenerOptions = (router: JsonMap, binding: string): JsonMap =>
  findPart(router, '$defs', `listeners.${binding}`, 'properties', 'options')

/** The allowed values of `target`: a known word, line or release, or a newer release of a known line. */
const listTargets = (known: Releases): NonNullable<Schema['anyOf']> => [
  {
    enum: [
      ...movingTargets,
      ...listLines(known).map(({ line }) => line),
      ...known.releases.map(({ release }) => release),
    ],
  },
  { pattern: createLaterPattern(known) },
]

/** Completes the schema of answers with the releases and parts of the router file's schema. */
export function createAnswersSchema(base: Schema, router: JsonMap, known: Releases): Schema {
  const { properties = {} } = base
  const named = listLines(known).map(({ line }) => line)
  const {
    $schema: _,
    $id: __,
    $defs = {},
    title: ___,
    if: ____,
    then: _____,
    ...file
  } = toJsonMap(makeOptional(router))
  const free = (name: string, binding: string): Schema => ({
    ...toJsonMap(makeOptional(findListenerOptions(router, binding))),
    description: properties[name]?.description ?? '',
  })
  return {
    ...base,
    properties: {
      ...properties,
      target: {
        ...properties['target'],
        anyOf: listTargets(known),
        examples: named,
      },
      edgeOptions: free('edgeOptions', 'edge'),
      tunnelOptions: free('tunnelOptions', 'tunnel'),
      sections: { ...file, type: 'object', description: properties['sections']?.description ?? '' },
    },
    $defs: toRecord($defs) as NonNullable<Schema['$defs']>,
  }
}

/** Generates the type of answers. */
export const createAnswersTypes = (base: JSONSchema, banner: string): Promise<string> => {
  const { edgeRouter, ...properties } = base.properties ?? {}
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

/** Completes the schema of configurations with the rule ids and the releases. */
export function createConfigurationSchema(
  base: Schema,
  rules: readonly AnyRule[],
  known: Releases,
): Schema {
  const named = listLines(known).map(({ line }) => line)
  const { target, rules: severities, ...others } = base.$defs ?? {}
  return {
    ...base,
    $defs: {
      target: {
        ...target,
        anyOf: listTargets(known),
        examples: named,
        'x-listed-by': 'routerfile targets',
      },
      rules: {
        ...severities,
        properties: Object.fromEntries(
          rules.map(({ id, summary, severity, optional }) => [
            id,
            {
              $ref: '#/$defs/severity',
              description: summary,
              default: optional ? 'off' : severity,
            },
          ]),
        ),
        additionalProperties: false,
        'x-listed-by': 'routerfile rules',
      },
      ...others,
    },
  }
}

/** Generates the type of a parsed configuration. */
export const createConfigurationTypes = (base: JSONSchema, banner: string): Promise<string> =>
  compile({ ...base, title: 'Configuration' }, 'Configuration', {
    additionalProperties: false,
    bannerComment: banner,
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unreachableDefinitions: false,
  })
