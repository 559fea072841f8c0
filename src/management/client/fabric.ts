import type { CallOptions, Call } from './call.js'
import type { Listing } from './listing.js'

/** Fabric operations for routers, links and inspections, as lines of the operation table. */
export const fabricTable = {
  routers: 'GET /fabric/v1/routers page',
  links: 'GET /fabric/v1/links page',
  inspect: 'POST /fabric/v1/inspections bare json again',
} as const

/**
 * The fabric API of the controller, which shares the session of the management API. Types contain only the fields that
 * this package uses.
 */
export type FabricFunctions = {
  /** All routers of the network, connected or not. */
  routers(options?: FabricListOptions): Listing<FabricRouter>
  /** The links between routers. */
  links(options?: FabricListOptions): Listing<FabricLink>
  /** Asks controllers and routers whose ids match a regular expression for values such as `config`. */
  inspect(
    body: { appRegex: string; requestedValues: readonly string[] },
    options?: CallOptions,
  ): Call<Inspection>
}

type FabricListOptions = CallOptions & { limit?: number; offset?: number; filter?: string }

/** A router as the fabric API reports it. */
export type FabricRouter = {
  /** The id of the router, the same as in the management API. */
  id: string
  /** The name of the router on the controller. */
  name: string
  /** Whether the router is connected to the controller now. */
  connected: boolean
  /** Whether the controller rejects the router; absent means no. */
  disabled?: boolean
  /** The link listeners of the router; absent or null if none are known, as for a router that is not connected. */
  listenerAddresses?:
    | readonly {
        /** The address that other routers dial, such as `tls:router.example.com:3022`. */
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
  /** The state of the link on the controller, such as `Connected`. */
  state: string
  /** Whether an operator marked the link as down, so that no circuits use it. */
  down: boolean
  /** The router that dialed the link. */
  sourceRouter: {
    /** The id of the router. */
    id: string
    /** The name of the router. */
    name: string
  }
  /** The router that accepted the link. */
  destRouter: {
    /** The id of the router. */
    id: string
    /** The name of the router. */
    name: string
  }
}

/** What controllers and routers reported in an inspection. */
export type Inspection = {
  /** Whether every inspected controller or router answered without an error. */
  success?: boolean
  /** One message for each failure; the message about a router contains its id. Absent or null if there were none. */
  errors?: readonly string[] | null
  /**
   * One entry per value of each controller or router that answered; absent or null if there are
   * none.
   */
  values?:
    | readonly {
        /** The id of the controller or router. */
        appId: string
        /** The name of the requested value, such as `config`. */
        name: string
        /** The value: parsed JSON, or a string that may itself contain JSON. */
        value: unknown
      }[]
    | null
}
