import type { Kind, Links, Scope } from './kinds/kind.js'
import type { Base, Kinds, KindName } from './records.js'

/** A moment as answers write it, RFC 3339 with milliseconds. */
export const time = (moment: number): string => new Date(moment).toISOString()

/** A moment that may be none. */
export const timeOrNull = (moment: number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : time(moment)

/** What stands for a moment that nobody recorded. */
export const zeroTime = '0001-01-01T00:00:00.000Z'

/** Where a record is, and what is below it. */
export const linksOf = (collection: string, id: string, links: readonly string[] = []): Links =>
  Object.fromEntries([
    ...links.map((name): [string, { href: string }] => [
      name,
      { href: `./${collection}/${id}/${name}` },
    ]),
    ['self', { href: `./${collection}/${id}` }],
  ])

/** Where a record of a kind is, and all that it links to. */
const allLinks = <Name extends KindName>(
  { collection, path = collection, links, furtherLinks }: Kind<Name>,
  record: Kinds[Name],
): Links => ({ ...linksOf(path, record.id, links), ...furtherLinks?.(record) })

/** What all records show. */
export const base = (
  { id, createdAt, updatedAt, tags }: Base,
  links: Links,
): Record<string, unknown> => ({
  _links: links,
  createdAt: time(createdAt),
  id,
  tags,
  updatedAt: time(updatedAt),
})

/** A record as answers show it. */
export function show<Name extends KindName>(
  kind: Kind<Name>,
  record: Kinds[Name],
  scope: Scope,
): Record<string, unknown> {
  return {
    ...kind.show(record, scope),
    ...base(record, allLinks(kind, record)),
    ...(kind.isUndated && { createdAt: zeroTime, updatedAt: zeroTime }),
  }
}

/** What stands for a record in others. */
export const reference = (
  collection: string,
  record: { id: string; name: string },
  links?: readonly string[],
): Record<string, unknown> => ({
  _links: linksOf(collection, record.id, links),
  entity: collection,
  id: record.id,
  name: record.name,
})

/** What stands for a record of a kind in others, with all that it links to. */
export const referenceTo = <Name extends KindName>(
  kind: Kind<Name>,
  record: Kinds[Name] & { name: string },
): Record<string, unknown> => ({
  ...reference(kind.collection, record),
  _links: allLinks(kind, record),
})
