// Made by `npm run derive`; do not edit.

/**
 * Answers from which `routerfile generate` writes a router config file.
 */
export interface Answers {
  /**
   * Schema of this file, for editors.
   */
  $schema?: string
  /**
   * Name of the router and of its files. Default: the name in the record, or router.
   */
  name?: string
  /**
   * Base name of the router's files, if the router's name cannot be used as a file name.
   */
  fileName?: string
  /**
   * Release of the router, such as 2.0, 1.6.14, 2.1.0-pre2, latest or lts. Default: the newest line with long-term support.
   */
  target?: string
  /**
   * Purpose of the router. Default: public if a host is advertised, fabric if the token is for a fabric router, otherwise host.
   */
  preset?: 'public' | 'private' | 'browser' | 'tproxy' | 'host' | 'proxy' | 'fabric'
  /**
   * Hosts at which clients and other routers reach this router. The router advertises the first name or IPv4 address, and its certificate covers all of them. With :PORT the first listener advertises that port instead of its own.
   */
  advertise?: string[]
  /**
   * Controllers as HOST:PORT. Default: those in the token.
   */
  controllers?: string[]
  /**
   * Protocols of the edge listeners, one listener for each. Default: those of the preset.
   */
  protocols?: ('tls' | 'wss')[]
  /**
   * Port on which SDKs and tunnelers connect.
   */
  edgePort?: number
  /**
   * Port for WebSockets if there is also a tls listener. Default: edgePort plus 1.
   */
  wssPort?: number
  /**
   * Port on which other routers connect; may be the same as edgePort if that is for tls.
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
     * HOST or HOST:PORT to advertise. Default: the first host of advertise with the port.
     */
    advertise?: string
  }[]
  /**
   * Link listeners in full, instead of linkPort; an empty list means none.
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
     * HOST or HOST:PORT to advertise. Default: the first host of advertise with the port.
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
   * Mode of the tunneler. Default: depends on the preset.
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
   * Directory for keys and certificates. Default: depends on the platform; without a platform, the directory in which the router starts.
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
   * Names and addresses that the certificate covers in addition to the advertised hosts.
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
     * Whether the certificate also covers localhost, 127.0.0.1 and ::1.
     */
    local?: boolean
  }
  /**
   * Where the router runs; adds the files that the platform needs.
   */
  platform?: 'systemd' | 'docker' | 'kubernetes' | 'windows'
  /**
   * Format of the router config file. The router reads JSON as YAML.
   */
  format?: 'yaml' | 'json'
  /**
   * Whether a comment above each key explains it.
   */
  comments?: boolean
  /**
   * Enrollment token of the router. Default: the token in the record.
   */
  jwt?: string
  /**
   * Sections of the router config file. Maps are merged with the generated ones, lists replace them.
   */
  sections?: {
    [k: string]: unknown
  }
  edgeRouter?: EdgeRouter
}
/**
 * The edge router as the management API returns it; other fields are ignored.
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
   * Whether the controller rejects the router.
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
   * Last known host of the router.
   */
  hostname?: string | null
  /**
   * Role attributes.
   */
  roleAttributes?: string[] | null
  /**
   * Application data; written when the router is created on the controller.
   */
  appData?: {
    [k: string]: unknown
  } | null
  /**
   * Ids of configs; written when the router is created on the controller.
   */
  configs?: string[] | null
  /**
   * Addresses on which the router listens for controllers, each with its groups; written when the router is created on the controller.
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
