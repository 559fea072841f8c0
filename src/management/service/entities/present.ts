import type {
  ReadTransaction,
  BaseRecord,
  EntityRecords,
  EntityName,
  NamedEntity,
} from '../call/records.js'
import { memoizeLast } from '../../../document/lazy.js'
import type { Scope } from '../call/scope.js'
import type { Entity, Links } from './entity.js'

/**
 * A time in RFC 3339 with milliseconds, the format of responses. The last result is cached, because in most records
 * `createdAt` equals `updatedAt`.
 */
export const formatTime = memoizeLast((moment: number): string => new Date(moment).toISOString())

export const formatTimeOrNull = (moment: number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : formatTime(moment)

/** The zero time of Go, which controllers send for a time that was not recorded. */
export const zeroTime = '0001-01-01T00:00:00.000Z'

export function createLinks(collection: string, id: string, names: readonly string[] = []): Links {
  const self = `./${collection}/${id}`
  const links: Links = {}
  for (const name of names) links[name] = { href: `${self}/${name}` }
  links['self'] = { href: self }
  return links
}

const createRecordLinks = <Name extends EntityName>(
  entity: Entity<Name>,
  record: EntityRecords[Name],
): Links => ({
  ...createLinks(entity.path ?? entity.collection, record.id, entity.links),
  ...entity.recordLinks?.(record),
})

export const presentBase = (
  { id, createdAt, updatedAt, tags }: BaseRecord,
  links: Links,
): Record<string, unknown> => ({
  _links: links,
  createdAt: formatTime(createdAt),
  id,
  tags,
  updatedAt: formatTime(updatedAt),
})

export function presentRecord<Name extends EntityName>(
  entity: Entity<Name>,
  record: EntityRecords[Name],
  scope: Scope,
): Record<string, unknown> {
  return {
    ...entity.present(record, scope),
    ...presentBase(record, createRecordLinks(entity, record)),
    ...(entity.isUndated && { createdAt: zeroTime, updatedAt: zeroTime }),
  }
}

export const createEntityReference = <Name extends EntityName>(
  entity: Entity<Name>,
  record: EntityRecords[Name] & { name: string },
): Record<string, unknown> => ({
  _links: createRecordLinks(entity, record),
  entity: entity.collection,
  id: record.id,
  name: record.name,
})

/** A reference to a record by its id; the name is empty if the record does not exist. */
export const presentReference = <Name extends NamedEntity>(
  { name, collection, links }: Pick<Entity<Name>, 'name' | 'collection' | 'links'>,
  id: string,
  records: ReadTransaction,
): Record<string, unknown> => ({
  _links: createLinks(collection, id, links),
  entity: collection,
  id,
  name: records.get(name, id)?.name ?? '',
})
