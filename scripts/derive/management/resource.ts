import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shape } from '../../../src/management/operation.js'

/** The body of a create, replace or patch: which fields of the resource it takes, and what differs from them there. */
export type Body = {
  required?: readonly string[]
  optional: readonly string[]
  /** Fields that may be null in the body. */
  nullable?: readonly string[]
  /** Fields whose own fields may each be left out, or null. */
  partial?: readonly string[]
  inputs?: Fields
  /** What is refused besides. */
  'x-model'?: Readonly<Record<string, unknown>>
  /** What the contract calls the body, where its name does not follow from that of the record. */
  contract?: string
}

export type Fields = Readonly<Record<string, Shape>>

/** What an operation answers with, in the field `data`; a name is that of a shape. */
export type Answer =
  | 'created'
  | 'empty'
  | { page: string }
  | { items: string }
  | { data: string | Shape }
  | { text: string }
  | { bytes: string }

/** An operation as the file of its resource writes it; what its kind tells is left out. */
export type Row = {
  id: string
  kind: 'list' | 'create' | 'get' | 'replace' | 'patch' | 'delete' | 'relation' | 'action'
  description?: string
  method?: string
  path?: string
  right?: string
  query?: Fields
  requiredQuery?: readonly string[]
  headers?: Fields
  body?: string | { list: string; contract: string } | { text: string }
  bodyName?: string
  bodyOptional?: boolean
  answer?: Answer
  /** The media type of the answer, where it is not that of the others. */
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

/** What a kind of record has besides. */
export type Variant = {
  fields: Fields
  /** Fields that are written in another shape than they are read. */
  inputs?: Fields
  always: readonly string[]
  /** What the contract calls the record of these fields, where it has one. */
  contract?: string
}

/** A file of `schemas/management/`. */
export type ResourceFile = {
  title: string
  description: string
  /** What the contract calls the record, where we call it otherwise. */
  contract?: string
  /** What messages of the controller call a body. */
  bodyName?: string
  /** What the rights to its records are called. */
  right?: string
  entity?: string
  fields?: Fields
  /** The fields that every answer has. */
  always?: readonly string[]
  discriminator?: string
  variants?: Readonly<Record<string, Variant>>
  /** Fields that are written in another shape than they are read. */
  inputs?: Fields
  bodies?: Readonly<Record<string, Body>>
  shapes?: Fields
  /** The fields that filters and sorting know, each with the kind of its values. */
  symbols?: Readonly<Record<string, string>>
  operations: Readonly<Record<string, Row>>
}

/** What several resources share. */
export type Definitions = {
  /** The release of the controllers whose API this is. */
  release: string
  symbols: Readonly<Record<string, string>>
  shapes: Fields
}

export type Management = { definitions: Definitions; resources: ReadonlyMap<string, ResourceFile> }

/** Reads the files of the management API; resources by the name of their file. */
export function readManagement(folder: string): Management {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const names = readdirSync(folder)
    .filter((name) => name !== 'definitions.json')
    .sort()
  return {
    definitions: read('definitions.json') as Definitions,
    resources: new Map(
      names.map((name) => [name.replace('.json', ''), read(name) as ResourceFile]),
    ),
  }
}
