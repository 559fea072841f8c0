import type { Mfa } from '../../generated/management/shapes.js'
import { isPlainObject } from '../../document/record.js'
import { createField } from './filter.js'
import { isNameTaken, ManagementError } from './error.js'
import type { Client } from './client.js'

/** The operations that `ensure` needs. */
export type Ensurable<Entity, Body> = {
  list(options: { filter: string; limit: number }): PromiseLike<{ data: Entity[] }>
  get(id: string): Promise<Entity>
  create(body: Body): Promise<{ id: string }>
}

/**
 * Finds a record by name, or creates it: `ensure(client.services, { name: 'orchard', encryptionRequired: true })`. An
 * existing record stays unchanged. If several callers create it at the same time, all get the same record.
 */
export async function ensure<Entity, Body extends { name: string }>(
  resource: Ensurable<Entity, Body>,
  body: Body,
): Promise<{ record: Entity; created: boolean }> {
  const find = async (): Promise<Entity | undefined> =>
    (
      await resource.list({
        filter: createField('name').eq(body.name).text,
        limit: 1,
      })
    ).data[0]
  const foundRecord = await find()
  if (foundRecord) return { record: foundRecord, created: false }
  try {
    const { id } = await resource.create(body)
    return { record: await resource.get(id), created: true }
  } catch (error) {
    const existingRecord = isNameTaken(error) ? await find() : undefined
    if (existingRecord) return { record: existingRecord, created: false }
    throw error
  }
}

/** The operations that `update` needs. */
export type Updatable<Entity, Patch> = {
  get(id: string): Promise<Entity>
  patch(id: string, body: Patch): Promise<void>
}

/** Maximum number of attempts of `update` if others change the same record. */
const maxAttempts = 5

/**
 * Updates a record based on its current state: `update(client.services, id, ({ roleAttributes }) => ({ roleAttributes:
 * [...roleAttributes ?? [], 'eu'] }))`. `change` returns undefined if there is nothing to update. The API has no
 * conditional requests, so the record is read again right before the write; if it has changed, `change` is called
 * again. Another client can still change it between that read and the write. The record is also read after the write,
 * because controllers report success but drop an update with an empty or taken name. Returns the updated record. Throws
 * a `ManagementError` of code `CHANGED_MEANWHILE` if the record changes in each attempt, and `UPDATE_DROPPED` if the
 * controller drops the update.
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
      return confirmUpdate(await resource.get(id), { patch, oldRecord: latest })
    }
    current = latest
  }
  throw createUpdateError(
    'CHANGED_MEANWHILE',
    `\`${id}\` was changed by someone else in each of ${maxAttempts} attempts to update it; try again later`,
  )
}

/** Returns the updated record; throws if the controller kept the old values. */
function confirmUpdate<Entity extends { updatedAt: string }>(
  updatedRecord: Entity,
  { patch, oldRecord }: { patch: object; oldRecord: Entity },
): Entity {
  const fields =
    updatedRecord.updatedAt === oldRecord.updatedAt ? Object.entries<unknown>({ ...patch }) : []
  const field = fields.find(([key, value]) => hasOtherValue(key, value, updatedRecord))
  if (!field) return updatedRecord
  const [name, value] = field
  throw createUpdateError(
    'UPDATE_DROPPED',
    `the controller reported success but changed nothing: \`${name}\` is not ${typeof value === 'string' ? `\`${value}\`` : 'the value that was sent'}; controllers do this if a name is empty or already in use`,
  )
}

/**
 * Whether a field of the record differs from the value that was sent. False for fields that the record does not show.
 * Null and maps are not compared, so the result for them is false too.
 */
function hasOtherValue(key: string, value: unknown, record: object): boolean {
  const fields: unknown = record
  return (
    isPlainObject(fields) &&
    Object.hasOwn(fields, key) &&
    value !== null &&
    !isPlainObject(value) &&
    toComparable(fields[key]) !== toComparable(value)
  )
}

/** A string for comparing two values. It does not depend on the order of lists, because controllers sort sets. */
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

/** The progress of a batch. */
export type Progress = {
  /** How many items succeeded. */
  done: number
  /** How many items failed. */
  failed: number
  /** How many items there are; undefined if the items are not an array. */
  total: number | undefined
}

/** How `batch` runs its items: concurrency, progress, and when to stop. */
export type BatchOptions = {
  /** Maximum number of concurrent items; default: 4. */
  concurrency?: number
  /** Called after each item. */
  onProgress?: (progress: Progress) => void
  /** On abort, no more items are started. The work on each item receives the signal too. */
  signal?: AbortSignal
  /** Stops starting items after the first failure. */
  stopOnError?: boolean
}

/** The results of a batch, in the order of the items. Items that were not started are not in `done` or `failed`. */
export type BatchReport<Item, Value> = {
  /** Items that succeeded. */
  done: {
    /** The item, as passed to the work. */
    item: Item
    /** The index of the item in the source. */
    index: number
    /** The result of the work. */
    value: Value
  }[]
  /** Items that failed. */
  failed: {
    /** The item, as passed to the work. */
    item: Item
    /** The index of the item in the source. */
    index: number
    /** The error that the work threw. */
    error: unknown
  }[]
  /** The number of started items. */
  begun: number
  /** The error that the source of items threw, if any. */
  sourceError?: unknown
  /** Whether no item failed, the batch was not aborted, and the source of items did not fail. */
  ok: boolean
}

/**
 * Processes many items, some of them concurrently: `batch(names, (name) => client.services.create({ name,
 * encryptionRequired: true }))`. A failed item does not stop the others, unless `stopOnError` is set; the report
 * contains all results. Items may come from a listing.
 */
export async function batch<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item, context: { index: number; signal: AbortSignal | undefined }) => Promise<Value>,
  options: BatchOptions = {},
): Promise<BatchReport<Item, Value>> {
  const { concurrency = 4, onProgress, signal, stopOnError = false } = options
  const report: BatchReport<Item, Value> = { done: [], failed: [], begun: 0, ok: false }
  const total = Array.isArray(items) ? items.length : undefined
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const state = { isOver: false }
  const takeNext = serializeCalls(async () => {
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
  const runWorker = async (): Promise<void> => {
    for (let next = await takeNext(); next && !next.done && !isStopped(); next = await takeNext()) {
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
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, runWorker))
  await source.return?.()
  const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index
  return {
    ...report,
    done: report.done.sort(byIndex),
    failed: report.failed.sort(byIndex),
    ok: report.failed.length === 0 && signal?.aborted !== true && !('sourceError' in report),
  }
}

/** Wraps a function so that its calls run one after the other. */
function serializeCalls<Value>(call: () => Promise<Value>): () => Promise<Value> {
  const state: { last: Promise<unknown> } = { last: Promise.resolve() }
  return () => {
    const next = state.last.then(call)
    state.last = next
    return next
  }
}

type OwnIdentityClient = Pick<Client<'currentIdentity'>, 'currentIdentity'>

/**
 * Enrolls a second factor for the identity of the client. `codeOf` gets the enrollment, whose `provisioningUrl` the
 * authenticator app reads as a QR code, and returns a code from the app. Continues an unfinished enrollment; throws
 * `MFA_EXISTS` if one is complete. Returns the recovery codes, each of which can be used once instead of a code from
 * the app.
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

/**
 * Replaces the recovery codes of the client's identity. Takes a current code of the authenticator
 * app.
 */
export async function renewRecoveryCodes(
  { currentIdentity }: OwnIdentityClient,
  code: string,
): Promise<string[]> {
  await currentIdentity.createRecoveryCodes({ code })
  return (await currentIdentity.recoveryCodes({ mfaValidationCode: code })).recoveryCodes ?? []
}
