import schema from '../generated/configuration.json'

/**
 * A JSON Schema as written: of configurations, answers, and what the management API sends and takes. References
 * point to `#/$defs/`; without a type, any value is valid.
 */
export type Schema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly (string | null)[]
  readonly const?: string
  readonly examples?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  /** Whether the field appears only in responses. */
  readonly readOnly?: boolean
  /** The command that lists the allowed values, if there are too many for a sentence. */
  readonly 'x-listed-by'?: string
  /** The value is never shown. */
  readonly 'x-secret'?: boolean
  /** At the root: the rule id for findings, and what messages call the whole; by default as for configurations. */
  readonly 'x-rule'?: string
  readonly 'x-name'?: string
  /** Set if a release newer than the specification introduced it. */
  readonly 'x-later'?: boolean
  /** Additional values in the contract that no record uses. */
  readonly 'x-unused'?: readonly string[]
  /** Restrictions beyond the contract; documented here, and checked elsewhere. */
  readonly 'x-model'?: Readonly<Record<string, unknown>>
  /** Types of the map values that are stored; values of other types are dropped silently. */
  readonly 'x-keeps'?: readonly string[]
}

/** The schema of configurations; no code repeats any of it. */
export const configurationSchema: Schema = schema

/** The words that a schema names as values; undefined if it names none. */
export const listNamedWords = ({
  enum: words,
  anyOf = [],
}: Schema): readonly string[] | undefined =>
  (words ?? anyOf.find((part) => part.enum)?.enum)?.filter((word) => word !== null)

/** Whether a text is one of the words, or has one of the patterns, if there are any. */
export const allowsText = (schema: Schema, text: string): boolean =>
  (listNamedWords(schema)?.includes(text) ?? true) ||
  (schema.anyOf ?? []).some(
    ({ pattern }) => pattern !== undefined && new RegExp(pattern, 'u').test(text),
  )

/** A schema with its reference resolved, if it has one. */
export function resolveReference(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.slice('#/$defs/'.length)
  return name === undefined ? schema : { ...root.$defs?.[name], ...schema }
}
