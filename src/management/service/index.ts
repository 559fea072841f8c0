import { randomBytes } from 'node:crypto'
import type { Administrator } from './bootstrap.js'
import type { Connection } from './http/request-response.js'
import { withCors, toFetch } from './http/request-response.js'
import type { RunningRouter } from './fabric/running.js'
import { openServiceContext } from './open-service-context.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import { createPasswords } from './auth/passwords.js'
import { openEntityStore } from './entity-store.js'
import { withMonitoring } from './http/observe.js'
import { createRequestHandler } from './http/service.js'
import { cleanUpSessions } from './auth/end-sessions.js'
import type { Listening, ListenOptions } from './http/listen.js'
import { createListener } from './http/listen.js'

/** The options of the service. */
export type ServiceOptions = {
  /** The folder for the records, or `:memory:`. */
  data: string
  /**
   * The administrator of a new service; ignored if the store has one. A function is only called for
   * a new service.
   */
  admin?: Administrator | (() => Administrator)
  /** The current time; default: the system clock. */
  clock?: () => Date
  /** Creates the ids of new records; default: random ids. */
  ids?: Identifiers
  /** Returns random bytes; default: those of the operating system. */
  random?: RandomBytes
  /** Host and port in tokens; default: the address on which the service listens. */
  address?: string
  /**
   * The address that routers dial, for tokens, such as `tls:ctrl.example.com:6262`; default: none.
   */
  ctrlAddress?: string
  /**
   * The simulated running routers, requested for each call: with them, the service provides the
   * operations of the fabric API that show running routers.
   */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /** Whether keys of external JWT signers may come from this machine or its link; default: false. */
  allowLocalKeys?: boolean
  /**
   * Called with the user name of the stored administrator if it has another password than `admin`,
   * which must not be a function.
   */
  onOtherPassword?: (username: string) => void
  /** The origin whose web pages may use the service, or `*` for any; default: none. */
  cors?: string
}

/** The embedded management service. */
export type ManagementService = {
  /** Handles a request without a network. */
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** Listens for HTTPS, or for HTTP on loopback. Throws a ListenError if it cannot. */
  listen: (options: ListenOptions) => Promise<Listening>
  /** Finishes pending requests, then closes the connections and the store. */
  close: () => Promise<void>
}

/**
 * Opens the service and its store. Throws a StoreError if the records cannot be used, if a new
 * service has no administrator, or if a required package is not installed.
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
  allowLocalKeys = false,
  onOtherPassword,
  cors,
}: ServiceOptions): Promise<ManagementService> {
  const passwords = await createPasswords(random)
  const store = await openEntityStore(data === ':memory:' ? {} : { folder: data })
  const { context, keys, setAddress } = await openServiceContext(store, {
    data,
    admin,
    clock,
    random,
    passwords,
    ids,
    address,
    ctrlAddress,
    runningRouters,
    allowLocalKeys,
    onOtherPassword,
  }).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const monitored = withMonitoring(createRequestHandler(context), context)
  const handle = cors === undefined ? monitored : withCors(monitored, cors)
  const { listen, close } = createListener(handle, {
    authority: context.authority,
    keys,
    setAddress,
    requestId: ids.short,
  })
  const end = async (): Promise<void> => {
    await close()
    // This only writes if sessions were used; a store that accepts no more writes is still closed.
    await cleanUpSessions(context).catch(() => undefined)
    context.schemas.close()
    await store.close()
  }
  let ending: Promise<void> | undefined
  return {
    fetch: toFetch(handle),
    listen,
    close: () => (ending ??= end()),
  }
}

export type { AccessEntry } from './http/listen.js'
export type { RunningRouter } from './fabric/running.js'
export { StoreError } from './store/format.js'
export { ListenError } from './http/listen.js'
