import { randomBytes } from 'node:crypto'
import { contract } from '../../generated/management/contract.js'
import type { Administrator } from './bootstrap.js'
import { authorityIn, initialise, isInitialised, serverKeysIn } from './bootstrap.js'
import type { Environment } from './environment.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import { indexes } from './indexes.js'
import { createPasswords } from './passwords.js'
import { recordsIn } from './records-in.js'
import type { Connection } from './service.js'
import { serviceOf } from './service.js'
import { emptySessions } from './sessions.js'
import { settle } from './settling.js'
import { openStore } from './store/index.js'
import { createKeySets } from './tokens/key-sets.js'
import { openSigningKey } from './tokens/signing-key.js'

export type ServiceOptions = {
  /** The folder that records are kept in, or `:memory:`. */
  data: string
  /** Who administers a new service; an old one has its own. */
  admin?: Administrator
  clock?: () => Date
  ids?: Identifiers
  random?: RandomBytes
  /** Host and port that tokens name; by default those that the service listens on. */
  address?: string
}

/** The embedded management service. */
export type ManagementService = {
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  close: () => Promise<void>
}

/** Opens the service on its records. Throws a StoreError where they cannot be used, and where a new service has no administrator. */
export async function createService({ data, admin, clock = () => new Date(), random = randomBytes, ids = createIdentifiers(random), address = 'localhost:1280' }: ServiceOptions): Promise<ManagementService> {
  const store = await openStore(indexes, data === ':memory:' ? {} : { folder: data })
  const records = recordsIn(store)
  const means = { now: clock().getTime(), ids, random, passwords: createPasswords(random) }
  if (!(await isInitialised(records))) {
    if (!admin) throw new Error('a new service needs `admin`: the user name and password of its administrator')
    await initialise(records, admin, means)
  }
  const authority = await authorityIn(records, means)
  const signingKey = openSigningKey(await serverKeysIn(records, authority, { hosts: ['localhost', '127.0.0.1', '::1'], means }))
  const environment: Environment = {
    ...records,
    contract,
    now: () => clock().getTime(),
    ids,
    random,
    passwords: means.passwords,
    sessions: emptySessions(),
    keySets: createKeySets({ fetch, clock }),
    authority,
    signingKey,
    address: () => address,
  }
  const end = async (): Promise<void> => {
    try {
      await settle(environment)
    } finally {
      await store.close()
    }
  }
  let ending: Promise<void> | undefined
  return {
    fetch: serviceOf(environment),
    close: () => (ending ??= end()),
  }
}
