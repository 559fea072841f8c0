import { contract } from '../../generated/management/contract.js'
import type { Store } from './store/store.js'
import { StoreError } from './store/format.js'
import type { Administrator } from './bootstrap.js'
import { findOtherPassword, initialize, isInitialized } from './bootstrap.js'
import { createRecords } from './entity-store.js'
import { loadAuthority, loadServerKeys } from './entities/keys.js'
import type { EntityRecords } from './entities/records.js'
import type { KeyPair } from './pki/authority.js'
import type { ServiceContext } from './service-context.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createMaintenance, createSessions } from './runtime-state.js'
import type { Passwords } from './auth/passwords.js'
import { createSchemas } from './schemas/schemas.js'
import { fetchRemoteKeys } from './auth/fetch-keys.js'
import { createKeySets } from './auth/key-sets.js'
import type { SigningKey } from './auth/enrollment-tokens.js'
import { openSigningKey } from './auth/enrollment-tokens.js'
import { writeSnapshot } from './backup.js'

type ServiceContextOptions = {
  data: string
  admin: Administrator | (() => Administrator) | undefined
  clock: () => Date
  ids: Identifiers
  random: RandomBytes
  passwords: Passwords
  address: string | undefined
  ctrlAddress: string | undefined
  runningRouters?: ServiceContext['runningRouters'] | undefined
  allowLocalKeys?: boolean
  onOtherPassword?: ((username: string) => void) | undefined
}

/**
 * The context of the service, a function that issues server keys, and one that sets the address.
 */
export type OpenedServiceContext = {
  context: ServiceContext
  keys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  setAddress: (address: string, signingKey: SigningKey | undefined) => void
}

/**
 * Opens the context of all handlers with the records of a store. Throws a StoreError if there are
 * no records and no administrator is given.
 */
export async function openServiceContext(
  store: Store<EntityRecords>,
  {
    data,
    admin,
    clock,
    ids,
    random,
    passwords,
    address,
    ctrlAddress,
    runningRouters,
    allowLocalKeys = false,
    onOtherPassword,
  }: ServiceContextOptions,
): Promise<OpenedServiceContext> {
  const records = createRecords(store)
  const now = (): number => clock().getTime()
  const deps = { now: now(), ids, random, passwords }
  if (!(await isInitialized(records))) {
    const first = typeof admin === 'function' ? admin() : admin
    if (!first)
      throw new StoreError(
        'a new service needs `admin`: the user name and password of its administrator',
      )
    await initialize(records, first, deps)
  } else if (onOtherPassword && typeof admin === 'object') {
    const name = await findOtherPassword(records, admin.password, passwords)
    if (name !== undefined) onOtherPassword(name)
  }
  const authority = await loadAuthority(records, deps)
  const keys: OpenedServiceContext['keys'] = (hosts) =>
    loadServerKeys(records, authority, { hosts, deps: { now: now(), random } })
  const current = {
    address: address ?? 'localhost:1280',
    signingKey: openSigningKey(await keys(['localhost', '127.0.0.1', '::1'])),
  }
  const context: ServiceContext = {
    ...records,
    contract,
    now,
    ids,
    random,
    passwords,
    sessions: createSessions(),
    keySets: createKeySets({ fetch: allowLocalKeys ? fetch : fetchRemoteKeys, clock }),
    schemas: createSchemas(),
    maintenance: createMaintenance(),
    snapshot: async () => (data === ':memory:' ? undefined : writeSnapshot(store, data, clock())),
    startedAt: deps.now,
    ...(runningRouters && { runningRouters }),
    authority,
    get signingKey() {
      return current.signingKey
    },
    address: () => current.address,
    controllers: ctrlAddress === undefined ? null : [ctrlAddress],
  }
  return {
    context,
    keys,
    setAddress: (host, signingKey) =>
      void Object.assign(current, { address: address ?? host, ...(signingKey && { signingKey }) }),
  }
}
