import type { Schema } from '../schema/data-schema.js'

/**
 * The kind of response of an operation: a `page` of records, a list without pages (`items`), one value (`data`), the id
 * of a new record (`created`), nothing (`empty`), `text` or `bytes`. Outside the management API: JSON without an
 * envelope (`bare`), or the response itself (`raw`).
 */
export type AnswerKind =
  'page' | 'items' | 'data' | 'created' | 'empty' | 'text' | 'bytes' | 'bare' | 'raw'

export type Operation = {
  /** `resource` and `name` locate the operation in the client: `client[resource][name]`. */
  resource: string
  name: string
  /** The name of the operation in the contract. */
  id: string
  description: string
  method: string
  /** Relative to the base path, with parameters in braces. */
  path: string
  parameters: readonly string[]
  /**
   * `none`, `partial` (a session, even if its second factor is missing), `session`, `admin`, or a permission such as
   * `router.read`, which administrators have implicitly.
   */
  right: string
  query: Readonly<Record<string, Schema>>
  requiredQuery: readonly string[]
  headers: Readonly<Record<string, Schema>>
  /**
   * A shape for JSON, or the media type of a plain body; `name` is the name of the body in the controller's messages.
   */
  body?:
    | { shape: Schema; optional: boolean; name: string }
    | { text: string; optional?: boolean; name: string }
  answer: AnswerKind
  /** The shape of the record, of each record of a page, or of the value. */
  shape?: Schema
  /** The media type of the response, if it is not plain JSON. */
  media?: string
  status: number
  bodiless?: boolean
  errors: readonly number[]
  /** Whether repeating the request has no further effect. */
  idempotent: boolean
  /** Whether a release newer than the specification introduced the operation. */
  later: boolean
  /** The release line that introduced the operation; absent for operations of the first release line. */
  since?: string
  /** Whether the specification has the operation, but no release serves it. */
  unserved: boolean
}

/** A resource: its path, the names of its records and rights, and the fields for filters. */
export type Resource = {
  collection: string
  title: string
  description: string
  entity?: string
  right?: string
  symbols?: Readonly<Record<string, string>>
}

/** The whole API as data, which the service uses for routing and checks. `version` is the version of this package. */
export type Contract = {
  operations: readonly Operation[]
  resources: Readonly<Record<string, Resource>>
  shapes: Readonly<Record<string, Schema>>
  /** The controller release whose API this is. */
  release: string
  version: string
}

const splitWords = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter(Boolean)

/** `edge-routers` becomes `EdgeRouters`. */
export const pascalCase = (text: string): string =>
  splitWords(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `edge-routers` becomes `edgeRouters`. */
export const camelCase = (text: string): string =>
  pascalCase(text).replace(/^./, (letter) => letter.toLowerCase())
