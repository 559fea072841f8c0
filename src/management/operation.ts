/** A JSON Schema; references point to `#/$defs/`. */
export type Shape = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  additionalProperties?: Shape | boolean
  items?: Shape
  enum?: readonly (string | null)[]
  const?: string
  oneOf?: readonly Shape[]
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  pattern?: string
  /** Newer than the contract that the specification tells of. */
  'x-later'?: boolean
  /** Whether answers alone have it. */
  readOnly?: boolean
  /** What the contract calls the shape, where we call it otherwise. */
  'x-contract'?: string
  /** The shape whose fields the contract reads first and apart. */
  'x-extends'?: string
  /** The record of the contract, inside that of the shape, which has the field. */
  'x-embedded'?: string
  /** Further values of the contract, which no record has. */
  'x-unused'?: readonly string[]
  /** What is refused besides what the contract tells of; described, and checked elsewhere. */
  'x-model'?: Readonly<Record<string, unknown>>
  /** Types of the values that are kept; others vanish without a word. */
  'x-keeps'?: readonly string[]
}

/** What an operation answers with: a page of records, a bare list, one value, the id of a new record, nothing, text or bytes. */
export type AnswerKind = 'page' | 'items' | 'data' | 'created' | 'empty' | 'text' | 'bytes'

/** An operation of the management API, whole. */
export type Operation = {
  /** The name of the resource in the client, and of the operation in it. */
  resource: string
  name: string
  /** The name of the operation in the contract. */
  id: string
  description: string
  method: string
  /** Relative to the base address, parameters in braces. */
  path: string
  parameters: readonly string[]
  /** `none`, `partial` (a session that may lack its second factor), `session`, `admin`, or a permission such as `router.read`, which administrators have. */
  right: string
  query: Readonly<Record<string, Shape>>
  requiredQuery: readonly string[]
  headers: Readonly<Record<string, Shape>>
  /** A shape for JSON, or the media type of a text; with the name that messages of the controller give the body. */
  body?: { shape: Shape; optional: boolean; name: string } | { text: string; name: string }
  answer: AnswerKind
  /** The shape of the record, of each record of a page, or of the value. */
  shape?: Shape
  /** The media type of the answer, where it is not plain JSON. */
  media?: string
  status: number
  /** Whether the answer has no body. */
  bodiless?: boolean
  errors: readonly number[]
  /** Whether repeating it changes nothing more. */
  idempotent: boolean
  /** Newer than the contract that the specification tells of. */
  later: boolean
  /** The release line it came with, where it came late. */
  since?: string
  /** In the contract only: no release serves it. */
  unserved: boolean
}

/** A resource: its path, what its records and the rights to them are called, and the fields that filters know. */
export type Resource = {
  collection: string
  title: string
  description: string
  entity?: string
  right?: string
  symbols?: Readonly<Record<string, string>>
}

/** The whole API as data: what the service routes and checks by; the version is that of the package. */
export type Contract = {
  operations: readonly Operation[]
  resources: Readonly<Record<string, Resource>>
  shapes: Readonly<Record<string, Shape>>
  /** The release of the controllers whose API this is. */
  release: string
  /** The version of this package. */
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
