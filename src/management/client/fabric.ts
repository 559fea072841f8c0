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

/** A router as the fabric API reports it. */
export type FabricRouter = {
  /** The id of the router, the same as in the management API. */
  id: string
  /** The name that the controller has for the router. */
  name: string
  /** Whether the router is connected to the controller now. */
  connected: boolean
  /** Whether the controller rejects the router; absent means no. */
  disabled?: boolean
  /** The link listeners of the router; absent or null if none are known, as for a router that is not connected. */
  listenerAddresses?:
    | readonly {
        /** What other routers dial, such as `tls:router.example.com:3022`. */
        address: string
        /** The protocol of the listener, such as `tls`. */
        protocol: string
      }[]
    | null
  /** The build of the router; absent or null if it is not known, as for a router that is not connected. */
  versionInfo?: {
    /** The release with a leading `v`, such as `v2.0.3`; `v0.0.0` for a build that was not released. */
    version?: string
  } | null
}

/** A link between two routers as the fabric API reports it. */
export type FabricLink = {
  /** The id of the link in the controller. */
  id: string
  /** The protocol of the connection, such as `tls`. */
  protocol: string
  /** What the controller knows of the link, such as `Connected`. */
  state: string
  /** Whether an operator marked the link as down, so that no circuits use it. */
  down: boolean
  /** The router that dialed the link. */
  sourceRouter: {
    /** The id of the router that dialed. */
    id: string
    /** The name of the router that dialed. */
    name: string
  }
  /** The router that accepted the link. */
  destRouter: {
    /** The id of the router that accepted. */
    id: string
    /** The name of the router that accepted. */
    name: string
  }
}

/** What was answered; an error begins with the id of the router that it is about. */
export type Inspection = {
  /** Whether all that were asked answered without an error. */
  success?: boolean
  /** One message for each failure; absent or null if there were none. */
  errors?: readonly string[] | null
  /** One entry for each value of each controller or router that answered; absent or null if there are none. */
  values?:
    | readonly {
        /** The id of the controller or router that answered. */
        appId: string
        /** The requested value that this is, such as `config`. */
        name: string
        /** The answer: parsed JSON, or a string that may itself hold JSON. */
        value: unknown
      }[]
    | null
}
