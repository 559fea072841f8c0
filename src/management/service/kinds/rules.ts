import type { Kinds, KindName } from '../records.js'
import { badField, Refusal } from '../refusal.js'
import type { Scope } from './kind.js'

type Named = { [Name in KindName]: Kinds[Name] extends { name: string } ? Name : never }[KindName]

/** Refuses an empty name, and one that another record of the kind has. */
export function rejectUsed<Name extends Named>(
  kind: Name,
  record: { id: string; name: string },
  { records }: Scope,
  before?: { name: string },
): void {
  if (record.name === '') throw badField('name', 'name is required', '')
  if (before?.name === record.name) return
  for (const other of records.find(kind, 'name', record.name))
    if (other.id !== record.id) throw badField('name', 'name must be unique', record.name)
}

/** So many users of a record are told at most. */
const told = 10

/** Refuses to delete what others refer to by a field; `relation` is who is used by whom, in the words of controllers. */
export function rejectWhileUsed(
  field: string,
  relation: string,
  users: Iterable<{ id: string }>,
): void {
  const ids = [...users].slice(0, told).map(({ id }) => id)
  if (ids.length > 0)
    throw new Refusal({
      code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
      field,
      reason: `entity type ${relation}: [${ids.join(' ')}]`,
      value: `[${ids.join(' ')}]`,
    })
}

type Value = { id: string; index: string; value: string | null | undefined; field?: string }

/** Refuses a value that another record of the kind has under an index. */
export function rejectTaken(
  kind: KindName,
  { id, index, value, field = index }: Value,
  { records }: Scope,
): void {
  if (!value) return
  for (const other of records.find(kind, index, value))
    if (other.id !== id)
      throw badField(field, `duplicate value '${value}' in unique index on ${kind} store`, value)
}

/** Refuses an empty name, and one that another record of the kind has, in the other words that controllers have for it. */
export function rejectTakenName<Name extends Named>(
  kind: Name,
  { id, name }: { id: string; name: string },
  scope: Scope,
): void {
  if (name === '') throw badField('name', 'name is required', '')
  rejectTaken(kind, { id, index: 'name', value: name }, scope)
}

/** Role attributes as they are kept: each once, in the order of their bytes. Refuses those that look like a role. */
export function attributes(sent: readonly string[] | null | undefined): string[] | null {
  if (!sent || sent.length === 0) return null
  for (const attribute of sent) {
    const prefix = attribute.charAt(0)
    if (prefix === '#' || prefix === '@')
      throw badField(
        'roleAttributes',
        `role attributes may not be prefixed with ${prefix}`,
        attribute,
      )
    if (attribute === '') throw badField('roleAttributes', 'a role attribute may not be empty', '')
  }
  return each(sent)
}

/** Texts, each once, in the order of their bytes. */
export const each = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compare)

const compare = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))
