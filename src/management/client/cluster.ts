import {
  controllers as controllerRows,
  information,
} from '../../generated/management/operations.js'
import { getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { PreparedCall } from './call.js'
import { createCall } from './call.js'
import type { Controllers } from './controllers.js'
import { isTimeout, ManagementError } from './error.js'
import type { SignInTransport } from './login.js'
import { parseOperationRow } from './operation-table.js'
import { wait } from './retry.js'

/** What a controller reports about itself. */
export type ControllerTraits = { isMember: boolean; hasOidc: boolean }

const noTraits: ControllerTraits = { isMember: false, hasOidc: false }

/** What a client knows about the cluster of its controllers. */
export type Cluster = {
  /** Asks a controller for its traits. The first answer counts for all controllers. */
  discover(transport: SignInTransport): Promise<ControllerTraits>
  /** Asks a controller for the addresses of the other members of its cluster, once, if it is a member. */
  learn(transport: SignInTransport, headers: Readonly<Record<string, string>>): Promise<void>
  /** Waits, for a limited time, until a controller shows the changes that were sent to other controllers. */
  catchUp(transport: SignInTransport, headers: Readonly<Record<string, string>>): Promise<void>
  /** Notes a change, which other controllers may show later. */
  noteWrite(call: PreparedCall, value: unknown, controller: string): void
}

const versionOperation = parseOperationRow('information.version', information.version)
const listOperation = parseOperationRow('controllers.list', controllerRows.list)

/**
 * Maximum number of changed records to check at another controller. Controllers apply changes in order, so a controller
 * that shows the latest ones has the older ones too.
 */
const maxPendingChanges = 16

/** A change that other controllers may not show yet. */
type PendingChange = {
  /** Whether a record shows the change; undefined means that there is no record. */
  isVisible: (record: unknown) => boolean
  /** How long to wait for a controller to catch up, in ms. */
  maxLag: number
}

/** A new record always appears eventually, so the client waits longer for it than an election takes. */
const pendingCreate: PendingChange = { isVisible: (record) => record !== undefined, maxLag: 15_000 }

/**
 * How long to wait for an update, in ms. Short, because an update never appears if another client or the controller has
 * overwritten it.
 */
const updateLag = 3_000

export function createCluster(
  controllers: Controllers,
  { isFixed }: { isFixed: boolean },
): Cluster {
  const state: {
    traits?: Promise<ControllerTraits> | undefined
    hasLearned: boolean
    /** The latest writes, by the path of the record, that other controllers may not show yet. */
    writes: Map<string, PendingChange>
    /** The controller that received the last write, or for which the client has waited since then. */
    writer?: string
    catchingUp?: Promise<void> | undefined
  } = { hasLearned: isFixed, writes: new Map() }
  const waitForChanges = async (
    transport: SignInTransport,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const changes = [...state.writes]
    const results = changes.map(([path, change]) => waitForRecord(transport, headers, path, change))
    // If the controller is unreachable, the call goes to another one next.
    if (!(await Promise.all(results)).every(Boolean)) return
    for (const [path, change] of changes)
      if (state.writes.get(path) === change) state.writes.delete(path)
    state.writer = transport.controller
  }
  return {
    async discover({ send }) {
      if (isFixed) return noTraits
      state.traits ??= send(createCall(versionOperation, [{ retry: false }])).then(
        toTraits,
        (error: unknown) => {
          // A server that answers with an error is not a member of a cluster.
          if (error instanceof ManagementError && error.status !== 0) return noTraits
          state.traits = undefined
          // If there are other controllers, the client tries them next; after a timeout, the call must not wait again.
          // In other cases, no error is needed here, because the call itself fails with the same error.
          if (controllers.list().length > 1 || isTimeout(error)) throw error
          return noTraits
        },
      )
      return state.traits
    },
    async learn({ controller, send }, headers) {
      if (state.hasLearned || !(await state.traits)?.isMember) return
      state.hasLearned = true
      const page = await send(createCall(listOperation, [{ limit: 100 }]), headers).catch(
        () => undefined,
      )
      controllers.learn(findAddresses(page), controller)
    },
    async catchUp(transport, headers) {
      if (state.writes.size === 0 || state.writer === transport.controller) return
      state.catchingUp ??= waitForChanges(transport, headers).finally(
        () => (state.catchingUp = undefined),
      )
      await state.catchingUp
    },
    noteWrite({ row, path, body }, value, controller) {
      if (controllers.list().length === 1 || row.method === 'GET') return
      state.writer = controller
      const id = row.operation.endsWith('.create') ? getString(value, 'id') : undefined
      const isRecord = /^\/[\w-]+\/\{id\}$/.test(row.path)
      if (id !== undefined) state.writes.set(`${path}/${encodeURIComponent(id)}`, pendingCreate)
      else if (isRecord) {
        const maxLag = state.writes.get(path)?.maxLag ?? updateLag
        // Deleted first, so that `writes` is in the order of the last writes.
        state.writes.delete(path)
        state.writes.set(path, {
          isVisible: (record) =>
            row.method === 'DELETE' ? record === undefined : isWithin(body, record),
          maxLag,
        })
      }
      const [oldest] = state.writes.keys()
      if (oldest !== undefined && state.writes.size > maxPendingChanges) state.writes.delete(oldest)
    },
  }
}

/**
 * Waits until a controller shows a change, answers with an error, or the time is up; false if the controller is
 * unreachable.
 */
async function waitForRecord(
  { send }: SignInTransport,
  headers: Readonly<Record<string, string>>,
  path: string,
  { isVisible, maxLag }: PendingChange,
): Promise<boolean> {
  const deadline = Date.now() + maxLag
  const call = createCall(parseOperationRow('cluster.catchUp', `GET ${path} data`), [])
  for (let delay = 20; ; delay = Math.min(1000, delay * 2)) {
    const { status, record } = await send(call, headers).then(
      (value) => ({ status: 200, record: value }),
      (error: unknown) => ({ status: getStatus(error), record: undefined }),
    )
    if (status === 0) return false
    if (![200, 404].includes(status) || isVisible(record) || Date.now() > deadline) return true
    await wait(delay)
  }
}

/**
 * Whether a record shows a sent value. Ignores the order of lists. A sent null, and fields that the record does not
 * show, match anything.
 */
function isWithin(sentValue: unknown, record: unknown): boolean {
  if (sentValue === null || sentValue === undefined) return true
  if (Array.isArray(sentValue))
    return (
      Array.isArray(record) &&
      sentValue.every((item) => record.some((recordItem) => isWithin(item, recordItem)))
    )
  if (!isPlainObject(sentValue)) return sentValue === record
  return (
    isPlainObject(record) &&
    Object.entries(sentValue).every(
      ([key, value]) => !(key in record) || isWithin(value, record[key]),
    )
  )
}

const getStatus = (error: unknown): number => (error instanceof ManagementError ? error.status : 0)

/** Reads the traits of a controller from its response to `GET /version`. */
function toTraits(version: unknown): ControllerTraits {
  const capabilities: unknown = isPlainObject(version) ? version['capabilities'] : undefined
  const hasCapability = (name: string): boolean =>
    Array.isArray(capabilities) && capabilities.includes(name)
  return { isMember: hasCapability('HA_CONTROLLER'), hasOidc: hasCapability('OIDC_AUTH') }
}

/** The management API addresses in a list of controllers, online controllers first. */
function findAddresses(page: unknown): string[] {
  const records: unknown = isPlainObject(page) ? page['data'] : undefined
  const members: unknown[] = Array.isArray(records) ? records : []
  const getOfflineRank = (record: unknown): number =>
    Number(isPlainObject(record) && record['isOnline'] === false)
  // Offline controllers may be back when they are needed.
  const orderedMembers = [...members].sort(
    (one, other) => getOfflineRank(one) - getOfflineRank(other),
  )
  return orderedMembers.flatMap((record) => {
    const apis = isPlainObject(record) ? record['apiAddresses'] : undefined
    const addresses = isPlainObject(apis) ? apis['edge-management'] : undefined
    return (Array.isArray(addresses) ? addresses : []).flatMap(
      (address: unknown) => getString(address, 'url') ?? [],
    )
  })
}
