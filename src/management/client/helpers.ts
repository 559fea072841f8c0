import { isPlainObject } from '../plain.js'
import type { Mfa } from '../../generated/management/shapes.js'
import { formatFilter, createField } from './filter.js'
import { ManagementError } from './error.js'
import type { Client } from './client.js'

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
    (
      await resource.list({
        filter: formatFilter(createField.text('name').eq(body.name)),
        limit: 1,
      })
    ).data[0]
  const found = await find()
  if (found) return { record: found, created: false }
  try {
    const { id } = await resource.create(body)
    return { record: await resource.get(id), created: true }
  } catch (error) {
    const rival = isNameTaken(error) ? await find() : undefined
    if (rival) return { record: rival, created: false }
    throw error
  }
}

const isNameTaken = (error: unknown): boolean =>
  error instanceof ManagementError && error.status === 400 && error.field?.field === 'name'

/** What `update` needs of a resource. */
export type Updatable<Entity, Patch> = {
  get(id: string): Promise<Entity>
  patch(id: string, body: Patch): Promise<void>
}

/** How often `update` begins anew when others change the same record. */
const maxAttempts = 5

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
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const patch = await change(current)
    if (patch === undefined || Object.keys(patch).length === 0) return current
    const latest = await resource.get(id)
    if (latest.updatedAt === current.updatedAt) {
      await resource.patch(id, patch)
      return confirmUpdate(await resource.get(id), { patch, before: latest })
    }
    current = latest
  }
  throw createUpdateError(
    'CHANGED_MEANWHILE',
    `\`${id}\` was changed by someone else in each of ${maxAttempts} attempts to update it; try again later`,
  )
}

/** The record after an update, if that has taken effect. */
function confirmUpdate<Entity extends { updatedAt: string }>(
  after: Entity,
  { patch, before }: { patch: object; before: Entity },
): Entity {
  const fields = after.updatedAt === before.updatedAt ? Object.entries<unknown>({ ...patch }) : []
  const field = fields.find(([key, value]) => hasOtherValue(key, value, after))
  if (!field) return after
  const [name, value] = field
  throw createUpdateError(
    'UPDATE_DROPPED',
    `the controller reported success but changed nothing: \`${name}\` is not ${typeof value === 'string' ? `\`${value}\`` : 'the value that was sent'}; controllers do this if a name is empty or already in use`,
  )
}

/** Whether a field can be read and differs from what was written. */
function hasOtherValue(key: string, value: unknown, after: object): boolean {
  const fields: unknown = after
  return (
    isPlainObject(fields) &&
    Object.hasOwn(fields, key) &&
    value !== null &&
    !isPlainObject(value) &&
    toComparable(fields[key]) !== toComparable(value)
  )
}

/** Controllers sort sets. */
const toComparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)

const createUpdateError = (code: string, message: string): ManagementError =>
  new ManagementError({
    message: `\`update\` failed: ${message} (${code})`,
    code,
    operation: 'update',
    request: 'PATCH',
    status: 0,
  })

/** What a batch has done so far. */
export type Progress = {
  /** How many items succeeded. */
  done: number
  /** How many items failed. */
  failed: number
  /** How many items there are; undefined while they are still coming. */ total: number | undefined
}

/** How `batch` works on its items. */
export type BatchOptions = {
  /** How many are worked on at a time; 4 otherwise. */
  concurrency?: number
  /** Is called when an item is through. */
  onProgress?: (progress: Progress) => void
  /** Begins no further item. Those that are worked on get it as well. */
  signal?: AbortSignal
  /** Begins no further item once one has failed. */
  stopOnError?: boolean
}

/** What became of each item, in their order. Items that were not begun are in neither list. */
export type BatchReport<Item, Value> = {
  /** Items that succeeded. */
  done: {
    /** The item. */
    item: Item
    /** Its number, from 0. */
    index: number
    /** What the work returned. */
    value: Value
  }[]
  /** Items that failed. */
  failed: {
    /** The item. */
    item: Item
    /** Its number, from 0. */
    index: number
    /** What the work threw. */
    error: unknown
  }[]
  /** How many items were begun. */
  begun: number
  /** Why no more items came, where their source failed. */
  sourceError?: unknown
  /** Whether every item was begun and none failed. */
  ok: boolean
}

/**
 * Works on many items, some at a time: `batch(names, (name) => client.services.create({ name, encryptionRequired: true }))`.
 * An item that fails does not end the others; the report has them all. Items may come from a listing.
 */
export async function batch<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item, place: { index: number; signal: AbortSignal | undefined }) => Promise<Value>,
  options: BatchOptions = {},
): Promise<BatchReport<Item, Value>> {
  const { concurrency = 4, onProgress, signal, stopOnError = false } = options
  const report: BatchReport<Item, Value> = { done: [], failed: [], begun: 0, ok: false }
  const total = Array.isArray(items) ? items.length : undefined
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const state = { isOver: false }
  const take = serializeCalls(async () => {
    try {
      return isStopped() ? undefined : await source.next()
    } catch (error) {
      state.isOver = true
      report.sourceError = error
      return undefined
    }
  })
  const isStopped = (): boolean =>
    state.isOver || signal?.aborted === true || (stopOnError && report.failed.length > 0)
  const worker = async (): Promise<void> => {
    for (let next = await take(); next && !next.done && !isStopped(); next = await take()) {
      const { value: item } = next
      const index = report.begun
      report.begun += 1
      await work(item, { index, signal }).then(
        (value) => void report.done.push({ item, index, value }),
        (error: unknown) => void report.failed.push({ item, index, error }),
      )
      onProgress?.({ done: report.done.length, failed: report.failed.length, total })
    }
    if (!isStopped()) state.isOver = true
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker))
  await source.return?.()
  const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index
  return {
    ...report,
    done: report.done.sort(byIndex),
    failed: report.failed.sort(byIndex),
    ok: report.failed.length === 0 && signal?.aborted !== true && !('sourceError' in report),
  }
}

/** A function whose calls wait for each other. */
function serializeCalls<Value>(make: () => Promise<Value>): () => Promise<Value> {
  const state: { last: Promise<unknown> } = { last: Promise.resolve() }
  return () => {
    const next = state.last.then(make)
    state.last = next
    return next
  }
}

type OwnIdentityClient = Pick<Client<'currentIdentity'>, 'currentIdentity'>

/**
 * Enrolls a second factor for the identity of the client. `codeOf` gets the enrollment, whose `provisioningUrl` is
 * shown to authenticators as a QR code, and returns a code of the authenticator. Continues an unfinished enrollment.
 * Returns the recovery codes, each of which can be used once instead of a code of the authenticator.
 */
export async function enrollMfa(
  { currentIdentity }: OwnIdentityClient,
  codeOf: (enrollment: Mfa) => string | Promise<string>,
): Promise<string[]> {
  await currentIdentity.enrollMfa().catch(async (error: unknown) => {
    if (
      !(error instanceof ManagementError) ||
      error.code !== 'MFA_EXISTS' ||
      (await currentIdentity.mfa()).isVerified
    )
      throw error
  })
  const enrollment = await currentIdentity.mfa()
  await currentIdentity.verifyMfa({ code: await codeOf(enrollment) })
  return enrollment.recoveryCodes ?? []
}

/** Makes new recovery codes instead of the old ones. Takes a code of the authenticator. */
export async function renewRecoveryCodes(
  { currentIdentity }: OwnIdentityClient,
  code: string,
): Promise<string[]> {
  await currentIdentity.createRecoveryCodes({ code })
  return (await currentIdentity.recoveryCodes({ mfaValidationCode: code })).recoveryCodes ?? []
}
