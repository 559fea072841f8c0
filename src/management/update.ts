import { ManagementError } from './error.js'
import { isPlain } from './plain.js'

/** What `update` needs of a resource. */
export type Updatable<Entity, Patch> = {
  get(id: string): Promise<Entity>
  patch(id: string, body: Patch): Promise<void>
}

/** How often `update` begins anew when others change the same record. */
const most = 5

/**
 * Changes a record by what it is: `update(client.services, id, ({ roleAttributes }) => ({ roleAttributes: [...roleAttributes ?? [], 'eu'] }))`.
 * The API has no conditional requests, so the record is read again right before it is written, and if someone else has
 * changed it, `change` is asked anew; a moment remains. After writing it is read once more, since controllers answer
 * with success and drop the update where a name is in use. `change` gives undefined where there is nothing to change.
 * Gives the record as it is then; throws a `ManagementError`, of code `CHANGED_MEANWHILE` or `UPDATE_DROPPED` for these two.
 */
export async function update<Entity extends { updatedAt: string }, Patch extends object>(
  resource: Updatable<Entity, Patch>,
  id: string,
  change: (current: Entity) => Patch | undefined | Promise<Patch | undefined>,
): Promise<Entity> {
  let current = await resource.get(id)
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const patch = await change(current)
    if (patch === undefined || Object.keys(patch).length === 0) return current
    const latest = await resource.get(id)
    if (latest.updatedAt === current.updatedAt) {
      await resource.patch(id, patch)
      return written(await resource.get(id), { patch, before: latest })
    }
    current = latest
  }
  throw faultOf(
    'CHANGED_MEANWHILE',
    `someone else changed \`${id}\` each of the ${most} times that it was to be written; try again later`,
  )
}

/** The record after an update, if that has taken effect. */
function written<Entity extends { updatedAt: string }>(
  after: Entity,
  { patch, before }: { patch: object; before: Entity },
): Entity {
  const [field] =
    after.updatedAt === before.updatedAt
      ? Object.entries(patch).filter(([key, value]) => isOther(key, value, after))
      : []
  if (!field) return after
  const [name, value] = field
  throw faultOf(
    'UPDATE_DROPPED',
    `the controller answered with success and changed nothing: \`${name}\` is not ${typeof value === 'string' ? `\`${value}\`` : 'what was written'}; it does so where a name is in use, or empty`,
  )
}

/** Whether a field can be read and differs from what was written. */
function isOther(key: string, value: unknown, after: object): boolean {
  const fields: unknown = after
  return (
    isPlain(fields) &&
    Object.hasOwn(fields, key) &&
    value !== null &&
    !isPlain(value) &&
    sorted(fields[key]) !== sorted(value)
  )
}

/** Controllers sort sets. */
const sorted = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)

const faultOf = (code: string, message: string): ManagementError =>
  new ManagementError({
    message: `\`update\` failed: ${message} (${code})`,
    code,
    operation: 'update',
    request: 'PATCH',
    status: 0,
  })
