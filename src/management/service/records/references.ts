import type { Refusal } from '../call/failure.js'
import type {
  ReadTransaction,
  WriteTransaction,
  StoreWriter,
  EntityName,
  EntityRecords,
} from '../call/records.js'
import type { IntegrityFinding } from '../call/runtime-state.js'

/** A field of a record that names other records. */
export type EntityReference<Name extends EntityName> = {
  field: string
  to: EntityName
  /** The ids in the field. */
  ids(record: EntityRecords[Name]): readonly (string | null | undefined)[]
  /**
   * Removes ids from the field; absent if the record is deleted together with the referenced one.
   */
  withoutIds?(record: EntityRecords[Name], isGone: (id: string) => boolean): EntityRecords[Name]
  onDelete: OnDelete<Name>
}

/**
 * Effect of a deletion on records that refer to the deleted one: they are deleted too, their field
 * is cleared, they keep the id, or the deletion is refused.
 */
type OnDelete<Name extends EntityName> =
  | 'remove'
  | 'clear'
  | 'keep'
  | { refuse(referrers: readonly EntityRecords[Name][], id: string): Refusal }

/** How the records of an entity are stored: their indexes and references. */
export type EntityTable<Name extends EntityName = EntityName> = {
  name: Name
  indexes?: readonly string[]
  references?: readonly EntityReference<Name>[]
}

export const createIdReference = <
  const Field extends string,
  const Rule extends OnDelete<EntityName>,
>(
  field: Field,
  to: EntityName,
  onDelete: Rule,
) => ({
  field,
  to,
  ids: (record: Partial<Record<Field, string>>) => [record[field]],
  onDelete,
})

/** A list without some of its ids; null if none are left. */
export const removeIds = (
  ids: readonly string[] | null,
  isGone: (id: string) => boolean,
): string[] | null => {
  const remaining = (ids ?? []).filter((id) => !isGone(id))
  return remaining.length > 0 ? remaining : null
}

type TableReference = { table: EntityTable; reference: EntityReference<EntityName> }

/** Creates the function that deletes a record and handles references to it. */
export function createRemove(
  tables: readonly EntityTable[],
): (records: StoreWriter<EntityRecords>, name: EntityName, id: string) => boolean {
  const referencesByTarget = new Map<EntityName, TableReference[]>()
  // Tables that others refer to are checked last.
  for (const table of sortTables(tables).reverse())
    for (const reference of table.references ?? [])
      referencesByTarget.set(reference.to, [
        ...(referencesByTarget.get(reference.to) ?? []),
        { table, reference },
      ])

  return function remove(records, name, id): boolean {
    const references = referencesByTarget.get(name) ?? []
    for (const user of references) {
      const { onDelete } = user.reference
      if (typeof onDelete === 'string') continue
      const referrers = findReferrers(user, id, records)
      if (referrers.length > 0) throw onDelete.refuse(referrers, id)
    }
    for (const user of references) {
      const { table, reference } = user
      if (reference.onDelete !== 'remove' && reference.onDelete !== 'clear') continue
      for (const record of findReferrers(user, id, records))
        if (reference.onDelete === 'clear' && reference.withoutIds)
          records.put(
            table.name,
            reference.withoutIds(record, (deletedId) => deletedId === id),
          )
        else remove(records, table.name, record.id)
    }
    return records.delete(name, id)
  }
}

/** Finds the records that refer to a record in a field. */
function findReferrers(
  { table: { name, indexes = [] }, reference }: TableReference,
  id: string,
  records: ReadTransaction,
): EntityRecords[EntityName][] {
  if (indexes.includes(reference.field)) return [...records.find(name, reference.field, id)]
  return [...records.list(name)].filter((record) => reference.ids(record).includes(id))
}

/** Sorts tables so that each comes after the tables that it refers to. */
function sortTables(tables: readonly EntityTable[]): EntityTable[] {
  const sorted = new Set<EntityTable>()
  const visited = new Set<EntityTable>()
  const visit = (table: EntityTable): void => {
    if (visited.has(table)) return
    visited.add(table)
    for (const { to } of table.references ?? [])
      for (const other of tables) if (other.name === to) visit(other)
    sorted.add(table)
  }
  for (const table of tables) visit(table)
  return [...sorted]
}

/** Finds broken references in the records of an entity; with `writing`, it fixes them. */
export type ReferenceCheck = (
  records: ReadTransaction,
  writer?: WriteTransaction,
) => Generator<IntegrityFinding, void>

/** A check for each entity that refers to others; referenced entities come first. */
export const createReferenceChecks = (tables: readonly EntityTable[]): ReferenceCheck[] =>
  sortTables(tables)
    .filter(({ references = [] }) => references.length > 0)
    .map(createCheck)

const createCheck = ({ name, references = [] }: EntityTable): ReferenceCheck =>
  function* (records, writer) {
    for (const { id } of [...records.list(name)])
      for (const reference of references) {
        const record = records.get(name, id)
        if (!record) continue
        const { field, to } = reference
        const ids = reference.ids(record)
        const missingIds = new Set(ids.filter((other) => other && !records.get(to, other)))
        if (missingIds.size === 0) continue
        const repairedRecord = reference.withoutIds?.(record, (other) => missingIds.has(other))
        if (repairedRecord) writer?.put(name, repairedRecord)
        else writer?.delete(name, id)
        for (const missingId of missingIds)
          yield {
            description: `${name} ${id}: ${field} names ${to} ${missingId}, which does not exist`,
            fixed: writer !== undefined,
          }
      }
  }
