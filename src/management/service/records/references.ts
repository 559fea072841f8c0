import type { Refusal } from '../call/failure.js'
import type {
  ReadTransaction,
  WriteTransaction,
  StoreWriter,
  EntityName,
  EntityRecords,
} from '../call/records.js'
import type { IntegrityFinding } from '../call/runtime-state.js'

/** A field of the records of an entity that contains the ids of other records. */
export type EntityReference<Name extends EntityName> = {
  field: string
  target: EntityName
  /** Returns the ids in the field. Ids that are null, undefined or empty refer to no record. */
  ids(record: EntityRecords[Name]): readonly (string | null | undefined)[]
  /**
   * Returns the record without the ids for which `isGone` is true. Without this method, an integrity check that fixes
   * errors deletes records that refer to a missing record.
   */
  withoutIds?(record: EntityRecords[Name], isGone: (id: string) => boolean): EntityRecords[Name]
  onDelete: OnDelete<Name>
}

/**
 * What the deletion of a record does to the records that refer to it: they are deleted too (`remove`), they lose the id
 * (`clear`), they keep it (`keep`), or they prevent the deletion (`refuse`).
 */
type OnDelete<Name extends EntityName> =
  | 'remove'
  | 'clear'
  | 'keep'
  | { refuse(referrers: readonly EntityRecords[Name][], id: string): Refusal }

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
  target: EntityName,
  onDelete: Rule,
) => ({
  field,
  target,
  ids: (record: Partial<Record<Field, string>>) => [record[field]],
  onDelete,
})

export const removeIds = (
  ids: readonly string[] | null,
  isGone: (id: string) => boolean,
): string[] | null => {
  const remainingIds = (ids ?? []).filter((id) => !isGone(id))
  return remainingIds.length > 0 ? remainingIds : null
}

type TableReference = { table: EntityTable; reference: EntityReference<EntityName> }

/**
 * Creates the function that deletes a record and handles references to it. It returns whether the record existed, and
 * throws a Refusal if a reference prevents the deletion.
 */
export function createRemove(
  tables: readonly EntityTable[],
): (records: StoreWriter<EntityRecords>, name: EntityName, id: string) => boolean {
  const referencesByTarget = new Map<EntityName, TableReference[]>()
  // Tables that refer to others come first: if references in several tables prevent a deletion, the first is reported.
  for (const table of sortTables(tables).reverse())
    for (const reference of table.references ?? [])
      referencesByTarget.set(reference.target, [
        ...(referencesByTarget.get(reference.target) ?? []),
        { table, reference },
      ])

  return function remove(records, name, id): boolean {
    const references = referencesByTarget.get(name) ?? []
    for (const tableReference of references) {
      const { onDelete } = tableReference.reference
      if (typeof onDelete === 'string') continue
      const referrers = findReferrers(tableReference, id, records)
      if (referrers.length > 0) throw onDelete.refuse(referrers, id)
    }
    for (const tableReference of references) {
      const { table, reference } = tableReference
      if (reference.onDelete !== 'remove' && reference.onDelete !== 'clear') continue
      for (const record of findReferrers(tableReference, id, records))
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

function findReferrers(
  { table: { name, indexes = [] }, reference }: TableReference,
  id: string,
  records: ReadTransaction,
): EntityRecords[EntityName][] {
  if (indexes.includes(reference.field)) return [...records.find(name, reference.field, id)]
  return [...records.list(name)].filter((record) => reference.ids(record).includes(id))
}

/**
 * Sorts tables so that each table comes after the tables that it refers to, except for tables that refer to each other.
 */
function sortTables(tables: readonly EntityTable[]): EntityTable[] {
  const sortedTables = new Set<EntityTable>()
  const visitedTables = new Set<EntityTable>()
  const visit = (table: EntityTable): void => {
    if (visitedTables.has(table)) return
    visitedTables.add(table)
    for (const { target } of table.references ?? [])
      for (const other of tables) if (other.name === target) visit(other)
    sortedTables.add(table)
  }
  for (const table of tables) visit(table)
  return [...sortedTables]
}

/**
 * Finds references to missing records in all records of one entity. With `writer`, also removes the missing ids, or
 * deletes the referring record if the reference has no `withoutIds`.
 */
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
        const { field, target } = reference
        const ids = reference.ids(record)
        const missingIds = new Set(ids.filter((other) => other && !records.get(target, other)))
        if (missingIds.size === 0) continue
        const repairedRecord = reference.withoutIds?.(record, (other) => missingIds.has(other))
        if (repairedRecord) writer?.put(name, repairedRecord)
        else writer?.delete(name, id)
        for (const missingId of missingIds)
          yield {
            description: `${name} ${id}: ${field} names ${target} ${missingId}, which does not exist`,
            fixed: writer !== undefined,
          }
      }
  }
