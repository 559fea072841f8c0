import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../../../src/schema/data-schema.js'
import type { Descriptions } from './descriptions.js'

/** The body of a create, replace or patch: which fields of the resource it accepts, and how they differ in it. */
export type Body = {
  required?: readonly string[]
  optional: readonly string[]
  /** Fields that may be null in the body. */
  nullable?: readonly string[]
  /** Fields whose own fields may each be absent or null. */
  partial?: readonly string[]
  inputs?: ShapeFields
  /** Other reasons for the controller to refuse the body. */
  'x-model'?: Readonly<Record<string, unknown>>
}

export type ShapeFields = Readonly<Record<string, Schema>>

/** The field `data` of an answer; a string is the name of a shape. */
export type AnswerSource =
  | 'created'
  | 'empty'
  | { page: string }
  | { items: string }
  | { data: string | Schema }
  | { text: string }
  | { bytes: string }

/** An operation in the file of its resource, without the properties that follow from its kind. */
export type OperationSource = {
  id: string
  kind: 'list' | 'create' | 'get' | 'replace' | 'patch' | 'delete' | 'relation' | 'action'
  description?: string
  method?: string
  path?: string
  right?: string
  query?: ShapeFields
  requiredQuery?: readonly string[]
  headers?: ShapeFields
  body?: string | { list: string } | { text: string }
  bodyName?: string
  bodyOptional?: boolean
  answer?: AnswerSource
  /** The media type of the answer, if it is not the usual one. */
  media?: string
  status?: number
  /** Whether the answer has no body. */
  bodiless?: boolean
  errors?: readonly number[]
  idempotent?: boolean
  later?: boolean
  since?: string
  unserved?: boolean
}

/** Additional fields of one variant of a record. */
export type Variant = {
  fields: ShapeFields
  /** Fields whose shape differs between writing and reading. */
  inputs?: ShapeFields
  always: readonly string[]
}

/** A file of `schemas/management/`. */
export type ResourceFile = {
  title: string
  description: string
  /** The name of a body in messages of the controller. */
  bodyName?: string
  /** The name of the permission for records of this resource. */
  right?: string
  entity?: string
  fields?: ShapeFields
  /** The fields that are in every answer. */
  always?: readonly string[]
  discriminator?: string
  variants?: Readonly<Record<string, Variant>>
  /** Fields whose shape differs between writing and reading. */
  inputs?: ShapeFields
  bodies?: Readonly<Record<string, Body>>
  shapes?: ShapeFields
  /** The fields available in filters and sorting, with the kind of their values. */
  symbols?: Readonly<Record<string, string>>
  operations: Readonly<Record<string, OperationSource>>
}

/** Definitions that several resources share. */
export type Definitions = {
  /** The release of the controllers with this API. */
  release: string
  symbols: Readonly<Record<string, string>>
  shapes: ShapeFields
}

export type Management = {
  definitions: Definitions
  descriptions: Descriptions
  resources: ReadonlyMap<string, ResourceFile>
}

/** Reads the files of the management API; resources are keyed by file name. */
export function readManagement(folder: string): Management {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const names = readdirSync(folder)
    .filter((name) => !['definitions.json', 'descriptions.json'].includes(name))
    .sort()
  return {
    definitions: read('definitions.json') as Definitions,
    descriptions: read('descriptions.json') as Descriptions,
    resources: new Map(
      names.map((name) => [name.replace('.json', ''), read(name) as ResourceFile]),
    ),
  }
}
