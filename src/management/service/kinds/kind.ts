import type { LinkedCount } from '../filter/index.js'
import type { Environment, Reading, Writing } from '../environment.js'
import type { Call } from '../handler.js'
import type { Base, Kinds, KindName } from '../records.js'

/** What a rule sees of a request: its records, its moment in ms since 1970, and the call. */
export type Scope = { records: Reading; now: number; environment: Environment; call: Call }

/** What a rule sees that may write. */
export type WritingScope = Scope & { records: Writing }

/** A record before it has what all have. */
export type Draft<Name extends KindName> = Omit<Kinds[Name], keyof Base>

export type Links = Record<string, { href: string }>

/** The records behind a set of ids: how filters read them, and those of one record. */
export type Link<Name extends KindName> = (scope: Scope) => LinkedCount<Kinds[Name]>

/**
 * A kind of record: what it is called, and what goes beyond keeping fields. `fields` makes the stored fields from those
 * that a create or replace sends, or from a stored record with the fields of a patch; what is not there gets the value
 * that the contract gives it. Rules throw a `Refusal`.
 */
export type Kind<Name extends KindName> = {
  kind: Name
  /** What messages call one, and several where a deleted record is missed. */
  one: string
  many?: string
  /** The part of the stored kind that it is, where it is not all: found by an index, and told by a record. */
  part?: { index: string; value: string; has: (record: Kinds[Name]) => boolean }
  /** The path of its records. */
  collection: string
  /** Where they are shown, where that is another path. */
  path?: string
  ids: 'short' | 'long'
  /** Paths below a record that it links to. */
  links?: readonly string[]
  /** Links to elsewhere, or such as not every record has. */
  furtherLinks?: (record: Kinds[Name]) => Links
  fields: (sent: Partial<Draft<Name>> & Record<string, unknown>, scope: Scope) => Draft<Name>
  /** Fields that neither a replace nor a patch changes. */
  keeps?: readonly (keyof Draft<Name>)[]
  /** What a replace or patch comes to, where it is not what it sends; nothing where controllers drop it without a word. */
  heard?: (
    sent: Record<string, unknown>,
    before: Kinds[Name],
    scope: Scope,
  ) => Record<string, unknown> | undefined
  check?: (record: Kinds[Name], scope: Scope, before?: Kinds[Name]) => void
  created?: (record: Kinds[Name], scope: WritingScope) => void
  updated?: (record: Kinds[Name], scope: WritingScope, before: Kinds[Name]) => void
  /** Refuses, or takes along what hangs on the record. */
  deleting?: (record: Kinds[Name], scope: WritingScope) => void
  /** Whether nobody records when it was made and changed. */
  isUndated?: true
  /** What is shown besides the fields that all records have. */
  show: (record: Kinds[Name], scope: Scope) => Record<string, unknown>
  /** How filters read the symbols of the contract; those whose name is a field are read without. */
  symbols?: Readonly<Record<string, (record: Kinds[Name], scope: Scope) => unknown>>
  /** Sets of ids that filters can look behind: the records that they link to. */
  linked?: Readonly<Record<string, Link<Name>>>
}
