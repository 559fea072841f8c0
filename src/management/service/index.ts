import { randomBytes } from 'node:crypto'
import { contract } from '../../generated/management/contract.js'
import type { Administrator } from './bootstrap.js'
import { authorityIn, initialise, isInitialised, serverKeysIn } from './bootstrap.js'
import { withOrigin } from './cors.js'
import type { Environment } from './environment.js'
import type { Connection } from './exchange.js'
import { asFetch } from './exchange.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import { indexes } from './indexes.js'
import { noMaintenance } from './integrity/maintenance.js'
import { createPasswords } from './passwords.js'
import { recordsIn } from './records-in.js'
import { serviceOf } from './service.js'
import { emptySessions } from './sessions.js'
import { openStore, StoreError } from './store/index.js'
import { createKeySets } from './tokens/key-sets.js'
import { openSigningKey } from './tokens/signing-key.js'
import { writeSnapshot } from './transfer.js'
import type { Listening, ListenOptions } from './web/listen.js'
import { listener } from './web/listen.js'

export type ServiceOptions = {
  /** The folder that records are kept in, or `:memory:`. */
  data: string
  /** Who administers a new service; an old one has its own. Where it is a function, it is asked for a new service only. */
  admin?: Administrator | (() => Administrator)
  clock?: () => Date
  ids?: Identifiers
  random?: RandomBytes
  /** Host and port that tokens name; by default those that the service listens on. */
  address?: string
  /** The origin whose pages may use the service, or `*` for all; by default no page may. */
  cors?: string
}

/** The embedded management service. */
export type ManagementService = {
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** Serves over HTTPS, or over HTTP on loopback. Throws a ListenError where it cannot. */
  listen: (options: ListenOptions) => Promise<Listening>
  /** Ends the connections and the store, when the requests that came are answered. */
  close: () => Promise<void>
}

/** Opens the service on its records. Throws a StoreError where they cannot be used, and where a new service has no administrator. */
export async function createService({ data, admin, clock = () => new Date(), random = randomBytes, ids = createIdentifiers(random), address, cors }: ServiceOptions): Promise<ManagementService> {
  const store = await openStore(indexes, data === ':memory:' ? {} : { folder: data })
  const records = recordsIn(store)
  const now = () => clock().getTime()
  const means = { now: now(), ids, random, passwords: createPasswords(random) }
  if (!(await isInitialised(records))) {
    const first = typeof admin === 'function' ? admin() : admin
    if (first) await initialise(records, first, means)
    else {
      await store.close()
      throw new StoreError('a new service needs `admin`: the user name and password of its administrator')
    }
  }
  const authority = await authorityIn(records, means)
  const keys = (hosts: readonly [string, ...string[]]) => serverKeysIn(records, authority, { hosts, means: { ...means, now: now() } })
  const reached = { address: address ?? 'localhost:1280', signingKey: openSigningKey(await keys(['localhost', '127.0.0.1', '::1'])) }
  const environment: Environment = {
    ...records,
    contract,
    now,
    ids,
    random,
    passwords: means.passwords,
    sessions: emptySessions(),
    keySets: createKeySets({ fetch, clock }),
    filterables: new Map(),
    maintenance: noMaintenance(),
    snapshot: async () => (data === ':memory:' ? undefined : writeSnapshot(store, data, clock())),
    startedAt: means.now,
    authority,
    get signingKey() {
      return reached.signingKey
    },
    address: () => reached.address,
  }
  const handle = cors === undefined ? serviceOf(environment) : withOrigin(serviceOf(environment), cors)
  const { listen, close } = listener(handle, {
    authority,
    keys,
    requestId: ids.short,
    reach: (host, signingKey) => Object.assign(reached, { address: address ?? host, ...(signingKey && { signingKey }) }),
  })
  return { fetch: asFetch(handle), listen, close: () => close().finally(() => store.close()) }
}

export { StoreError } from './store/index.js'
export { ListenError } from './web/listen.js'
