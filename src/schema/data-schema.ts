/**
 * A JSON Schema for configurations, answers, or the bodies of the management API. References point to `#/$defs/`;
 * without a type, any value is valid.
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
  readonly 'x-secret'?: boolean
  /**
   * At the root: the rule id of findings (default: `configuration`), and the name of the whole value in messages
   * (default: "the configuration").
   */
  readonly 'x-rule'?: string
  readonly 'x-name'?: string
  /** Set if a release newer than the specification introduced the field. */
  readonly 'x-later'?: boolean
  /** Values that requests may have in addition to `enum`, although no record uses them. */
  readonly 'x-unused'?: readonly string[]
  /** Restrictions beyond the contract; documented here, and checked elsewhere. */
  readonly 'x-model'?: Readonly<Record<string, unknown>>
  /** Types of the map values that are stored; values of other types are dropped silently. */
  readonly 'x-keeps'?: readonly string[]
}

/** The words that a schema allows as values; undefined if it does not name any. */
export const listNamedWords = ({
  enum: words,
  anyOf = [],
}: Schema): readonly string[] | undefined =>
  (words ?? anyOf.find((part) => part.enum)?.enum)?.filter((word) => word !== null)

/**
 * Whether a schema allows a string: the schema names no words, or the string is one of the words or matches one of the
 * patterns in `anyOf`.
 */
export const allowsText = (schema: Schema, text: string): boolean =>
  (listNamedWords(schema)?.includes(text) ?? true) ||
  (schema.anyOf ?? []).some(
    ({ pattern }) => pattern !== undefined && new RegExp(pattern, 'u').test(text),
  )

/** A schema with its reference resolved; its own keywords win over those of the definition. */
export function resolveReference(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.slice('#/$defs/'.length)
  return name === undefined ? schema : { ...root.$defs?.[name], ...schema }
}
