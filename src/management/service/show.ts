import type { Kind, Links, Scope } from './kinds/kind.js'
import type { Base, Kinds, KindName } from './records.js'

/** A moment as answers write it, RFC 3339 with milliseconds. */
export const time = (moment: number): string => new Date(moment).toISOString()

/** A moment that may be none. */
export const timeOrNull = (moment: number | null | undefined): string | null => (moment === null || moment === undefined ? null : time(moment))

/** Where a record is, and what is below it. */
export const linksOf = (collection: string, id: string, links: readonly string[] = []): Links =>
  Object.fromEntries([...links.map((name): [string, { href: string }] => [name, { href: `./${collection}/${id}/${name}` }]), ['self', { href: `./${collection}/${id}` }]])

/** What all records show. */
export const base = ({ id, createdAt, updatedAt, tags }: Base, links: Links): Record<string, unknown> => ({ _links: links, createdAt: time(createdAt), id, tags, updatedAt: time(updatedAt) })

/** A record as answers show it. */
export function show<Name extends KindName>(kind: Kind<Name>, record: Kinds[Name], scope: Scope): Record<string, unknown> {
  return { ...kind.show(record, scope), ...base(record, linksOf(kind.collection, record.id, kind.links)) }
}

/** What stands for a record in others. */
export const reference = (collection: string, record: { id: string; name: string }, links?: readonly string[]): Record<string, unknown> => ({
  _links: linksOf(collection, record.id, links),
  entity: collection,
  id: record.id,
  name: record.name,
})
