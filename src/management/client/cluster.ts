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

/** What a controller says of itself. */
export type ControllerTraits = { isMember: boolean; hasOidc: boolean }

const noTraits: ControllerTraits = { isMember: false, hasOidc: false }

/** What a client knows of the cluster that its controllers form. */
export type Cluster = {
  /** Asks once whether there is a cluster. */
  discover(at: SignInTransport): Promise<ControllerTraits>
  /** Learns the other controllers, once. */
  learn(at: SignInTransport, headers: Readonly<Record<string, string>>): Promise<void>
  /** Waits until a controller has what was written at another one. */
  catchUp(at: SignInTransport, headers: Readonly<Record<string, string>>): Promise<void>
  /** Notes what a call has written. */
  wrote(call: PreparedCall, value: unknown, controller: string): void
}

const versionOperation = parseOperationRow('information.version', information.version)
const listOperation = parseOperationRow('controllers.list', controllerRows.list)

/** How many records are looked for at another controller: the last ones have those before with them. */
const maxRecent = 16

/** What a controller shows of a record as soon as it has what was written: undefined for no record. */
type Written = {
  isThere: (record: unknown) => boolean
  /** For how long a controller is given time to catch up, in ms. */
  maxLag: number
}

/** A new record is always found in the end, so it is waited for longer than a leader is looked for. */
const created: Written = { isThere: (record) => record !== undefined, maxLag: 15_000 }

/** Somebody else may have replaced, or the controller rewritten, what was written otherwise. */
const updateLag = 3_000

export function createCluster(
  controllers: Controllers,
  { isAlone }: { isAlone: boolean },
): Cluster {
  const state: {
    traits?: Promise<ControllerTraits> | undefined
    hasLearned: boolean
    recent: Map<string, Written>
    writtenAt?: string
    catchingUp?: Promise<void> | undefined
  } = { hasLearned: isAlone, recent: new Map() }
  /** Whether a controller shows what was written, or at least will not soon; false if it has ended. */
  const waitForRecord = async (
    { send }: SignInTransport,
    headers: Readonly<Record<string, string>>,
    [path, { isThere, maxLag }]: [string, Written],
  ): Promise<boolean> => {
    const end = Date.now() + maxLag
    const call = createCall(parseOperationRow('cluster.catchUp', `GET ${path} data`), [])
    for (let delay = 20; ; delay = Math.min(1000, delay * 2)) {
      const { status, record } = await send(call, headers).then(
        (value) => ({ status: 200, record: value }),
        (error: unknown) => ({ status: getStatus(error), record: undefined }),
      )
      if (status === 0) return false
      if (![200, 404].includes(status) || isThere(record) || Date.now() > end) return true
      await wait(delay)
    }
  }
  const findRecent = async (
    at: SignInTransport,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const recent = [...state.recent]
    const found = recent.map(async (written) => waitForRecord(at, headers, written))
    // If it has ended, another one is asked next.
    if (!(await Promise.all(found)).every(Boolean)) return
    for (const [path, written] of recent)
      if (state.recent.get(path) === written) state.recent.delete(path)
    state.writtenAt = at.controller
  }
  return {
    async discover({ send }) {
      if (isAlone) return noTraits
      state.traits ??= send(createCall(versionOperation, [{ retry: false }])).then(
        toTraits,
        (error: unknown) => {
          // Whatever answers something else is not a member of a cluster.
          if (error instanceof ManagementError && error.status !== 0) return noTraits
          state.traits = undefined
          // The others are asked at once; where there are none, the call itself fails likewise.
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
    async catchUp(at, headers) {
      if (state.recent.size === 0 || state.writtenAt === at.controller) return
      state.catchingUp ??= findRecent(at, headers).finally(() => (state.catchingUp = undefined))
      await state.catchingUp
    },
    wrote({ row, path, body }, value, controller) {
      if (controllers.list().length === 1 || row.method === 'GET') return
      state.writtenAt = controller
      const id = row.operation.endsWith('.create') ? getString(value, 'id') : undefined
      const isRecord = /^\/[\w-]+\/\{id\}$/.test(row.path)
      if (id !== undefined) state.recent.set(`${path}/${encodeURIComponent(id)}`, created)
      else if (isRecord) {
        const maxLag = state.recent.get(path)?.maxLag ?? updateLag
        // The order is that in which they were written.
        state.recent.delete(path)
        state.recent.set(path, {
          isThere: (record) =>
            row.method === 'DELETE' ? record === undefined : isWithin(body, record),
          maxLag,
        })
      }
      const [oldest] = state.recent.keys()
      if (oldest !== undefined && state.recent.size > maxRecent) state.recent.delete(oldest)
    },
  }
}

/** Whether a record has what was sent, in any order; null and what a record does not show can have become anything. */
function isWithin(sent: unknown, record: unknown): boolean {
  if (sent === null || sent === undefined) return true
  if (Array.isArray(sent))
    return (
      Array.isArray(record) && sent.every((item) => record.some((found) => isWithin(item, found)))
    )
  if (!isPlainObject(sent)) return sent === record
  return (
    isPlainObject(record) &&
    Object.entries(sent).every(([key, value]) => !(key in record) || isWithin(value, record[key]))
  )
}

const getStatus = (error: unknown): number => (error instanceof ManagementError ? error.status : 0)

/** What `/version` says. */
function toTraits(version: unknown): ControllerTraits {
  const capabilities: unknown = isPlainObject(version) ? version['capabilities'] : undefined
  const has = (name: string): boolean => Array.isArray(capabilities) && capabilities.includes(name)
  return { isMember: has('HA_CONTROLLER'), hasOidc: has('OIDC_AUTH') }
}

/** The addresses of the management API in a list of controllers, first of those that are online. */
function findAddresses(page: unknown): string[] {
  const records: unknown = isPlainObject(page) ? page['data'] : undefined
  const members: unknown[] = Array.isArray(records) ? records : []
  const isOffline = (record: unknown): number =>
    Number(isPlainObject(record) && record['isOnline'] === false)
  // Those that are down may be back when they are needed.
  const ordered = [...members].sort((one, other) => isOffline(one) - isOffline(other))
  return ordered.flatMap((record) => {
    const apis = isPlainObject(record) ? record['apiAddresses'] : undefined
    const addresses = isPlainObject(apis) ? apis['edge-management'] : undefined
    return (Array.isArray(addresses) ? addresses : []).flatMap(
      (address: unknown) => getString(address, 'url') ?? [],
    )
  })
}
