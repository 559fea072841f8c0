import type { LinkedCount } from '../filter/symbols.js'
import type { Environment, Reading, Writing } from '../environment.js'
import type { Call } from '../http/handler.js'
import { createFieldRefusal, Refusal } from '../http/failure.js'
import type { BaseRecord, EntityRecords, EntityName } from './records.js'

/** What a rule sees of a request: its records, its moment in ms since 1970, and the call. */
export type Scope = { records: Reading; now: number; environment: Environment; call: Call }

/** What a rule sees that may write. */
export type WritingScope = Scope & { records: Writing }

/** A record before it has what all have. */
export type Draft<Name extends EntityName> = Omit<EntityRecords[Name], keyof BaseRecord>

export type Links = Record<string, { href: string }>

/** The records behind a set of ids: how filters read them, and those of one record. */
export type Link<Name extends EntityName> = (scope: Scope) => LinkedCount<EntityRecords[Name]>

/**
 * A kind of record: what it is called, and what goes beyond keeping fields. `fields` makes the stored fields from those
 * that a create or replace sends, or from a stored record with the fields of a patch; what is not there gets the value
 * that the contract gives it. Rules throw a `Refusal`.
 */
export type Entity<Name extends EntityName> = {
  kind: Name
  /** What messages call one, and several where a deleted record is missed. */
  singular: string
  plural?: string
  /** The part of the stored kind that it is, where it is not all: found by an index, and told by a record. */
  subset?: { index: string; value: string; has: (record: EntityRecords[Name]) => boolean }
  /** The path of its records. */
  collection: string
  /** Where they are shown, where that is another path. */
  path?: string
  idForm: 'short' | 'long'
  /** Paths below a record that it links to. */
  links?: readonly string[]
  /** Links to elsewhere, or such as not every record has. */
  recordLinks?: (record: EntityRecords[Name]) => Links
  fields: (sent: Partial<Draft<Name>> & Record<string, unknown>, scope: Scope) => Draft<Name>
  /** Fields that neither a replace nor a patch changes. */
  immutableFields?: readonly (keyof Draft<Name>)[]
  /** What a replace or patch comes to, where it is not what it sends; nothing where controllers drop it without a word. */
  normalizeUpdate?: (
    sent: Record<string, unknown>,
    before: EntityRecords[Name],
    scope: Scope,
  ) => Record<string, unknown> | undefined
  check?: (record: EntityRecords[Name], scope: Scope, before?: EntityRecords[Name]) => void
  afterCreate?: (record: EntityRecords[Name], scope: WritingScope) => void
  afterUpdate?: (
    record: EntityRecords[Name],
    scope: WritingScope,
    before: EntityRecords[Name],
  ) => void
  /** Refuses, or takes along what hangs on the record. */
  beforeDelete?: (record: EntityRecords[Name], scope: WritingScope) => void
  /** Whether nobody records when it was made and changed. */
  isUndated?: true
  /** What is shown besides the fields that all records have. */
  present: (record: EntityRecords[Name], scope: Scope) => Record<string, unknown>
  /** How filters read the symbols of the contract; those whose name is a field are read without. */
  symbols?: Readonly<Record<string, (record: EntityRecords[Name], scope: Scope) => unknown>>
  /** Sets of ids that filters can look behind: the records that they link to. */
  linked?: Readonly<Record<string, Link<Name>>>
}

type NamedEntity = {
  [Name in EntityName]: EntityRecords[Name] extends { name: string } ? Name : never
}[EntityName]

/** Refuses an empty name, and one that another record of the kind has. */
export function rejectInvalidName<Name extends NamedEntity>(
  kind: Name,
  record: { id: string; name: string },
  { records }: Scope,
  before?: { name: string },
): void {
  if (record.name === '') throw createFieldRefusal('name', 'name is required', '')
  if (before?.name === record.name) return
  for (const other of records.find(kind, 'name', record.name))
    if (other.id !== record.id) throw createFieldRefusal('name', 'name must be unique', record.name)
}

/** So many users of a record are told at most. */
const maxListedUsers = 10

/** Refuses to delete what others refer to by a field; `relation` is who is used by whom, in the words of controllers. */
export function rejectWhileUsed(
  field: string,
  relation: string,
  users: Iterable<{ id: string }>,
): void {
  const ids = [...users].slice(0, maxListedUsers).map(({ id }) => id)
  if (ids.length > 0)
    throw new Refusal({
      code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
      field,
      reason: `entity type ${relation}: [${ids.join(' ')}]`,
      value: `[${ids.join(' ')}]`,
    })
}

type UniqueValue = { id: string; index: string; value: string | null | undefined; field?: string }

/** Refuses a value that another record of the kind has under an index. */
export function rejectDuplicate(
  kind: EntityName,
  { id, index, value, field = index }: UniqueValue,
  { records }: Scope,
): void {
  if (!value) return
  for (const other of records.find(kind, index, value))
    if (other.id !== id)
      throw createFieldRefusal(
        field,
        `duplicate value '${value}' in unique index on ${kind} store`,
        value,
      )
}

/** Refuses an empty name, and one that another record of the kind has, in the other words that controllers have for it. */
export function rejectDuplicateName<Name extends NamedEntity>(
  kind: Name,
  { id, name }: { id: string; name: string },
  scope: Scope,
): void {
  if (name === '') throw createFieldRefusal('name', 'name is required', '')
  rejectDuplicate(kind, { id, index: 'name', value: name }, scope)
}

/** Role attributes as they are kept: each once, in the order of their bytes. Refuses those that look like a role. */
export function normalizeAttributes(sent: readonly string[] | null | undefined): string[] | null {
  if (!sent || sent.length === 0) return null
  for (const attribute of sent) {
    const prefix = attribute.charAt(0)
    if (prefix === '#' || prefix === '@')
      throw createFieldRefusal(
        'roleAttributes',
        `role attributes may not be prefixed with ${prefix}`,
        attribute,
      )
    if (attribute === '')
      throw createFieldRefusal('roleAttributes', 'a role attribute may not be empty', '')
  }
  return uniqueSorted(sent)
}

/** Texts, each once, in the order of their bytes. */
export const uniqueSorted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort(compareBytes)

export const compareBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))
