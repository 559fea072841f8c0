import { randomBytes } from 'node:crypto'
import type { Administrator } from './bootstrap.js'
import type { Connection } from './http/exchange.js'
import { withCors, toFetch } from './http/exchange.js'
import { openEnvironment } from './open-environment.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import { openEntityStore } from './entity-store.js'
import { createRequestHandler } from './http/service.js'
import { settleSessions } from './auth/end-sessions.js'
import type { Listening, ListenOptions } from './http/listen.js'
import { createListener } from './http/listen.js'

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
  /** Address that tokens give routers to dial, such as `tls:ctrl.example.com:6262`; by default they give none. */
  ctrlAddress?: string
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
export async function createService({
  data,
  admin,
  clock = () => new Date(),
  random = randomBytes,
  ids = createIdentifiers(random),
  address,
  ctrlAddress,
  cors,
}: ServiceOptions): Promise<ManagementService> {
  const store = await openEntityStore(data === ':memory:' ? {} : { folder: data })
  const { environment, keys, reach } = await openEnvironment(store, {
    data,
    admin,
    clock,
    random,
    ids,
    address,
    ctrlAddress,
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
    // Only when sessions were used is at stake; a store that takes nothing more is closed all the same.
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

export { StoreError } from './store/format.js'
export { ListenError } from './http/listen.js'
