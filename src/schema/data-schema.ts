import schema from '../generated/configuration.json'

/** The part of JSON Schema in which configurations and the like are described; without a type anything goes. */
export type Schema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  /** The command that lists what may stand here, where there is too much of it for a sentence. */
  readonly 'x-listed-by'?: string
  /** What stands here is never shown. */
  readonly 'x-secret'?: boolean
  /** At the root: the rule that findings go by, and what the whole is called; without them those of configurations. */
  readonly 'x-rule'?: string
  readonly 'x-name'?: string
}

/** The schema of configurations; nothing of it is written a second time in code. */
export const configurationSchema: Schema = schema

/** A schema behind its reference, if it has one. */
export function resolveReference(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.slice('#/$defs/'.length)
  return name === undefined ? schema : { ...root.$defs?.[name], ...schema }
}
