import { compareBytes } from '../byte-order.js'
import type { LinkedCount } from '../filter/symbols.js'
import { createFieldRefusal, Refusal } from '../http/failure.js'
import type { BaseRecord, EntityRecords, EntityName, NamedEntity } from './records.js'
import type { Table } from './references.js'
import type { Scope, WritingScope } from './scope.js'

/** The fields of a record besides those that all have. */
export type Fields<Name extends EntityName> = Omit<EntityRecords[Name], keyof BaseRecord>

/** What a create or replace sends, or a stored record with the fields of a patch. */
export type Sent<Name extends EntityName> = Partial<Fields<Name>> & { tags?: unknown }

export type Links = Record<string, { href: string }>

/** The records behind a set of ids: how filters read them, and those of one record. */
export type Link<Name extends EntityName> = (scope: Scope) => LinkedCount<EntityRecords[Name]>

/**
 * An entity: what its records are called, and what goes beyond keeping fields. Rules throw a `Refusal`. The operations
 * that all entities have come from the contract, by the name of the collection.
 */
export type Entity<Name extends EntityName> = Table<Name> & {
  /** What messages call one, and several where a deleted record is missed. */
  singular: string
  plural?: string
  /** The part of the stored records that it is, where it is not all: found by an index, and told by a record. */
  subset?: { index: string; value: string; has(record: EntityRecords[Name]): boolean }
  /** The path of its records. */
  collection: string
  /** Another collection that shows the same records. */
  otherCollection?: string
  /** Where they are shown, where that is another path. */
  path?: string
  idForm: 'short' | 'long'
  /** Paths below a record that it links to. */
  links?: readonly string[]
  /** Links to elsewhere, or such as not every record has. */
  recordLinks?(record: EntityRecords[Name]): Links
  /** The record that is stored for what is sent; what is not there gets the value that the contract gives it. */
  toRecord(sent: Sent<Name>, base: BaseRecord, scope: Scope): EntityRecords[Name]
  /** Fields that neither a replace nor a patch changes. */
  immutableFields?: readonly (keyof Fields<Name>)[]
  /** Objects that a patch replaces as a whole, as tags are. */
  wholeFields?: readonly (keyof Fields<Name>)[]
  /** What a replace or patch comes to, where it is not what it sends; nothing where controllers drop it without a word. */
  normalizeUpdate?(
    sent: Sent<Name>,
    before: EntityRecords[Name],
    scope: Scope,
  ): Sent<Name> | undefined
  check?(record: EntityRecords[Name], scope: Scope, before?: EntityRecords[Name]): void
  afterCreate?(record: EntityRecords[Name], scope: WritingScope): void
  afterUpdate?(record: EntityRecords[Name], scope: WritingScope, before: EntityRecords[Name]): void
  /** Refuses, or does what references do not say. */
  beforeDelete?(record: EntityRecords[Name], scope: WritingScope): void
  /** Whether the times of creation and change are not recorded. */
  isUndated?: true
  /** What is shown besides the fields that all records have. */
  present(record: EntityRecords[Name], scope: Scope): Record<string, unknown>
  /** How filters read the symbols of the contract; those whose name is a field are read without. */
  symbols?: Readonly<Record<string, (record: EntityRecords[Name], scope: Scope) => unknown>>
  /** Sets of ids that filters can follow to the records that they link to. */
  linked?: Readonly<Record<string, Link<Name>>>
}

/** Refuses an empty name, and one that another record of the entity has. */
export function rejectInvalidName(
  entity: NamedEntity,
  record: { id: string; name: string },
  { records }: Scope,
  before?: { name: string },
): void {
  if (record.name === '') throw createFieldRefusal('name', 'name is required', '')
  if (before?.name === record.name) return
  for (const other of records.find(entity, 'name', record.name))
    if (other.id !== record.id) throw createFieldRefusal('name', 'name must be unique', record.name)
}

/** So many users of a record are told at most. */
const maxListedUsers = 10

/** Refuses to delete what others name in a field; `relation` is who is used by whom, in the words of controllers. */
export const refuseWhileUsed = (
  field: string,
  relation: string,
): { refuse(users: readonly { id: string }[]): Refusal } => ({
  refuse: (users) => {
    const ids = `[${users
      .slice(0, maxListedUsers)
      .map(({ id }) => id)
      .join(' ')}]`
    return new Refusal({
      code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
      field,
      reason: `entity type ${relation}: ${ids}`,
      value: ids,
    })
  },
})

type UniqueValue = { id: string; index: string; value: string | null | undefined; field?: string }

/** Refuses a value that another record of the entity has under an index. */
export function rejectDuplicate(
  entity: EntityName,
  { id, index, value, field = index }: UniqueValue,
  { records }: Scope,
): void {
  if (!value) return
  for (const other of records.find(entity, index, value))
    if (other.id !== id)
      throw createFieldRefusal(
        field,
        `duplicate value '${value}' in unique index on ${entity} store`,
        value,
      )
}

/** Refuses an empty name, and one that another record of the entity has, in the other words that controllers have for it. */
export function rejectDuplicateName(
  entity: NamedEntity,
  { id, name }: { id: string; name: string },
  scope: Scope,
): void {
  if (name === '') throw createFieldRefusal('name', 'name is required', '')
  rejectDuplicate(entity, { id, index: 'name', value: name }, scope)
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
