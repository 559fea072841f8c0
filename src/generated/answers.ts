// Made by `npm run derive`; do not edit.

/**
 * What a router is to be; a router file is made of it.
 */
export interface Answers {
  /**
   * Schema of this file, for editors.
   */
  $schema?: string
  /**
   * Name of the router; without it that of the record, else router. Its files are named after it.
   */
  name?: string
  /**
   * Base name of the router's files, if the router's name cannot be used as a file name.
   */
  fileName?: string
  /**
   * Release of the router, such as 2.0, 1.6.14 or 2.1.0-pre2; without it the newest line with long-term support.
   */
  target?: string
  /**
   * What the router is for. Without it public where a host is advertised, else host; fabric where the token is one for fabric routers.
   */
  preset?: 'public' | 'private' | 'browser' | 'tproxy' | 'host' | 'proxy' | 'fabric'
  /**
   * Hosts by which the router is reached. The first name or IPv4 address is advertised, and the certificate covers all. If it has a :PORT, the first listener advertises that port instead of its own.
   */
  advertise?: string[]
  /**
   * Controllers as HOST:PORT; without them those that the token names.
   */
  controllers?: string[]
  /**
   * Protocols of the edge listeners, one listener for each; without it those of the preset.
   */
  protocols?: ('tls' | 'wss')[]
  /**
   * Port on which SDKs and tunnelers connect.
   */
  edgePort?: number
  /**
   * Port for websockets where there is a listener for tls, too; without it the one after edgePort.
   */
  wssPort?: number
  /**
   * Port on which other routers connect; it may be edgePort where that is for tls.
   */
  linkPort?: number
  /**
   * Edge listeners in full, instead of protocols, edgePort and wssPort.
   */
  edgeListeners?: {
    /**
     * Protocol of the listener.
     */
    protocol?: 'tls' | 'wss'
    /**
     * IPv4 address to listen on.
     */
    bind?: string
    /**
     * Port to listen on.
     */
    port: number
    /**
     * HOST or HOST:PORT to advertise; without it the first host of advertise, and the port.
     */
    advertise?: string
  }[]
  /**
   * Link listeners in full, instead of linkPort; none where the list is empty.
   */
  linkListeners?: {
    /**
     * Protocol of the listener.
     */
    protocol?: 'tls' | 'dtls'
    /**
     * Address to listen on.
     */
    bind?: string
    /**
     * Port to listen on.
     */
    port: number
    /**
     * HOST or HOST:PORT to advertise; without it the first host of advertise, and the port.
     */
    advertise?: string
    /**
     * Name of the network interface.
     */
    bindInterface?: string
    /**
     * Groups of the listener.
     */
    groups?: string[]
  }[]
  /**
   * What the tunneler of the router does; without it what the preset says.
   */
  tunnel?: 'none' | 'host' | 'tproxy' | 'proxy'
  /**
   * Services of the tunneler in mode proxy, as NAME:PORT or NAME:PORT:PROTOCOL.
   */
  services?: string[]
  /**
   * Program that diverts traffic in mode tproxy, instead of iptables.
   */
  diverter?: string
  /**
   * Further options of the tunnel listener.
   */
  tunnelOptions?: {
    [k: string]: unknown
  }
  /**
   * Further options of the edge listeners.
   */
  edgeOptions?: {
    [k: string]: unknown
  }
  /**
   * Folder of keys and certificates; without it that of the platform, else the folder in which the router starts.
   */
  identityFolder?: string
  /**
   * Subject of the certificate.
   */
  subject?: {
    /**
     * Country.
     */
    country?: string
    /**
     * State or province.
     */
    province?: string
    /**
     * Town.
     */
    locality?: string
    /**
     * Organization.
     */
    organization?: string
    /**
     * Unit within the organization.
     */
    organizationalUnit?: string
  }
  /**
   * What the certificate is to cover besides every host that is advertised.
   */
  sans?: {
    /**
     * Host names; a leading *. covers one label.
     */
    dns?: string[]
    /**
     * IP addresses.
     */
    ip?: string[]
    /**
     * E-mail addresses.
     */
    email?: string[]
    /**
     * URIs.
     */
    uri?: string[]
    /**
     * Whether localhost, 127.0.0.1 and ::1 are covered, too.
     */
    local?: boolean
  }
  /**
   * Where the router runs: what else is made besides the router file.
   */
  platform?: 'systemd' | 'docker' | 'kubernetes' | 'windows'
  /**
   * Form of the router file; JSON is YAML to the router.
   */
  format?: 'yaml' | 'json'
  /**
   * Whether a comment above each key says what it means.
   */
  comments?: boolean
  /**
   * Enrollment token of the router; without it that of the record.
   */
  jwt?: string
  /**
   * Sections of the router file as they are written there. Maps are joined with what the answers give, lists take the place of it.
   */
  sections?: {
    [k: string]: unknown
  }
  edgeRouter?: EdgeRouter
}
/**
 * The record of the edge router as the management API gives it; other fields are ignored.
 */
export interface EdgeRouter {
  /**
   * Id.
   */
  id?: string
  /**
   * Name.
   */
  name?: string
  /**
   * Whether the router may be a tunneler.
   */
  isTunnelerEnabled?: boolean
  /**
   * Whether the router is enrolled.
   */
  isVerified?: boolean
  /**
   * Whether the controller turns the router away.
   */
  disabled?: boolean | null
  /**
   * Whether circuits may pass through the router.
   */
  noTraversal?: boolean | null
  /**
   * Cost of circuits through the router.
   */
  cost?: number | null
  /**
   * Host by which the router was last known.
   */
  hostname?: string | null
  /**
   * Role attributes.
   */
  roleAttributes?: string[] | null
  /**
   * Data of applications; it is written where a record is made.
   */
  appData?: {
    [k: string]: unknown
  } | null
  /**
   * Ids of configs; they are written where a record is made.
   */
  configs?: string[] | null
  /**
   * Addresses on which the router listens for controllers, each with its groups; they are written where a record is made.
   */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /**
   * Enrollment token.
   */
  enrollmentJwt?: string | null
  /**
   * Id of the enrollment, which the token carries.
   */
  enrollmentToken?: string | null
}
