import { uniqueSorted } from '../call/byte-order.js'
import type { LinkedCounterFactory } from '../filter/symbols.js'
import { createFieldRefusal, Refusal } from '../call/failure.js'
import type { BaseRecord, EntityRecords, EntityName, NamedEntity } from '../call/records.js'
import type { EntityTable } from '../records/references.js'
import type { Scope, WriteScope } from '../call/scope.js'

export type EntityFields<Name extends EntityName> = Omit<EntityRecords[Name], keyof BaseRecord>

/**
 * The fields of a create or replace request. For a patch, `normalizeUpdate` gets the fields of the request, and
 * `toRecord` gets the fields of the stored record with the patch applied.
 */
export type InputFields<Name extends EntityName> = Partial<EntityFields<Name>> & {
  tags?: BaseRecord['tags'] | null | undefined
}

export type Links = Record<string, { href: string }>

/**
 * Lets filters follow the ids in a symbol to the records of another entity; `guard` refuses callers who may not list
 * these records.
 */
export type EntityLink<Name extends EntityName> = ((
  scope: Scope,
) => LinkedCounterFactory<EntityRecords[Name]>) & { guard: (scope: Scope) => void }

/**
 * An entity: its names, and all behavior beyond storing its fields. Hooks throw a `Refusal` to
 * refuse a request. The contract defines its operations, found by `collection`.
 */
export type Entity<Name extends EntityName> = EntityTable<Name> & {
  /** The name of one record in messages, such as `authPolicy`. */
  singular: string
  /** The name of one record in the "not found" message of a deletion, if it differs from `singular`. */
  deletionTitle?: string
  /**
   * Set if only some of the stored records belong to the entity. `has` tests one record; `indexEntry`, if present,
   * finds exactly the records of the entity.
   */
  subset?: {
    has: (record: EntityRecords[Name]) => boolean
    indexEntry?: { index: string; value: string }
  }
  /** The path segment of the records of the entity, such as `auth-policies`. */
  collection: string
  /** Another collection that contains the same records. */
  otherCollection?: string
  /** The path segment in links, if it is not `collection`. */
  path?: string
  /** Set if the records of the entity have short ids; most entities have long ids. */
  idForm?: 'short'
  /** Path segments that are appended to the path of a record to form its links. */
  links?: readonly string[]
  /** Additional links: to paths outside the record, or links that only some records have. */
  recordLinks?(record: EntityRecords[Name]): Links
  /** Creates the stored record; absent fields already have their defaults from the contract. */
  toRecord(input: InputFields<Name>, base: BaseRecord, scope: Scope): EntityRecords[Name]
  immutableFields?: readonly (keyof EntityFields<Name>)[]
  /** Object fields that a patch replaces as a whole, as it does with tags; other objects are merged. */
  unmergedFields?: readonly (keyof EntityFields<Name>)[]
  /** Fields that a patch removes by null; in all other fields, null changes nothing. */
  removableFields?: readonly (keyof EntityFields<Name>)[]
  /** Rewrites an update. If it returns undefined, the update is ignored, as on controllers. */
  normalizeUpdate?(
    input: InputFields<Name>,
    before: EntityRecords[Name],
    scope: Scope,
  ): InputFields<Name> | undefined
  /** Refuses an empty or taken name, which controllers check before they read the other fields. */
  checkName?(record: { id: string; name: string }, scope: Scope): void
  check?(record: EntityRecords[Name], scope: Scope, before?: EntityRecords[Name]): void
  afterCreate?(record: EntityRecords[Name], scope: WriteScope): void
  afterUpdate?(record: EntityRecords[Name], scope: WriteScope, before: EntityRecords[Name]): void
  /**
   * Refuses a deletion, or does what `references` cannot express, such as ending sessions or deleting the tunneler of a
   * router.
   */
  beforeDelete?(record: EntityRecords[Name], scope: WriteScope): void
  /** Set if controllers do not record when a record was created and changed: responses contain `zeroTime`. */
  isUndated?: true
  /** The response fields that only this entity has; `presentBase` adds the common ones. */
  present(record: EntityRecords[Name], scope: Scope): Record<string, unknown>
  /** How to read filter symbols that do not have the same name as a field. */
  symbols?: Readonly<Record<string, (record: EntityRecords[Name], scope: Scope) => unknown>>
  /** For symbols that are sets of ids: lets filters query the records with these ids. */
  filterLinks?: Readonly<Record<string, EntityLink<Name>>>
}

/** The definition of an entity; `singular` and `collection` may be absent if they follow from `name`. */
export type EntityDefinition<Name extends EntityName> = Omit<
  Entity<Name>,
  'singular' | 'collection'
> &
  Partial<Pick<Entity<Name>, 'singular' | 'collection'>>

/** Refuses an empty or taken name. */
export function rejectInvalidName(
  entity: NamedEntity,
  { id, name }: { id: string; name: string },
  { records }: Scope,
): void {
  if (name === '') throw createFieldRefusal('name', 'name is required', '')
  for (const other of records.find(entity, 'name', name))
    if (other.id !== id) throw createFieldRefusal('name', 'name must be unique', name)
}

const maxListedReferrers = 10

/**
 * Refuses to delete a record that other records refer to; `relation` names both entity types, in the words of
 * controllers.
 */
export const refuseWhileUsed = (
  field: string,
  relation: string,
): { refuse(users: readonly { id: string }[]): Refusal } => ({
  refuse: (users) => {
    const ids = `[${users
      .slice(0, maxListedReferrers)
      .map(({ id }) => id)
      .join(', ')}]`
    return new Refusal({
      code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
      field,
      reason: `entity type ${relation}: ${ids}`,
      value: ids,
    })
  },
})

type UniqueValue = { id: string; index: string; value: string | null | undefined; field?: string }

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

/** Like `rejectInvalidName`, for entities for which controllers refuse a taken name with another message. */
export function rejectDuplicateName(
  entity: NamedEntity,
  { id, name }: { id: string; name: string },
  scope: Scope,
): void {
  if (name === '') throw createFieldRefusal('name', 'name is required', '')
  rejectDuplicate(entity, { id, index: 'name', value: name }, scope)
}

/** Like `sortAttributes`, but also refuses attributes that begin like a role (`#` or `@`). */
export function normalizeAttributes(
  attributes: readonly string[] | null | undefined,
): string[] | null {
  for (const attribute of attributes ?? []) {
    const prefix = attribute.charAt(0)
    if (prefix === '#' || prefix === '@')
      throw createFieldRefusal(
        'roleAttributes',
        `role attributes may not be prefixed with ${prefix}`,
        attribute,
      )
  }
  return sortAttributes(attributes)
}

export function sortAttributes(attributes: readonly string[] | null | undefined): string[] | null {
  if (attributes?.includes(''))
    throw createFieldRefusal('roleAttributes', 'a role attribute may not be empty', '')
  return uniqueSortedOrNull(attributes)
}

export const uniqueSortedOrNull = (texts: readonly string[] | null | undefined): string[] | null =>
  texts && texts.length > 0 ? uniqueSorted(texts) : null
