import { ManagementError } from './error.js'
import { where } from './filter/index.js'
import { fieldOf } from './filter/field.js'

/** What `ensure` needs of a resource. */
export type Ensurable<Entity, Body> = {
  list(options: { filter: string; limit: number }): PromiseLike<{ data: Entity[] }>
  get(id: string): Promise<Entity>
  create(body: Body): Promise<{ id: string }>
}

/**
 * The record of a name, created where there is none: `ensure(client.services, { name: 'orchard', encryptionRequired: true })`.
 * One that is there is left as it is. Where two callers do so at once, the second gets the record of the first.
 */
export async function ensure<Entity, Body extends { name: string }>(
  resource: Ensurable<Entity, Body>,
  body: Body,
): Promise<{ record: Entity; created: boolean }> {
  const find = async (): Promise<Entity | undefined> =>
    (await resource.list({ filter: where(fieldOf.text('name').eq(body.name)), limit: 1 })).data[0]
  const found = await find()
  if (found) return { record: found, created: false }
  try {
    const { id } = await resource.create(body)
    return { record: await resource.get(id), created: true }
  } catch (error) {
    const rival = isTaken(error) ? await find() : undefined
    if (rival) return { record: rival, created: false }
    throw error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof ManagementError && error.status === 400 && error.field?.field === 'name'
