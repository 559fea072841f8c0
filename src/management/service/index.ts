import { randomBytes } from 'node:crypto'
import type { Connection } from './call/request.js'
import { withCors, toFetch } from './http/request-response.js'
import type { ServiceOptions } from './open-service-context.js'
import { openServiceContext } from './open-service-context.js'
import { createIdGenerator } from './call/identifiers.js'
import { createPasswordHasher } from './auth/passwords.js'
import { openEntityStore } from './entity-store.js'
import { withMonitoring } from './http/monitoring.js'
import { createRequestHandler } from './http/service.js'
import { cleanUpSessions } from './auth/end-sessions.js'
import type { Listening, ListenOptions } from './http/listen.js'
import { createListener } from './http/listen.js'

/** A running management API that handles requests in this process and, after `listen`, over the network. */
export type ManagementService = {
  /** Handles a request in this process, without a network connection. */
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** Listens for HTTPS, or for plain HTTP on a loopback address. Rejects with a ListenError if that fails. */
  listen: (options: ListenOptions) => Promise<Listening>
  /** Waits up to 5 s for pending requests, then closes the connections and the store. */
  close: () => Promise<void>
}

/**
 * Opens the service and its store. Rejects with a StoreError if the store cannot be used, if a new service has no
 * `admin`, or if a package that it needs cannot be loaded.
 */
export async function createService(options: ServiceOptions): Promise<ManagementService> {
  const {
    clock = () => new Date(),
    random = randomBytes,
    ids = createIdGenerator(random),
  } = options
  const { data, cors } = options
  const passwordHasher = await createPasswordHasher(random)
  const store = await openEntityStore(data === ':memory:' ? {} : { folder: data })
  const completeOptions = { ...options, clock, random, ids, passwordHasher }
  const { context, issueServerKeys, setAddress } = await openServiceContext(
    store,
    completeOptions,
  ).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const monitoredHandler = withMonitoring(createRequestHandler(context), context)
  const handle = cors === undefined ? monitoredHandler : withCors(monitoredHandler, cors)
  const { listen, close } = createListener(handle, {
    authority: context.authority,
    loadKeys: issueServerKeys,
    setAddress,
    createRequestId: ids.short,
  })
  const closeAll = async (): Promise<void> => {
    await close()
    // Stores when sessions were last used. The store must be closed even if it accepts no more writes.
    await cleanUpSessions(context).catch(() => undefined)
    context.schemaChecker.close()
    await store.close()
  }
  let closing: Promise<void> | undefined
  return {
    fetch: toFetch(handle),
    listen,
    close: () => (closing ??= closeAll()),
  }
}

export type { AccessEntry } from './http/listen.js'
export type { ServiceOptions } from './open-service-context.js'
export type { RunningRouter } from './call/context.js'
export { StoreError } from './store/format.js'
export { ListenError } from './http/listen.js'
