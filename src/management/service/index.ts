import { randomBytes } from 'node:crypto'
import type { Administrator } from './bootstrap.js'
import type { Connection } from './http/exchange.js'
import { withCors, toFetch } from './http/exchange.js'
import type { RunningRouter } from './fabric/running.js'
import { openEnvironment } from './open-environment.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import { createPasswords } from './auth/passwords.js'
import { openEntityStore } from './entity-store.js'
import { createRequestHandler } from './http/service.js'
import { settleSessions } from './auth/end-sessions.js'
import type { Listening, ListenOptions } from './http/listen.js'
import { createListener } from './http/listen.js'

export type ServiceOptions = {
  /** The folder for the records, or `:memory:`. */
  data: string
  /** The administrator of a new service; an existing one has its own. A function is called only for a new service. */
  admin?: Administrator | (() => Administrator)
  clock?: () => Date
  ids?: Identifiers
  random?: RandomBytes
  /** Host and port in tokens; by default those that the service listens on. */
  address?: string
  /** Address in tokens for routers to dial, such as `tls:ctrl.example.com:6262`; by default none. */
  ctrlAddress?: string
  /**
   * The routers that are taken to run, asked for with each request: with them, the service answers the requests of the
   * fabric API that tell what runs.
   */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /** The origin whose pages may use the service, or `*` for all; by default none. */
  cors?: string
}

/** The embedded management service. */
export type ManagementService = {
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** Serves over HTTPS, or over HTTP on loopback. Throws a ListenError if it cannot. */
  listen: (options: ListenOptions) => Promise<Listening>
  /** Finishes pending requests, then closes the connections and the store. */
  close: () => Promise<void>
}

/**
 * Opens the service on its records. Throws a StoreError if they cannot be used, if a new service has no administrator,
 * or if a package that the service needs is not installed.
 */
export async function createService({
  data,
  admin,
  clock = () => new Date(),
  random = randomBytes,
  ids = createIdentifiers(random),
  address,
  ctrlAddress,
  runningRouters,
  cors,
}: ServiceOptions): Promise<ManagementService> {
  const passwords = await createPasswords(random)
  const store = await openEntityStore(data === ':memory:' ? {} : { folder: data })
  const { environment, keys, reach } = await openEnvironment(store, {
    data,
    admin,
    clock,
    random,
    passwords,
    ids,
    address,
    ctrlAddress,
    runningRouters,
  }).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const handle =
    cors === undefined
      ? createRequestHandler(environment)
      : withCors(createRequestHandler(environment), cors)
  const { listen, close } = createListener(handle, {
    authority: environment.authority,
    keys,
    reach,
    requestId: ids.short,
  })
  const end = async (): Promise<void> => {
    await close()
    // This stores only when sessions were used; a store that accepts no more writes is still closed.
    await settleSessions(environment).catch(() => undefined)
    environment.schemas.close()
    await store.close()
  }
  let ending: Promise<void> | undefined
  return {
    fetch: toFetch(handle),
    listen,
    close: () => (ending ??= end()),
  }
}

export type { RunningRouter } from './fabric/running.js'
export { StoreError } from './store/format.js'
export { ListenError } from './http/listen.js'
