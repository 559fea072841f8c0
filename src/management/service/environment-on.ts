import { contract } from '../../generated/management/contract.js'
import type { Administrator } from './bootstrap.js'
import { authorityIn, initialise, isInitialised, serverKeysIn } from './bootstrap.js'
import type { KeyPair } from './certificates/authority.js'
import type { Environment } from './environment.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { noMaintenance } from './integrity/maintenance.js'
import { createPasswords } from './passwords.js'
import { recordsIn } from './records-in.js'
import { createSchemas } from './schemas/index.js'
import { emptySessions } from './sessions.js'
import type { Store } from './store/index.js'
import { StoreError } from './store/index.js'
import { createKeySets } from './tokens/key-sets.js'
import type { SigningKey } from './tokens/signing-key.js'
import { openSigningKey } from './tokens/signing-key.js'
import { writeSnapshot } from './transfer.js'

type Surroundings = {
  data: string
  admin: Administrator | (() => Administrator) | undefined
  clock: () => Date
  ids: Identifiers
  random: RandomBytes
  address: string | undefined
}

/** An environment, the keys of servers in it, and what tells it where it is reached. */
export type Opened = {
  environment: Environment
  keys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  reach: (address: string, signingKey: SigningKey | undefined) => void
}

/** What handlers work with, on the records of a store. Throws a StoreError where they are none and nobody administers them. */
export async function environmentOn(
  store: Store,
  { data, admin, clock, ids, random, address }: Surroundings,
): Promise<Opened> {
  const records = recordsIn(store)
  const now = (): number => clock().getTime()
  const means = { now: now(), ids, random, passwords: createPasswords(random) }
  if (!(await isInitialised(records))) {
    const first = typeof admin === 'function' ? admin() : admin
    if (!first)
      throw new StoreError(
        'a new service needs `admin`: the user name and password of its administrator',
      )
    await initialise(records, first, means)
  }
  const authority = await authorityIn(records, means)
  const keys: Opened['keys'] = (hosts) =>
    serverKeysIn(records, authority, { hosts, means: { ...means, now: now() } })
  const reached = {
    address: address ?? 'localhost:1280',
    signingKey: openSigningKey(await keys(['localhost', '127.0.0.1', '::1'])),
  }
  const environment: Environment = {
    ...records,
    contract,
    now,
    ids,
    random,
    passwords: means.passwords,
    sessions: emptySessions(),
    keySets: createKeySets({ fetch, clock }),
    schemas: createSchemas(),
    maintenance: noMaintenance(),
    snapshot: async () => (data === ':memory:' ? undefined : writeSnapshot(store, data, clock())),
    startedAt: means.now,
    authority,
    get signingKey() {
      return reached.signingKey
    },
    address: () => reached.address,
  }
  return {
    environment,
    keys,
    reach: (host, signingKey) =>
      void Object.assign(reached, { address: address ?? host, ...(signingKey && { signingKey }) }),
  }
}
