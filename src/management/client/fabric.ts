import type { CallOptions } from './call.js'
import type { Listing } from './listing.js'

/** The requests of the fabric API that tell what runs, as lines of the operation table. */
export const fabricTable = {
  routers: 'GET /fabric/v1/routers page',
  links: 'GET /fabric/v1/links page',
  inspect: 'POST /fabric/v1/inspections bare json again',
} as const

/** The fabric API of the controller, which the session of the management API opens too. Types hold what we rely on. */
export type FabricFunctions = {
  /** The routers of the network, also those that are not connected. */
  routers(options?: FabricListOptions): Listing<FabricRouter>
  /** The links between routers. */
  links(options?: FabricListOptions): Listing<FabricLink>
  /** Asks controllers and routers whose ids match a regular expression for values such as `config`. */
  inspect(
    body: { appRegex: string; requestedValues: readonly string[] },
    options?: CallOptions,
  ): Promise<Inspection>
}

type FabricListOptions = CallOptions & { limit?: number; offset?: number; filter?: string }

export type FabricRouter = {
  id: string
  name: string
  connected: boolean
  disabled?: boolean
  listenerAddresses?: readonly { address: string; protocol: string }[] | null
  versionInfo?: { version?: string } | null
}

export type FabricLink = {
  id: string
  protocol: string
  state: string
  down: boolean
  sourceRouter: { id: string; name: string }
  destRouter: { id: string; name: string }
}

/** What was answered; an error begins with the id of the router that it is about. */
export type Inspection = {
  success?: boolean
  errors?: readonly string[] | null
  values?: readonly { appId: string; name: string; value: unknown }[] | null
}
