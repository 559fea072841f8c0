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

/** For how long a controller is given time to catch up, in ms: longer than a leader is looked for. */
const maxLag = 15_000

export function createCluster(
  controllers: Controllers,
  { isAlone }: { isAlone: boolean },
): Cluster {
  const state: {
    traits?: Promise<ControllerTraits> | undefined
    hasLearned: boolean
    recent: Set<string>
    writtenAt?: string
    catchingUp?: Promise<void> | undefined
  } = { hasLearned: isAlone, recent: new Set() }
  const findRecent = async (
    { controller, send }: SignInTransport,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const end = Date.now() + maxLag
    for (const path of state.recent) {
      const call = createCall(parseOperationRow('cluster.catchUp', `GET ${path} data`), [])
      for (let delay = 20; ; delay = Math.min(1000, delay * 2)) {
        const status = await send(call, headers).then(() => 200, getStatus)
        // It has ended, so that another one is asked next.
        if (status === 0) return
        if (status !== 404 || Date.now() > end) break
        await wait(delay)
      }
    }
    state.recent.clear()
    state.writtenAt = controller
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
    wrote({ row, path }, value, controller) {
      if (controllers.list().length === 1 || row.method === 'GET') return
      state.writtenAt = controller
      const id = row.operation.endsWith('.create') ? getString(value, 'id') : undefined
      if (id !== undefined) state.recent.add(`${path}/${encodeURIComponent(id)}`)
      if (row.method === 'DELETE') state.recent.delete(path)
      const [oldest] = state.recent
      if (oldest !== undefined && state.recent.size > maxRecent) state.recent.delete(oldest)
    },
  }
}

const getStatus = (error: unknown): number => (error instanceof ManagementError ? error.status : 0)

/** What `/version` says. */
function toTraits(version: unknown): ControllerTraits {
  const capabilities: unknown = isPlainObject(version) ? version['capabilities'] : undefined
  const has = (name: string): boolean => Array.isArray(capabilities) && capabilities.includes(name)
  return { isMember: has('HA_CONTROLLER'), hasOidc: has('OIDC_AUTH') }
}

/** The addresses of the management API in a list of controllers. */
function findAddresses(page: unknown): string[] {
  const records: unknown = isPlainObject(page) ? page['data'] : undefined
  return (Array.isArray(records) ? records : []).flatMap((record: unknown) => {
    const apis = isPlainObject(record) ? record['apiAddresses'] : undefined
    const addresses = isPlainObject(apis) ? apis['edge-management'] : undefined
    return (Array.isArray(addresses) ? addresses : []).flatMap(
      (address: unknown) => getString(address, 'url') ?? [],
    )
  })
}
