// Made by `npm run derive`; do not edit.

/** A number with a fraction. Those that are none come as the text that Go prints. */
export type Float = number | 'NaN' | '+Inf' | '-Inf'

/** A text with a variable whose content is not known. */
export type WithVariable = `${string}$${string}`

/**
 * Certificate: a path, a file: location or PEM text.
 */
export type Certificate = string
/**
 * Private key: a path, a file: location, PEM text or the location of a key engine.
 */
export type Key = string
/**
 * Further server certificates, offered by what the client asks for.
 *
 * Items: A server certificate with its key; both belong into the same item.
 */
export type AltServerCerts = {
  /**
   * Server certificate with its chain.
   */
  server_cert: Certificate
  /**
   * Private key of this certificate; without it the key of the identity is used.
   */
  server_key?: Key
}[]
/**
 * Address of the form protocol:host:port.
 */
export type Address = string
/**
 * Length of time in Go notation, for example 1m30s.
 */
export type Duration = number
/**
 * Switch; any value is printed as text and compared with true, ignoring case.
 */
export type Flag = boolean
/**
 * Length of time in Go notation; any value is printed as text and then read.
 */
export type DurationText = number
/**
 * Path of a file, relative to the folder in which the router starts.
 */
export type Path = string
/**
 * One group or a list of groups.
 */
export type Groups = string[]
/**
 * Options of edge connections: those of circuits and those of channels.
 */
export type EdgeOptions = XgressOptions & {
  /**
   * Longest wait for the handshake of an SDK connection; circuits read the same text.
   *
   * In ms; default 0.
   */
  connectTimeout: Duration
  /**
   * Messages that may wait to be sent.
   *
   * In messages; default 64; at least 0, at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Connections that may wait to be accepted.
   *
   * In connections; default 1; at least 1, at most 5000.
   */
  maxQueuedConnects: number
  /**
   * Connections whose handshake may be under way at once.
   *
   * In connections; default 16; at least 1, at most 1000.
   */
  maxOutstandingConnects: number
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * In ms; default 5000; at least 30, at most 60000.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
  /**
   * Longest wait until the API session of an SDK connection is known.
   *
   * In ms; default 5000.
   */
  lookupApiSessionTimeout: Duration
  /**
   * Once the wait for a session; read, but used by no code.
   *
   * In ms; default 5000.
   */
  lookupSessionTimeout: Duration
}
/**
 * Options of the tunneler: those of circuits and its own.
 */
export type TunnelOptions = XgressOptions & {
  /**
   * What the tunneler does: host offers services, tproxy also intercepts traffic, proxy also listens on given ports; tproxy:PROGRAM diverts with a program.
   *
   * Default "tproxy".
   */
  mode: 'tproxy' | 'host' | 'proxy' | `tproxy:${string}`
  /**
   * In mode proxy: which service is reachable on which port.
   *
   * Items: SERVICE:PORT, optionally followed by :tcp or :udp.
   */
  services?: string[]
  /**
   * Where the nameserver of mode tproxy listens: udp://HOST:PORT, or file:// with a hosts file.
   *
   * Default "udp://127.0.0.1:53".
   */
  resolver: string | string[]
  /**
   * Nameservers asked for names that are no service: udp://HOST:PORT or tcp://HOST:PORT.
   */
  dnsUpstream?: string[] | string
  /**
   * How several upstream nameservers are asked.
   *
   * Default "parallel"; only in releases >=2.1.0-pre1.
   */
  dnsUpstreamMode?: string
  /**
   * What a client hears for a name that cannot be answered.
   *
   * Default "refused".
   */
  dnsUnanswerable?: string
  /**
   * Addresses from which intercepted host names get theirs, as CIDR.
   *
   * Default "100.64.0.1/10".
   */
  dnsSvcIpRange: string
  /**
   * Network interfaces whose traffic mode tproxy lets in.
   */
  lanIf?: string | string[]
  /**
   * Once the wait between polls for services; still read, no longer used.
   *
   * In ms; default 15000.
   *
   * @deprecated
   */
  svcPollRate: Duration
  /**
   * A UDP conversation that is idle for so long ends; without it, 5m.
   *
   * In ms; at least 5000.
   */
  udpIdleTimeout?: Duration
  /**
   * Wait between checks for idle UDP conversations; without it, 30s.
   *
   * In ms; at least 1000.
   */
  udpCheckInterval?: Duration
}

/**
 * The file that `ziti router` reads.
 */
export interface RouterConfig {
  /**
   * Version of the file; the only one is 3.
   */
  v: 3
  /**
   * Keys and certificates of the router.
   */
  identity: {
    /**
     * Client certificate; its common name is the id of the router.
     */
    cert: Certificate
    /**
     * Private key of the client certificate.
     */
    key: Key
    /**
     * Server certificate with its chain; it must name every advertised host.
     */
    server_cert?: Certificate
    /**
     * Private key of the server certificate; without it that of the client certificate.
     */
    server_key?: Key
    /**
     * Certificates of the authorities that controllers and routers are checked against.
     */
    ca?: Certificate
    /**
     * Further server certificates, offered by what the client asks for.
     */
    alt_server_certs?: AltServerCerts
  }
  /**
   * Connection to the controllers.
   */
  ctrl: {
    /**
     * Name or IP address of the network interface from which controllers are dialed.
     */
    bind?: string
    /**
     * Addresses of the controllers; not read when endpoint is given.
     *
     * Items: Address of a controller.
     */
    endpoints?: Address[]
    /**
     * Options of the channel to a controller.
     */
    options: CtrlChannelOptions
    /**
     * Heartbeats on the channel to a controller.
     */
    heartbeats: {
      /**
       * Wait between heartbeats.
       *
       * In ms; default 10000.
       */
      sendInterval: Duration
      /**
       * Wait between checks for answers.
       *
       * In ms; default 1000; more than 0.
       */
      checkInterval: Duration
      /**
       * The channel is closed when no heartbeat was answered for so long; 0 or less switches this off.
       *
       * In ms; default 30000.
       */
      closeUnresponsiveTimeout: Duration
      /**
       * A controller that answers later than this is preferred less.
       *
       * In ms; default 5000.
       */
      unresponsiveAfter: Duration
    }
    /**
     * Longest wait for the answer to a request.
     *
     * In ms; default 5000; more than 0.
     */
    defaultRequestTimeout: Duration
    /**
     * The router stops when it has reached no controller by then; 0 or less switches this off.
     *
     * In ms; default 30000.
     */
    startupTimeout?: Duration
    /**
     * File in which the router keeps the addresses of the controllers; what it holds wins over endpoint and endpoints.
     */
    endpointsFile?: string
    /**
     * Limits the requests to the controllers; once the section is there, minSize must be given.
     */
    rateLimiter?: {
      /**
       * Whether requests are limited.
       *
       * Default true.
       */
      enabled: Flag
      /**
       * Largest window.
       *
       * In requests; default 250; at least 5, at most 1000.
       */
      maxSize: number
      /**
       * Smallest window.
       *
       * In requests; without the section 1; at least 5, at most 1000.
       */
      minSize: number
      /**
       * Longest wait for the answer to a limited request.
       *
       * In ms; default 30000; more than 0.
       */
      timeout: DurationText
      /**
       * Rate of successes from which the window grows.
       *
       * Default 0.9; at least 0, at most 1.
       */
      successThreshold?: Float
      /**
       * Factor by which the window grows.
       *
       * Default 1.02; at least 1.
       */
      increaseFactor?: Float
      /**
       * Factor by which the window shrinks.
       *
       * Default 0.9; more than 0, less than 1.
       */
      decreaseFactor?: Float
      /**
       * Successes between looks at whether to grow.
       *
       * In successes; default 10; at least 1.
       */
      increaseCheckInterval?: number
      /**
       * Failures between looks at whether to shrink.
       *
       * In failures; default 10; at least 1.
       */
      decreaseCheckInterval?: number
    }
    /**
     * Addresses on which the router waits for controllers that dial it.
     *
     * Items: Address on which controllers may dial the router.
     */
    listeners?: {
      /**
       * Address to listen on.
       */
      bind: string
      /**
       * Address that controllers are told; without it that of bind.
       */
      advertise?: Address
      /**
       * Name of the network interface; without it the one that owns the address.
       */
      bindInterface?: string
      /**
       * Groups of this listener.
       */
      groups?: string[]
      /**
       * Options of the accepted channels.
       */
      options: CtrlListenerOptions
    }[]
    /**
     * Folder of the endpoints file in releases before 1.4.
     *
     * Only in releases <1.4.0.
     *
     * @deprecated
     */
    dataDir?: Path
  }
  /**
   * What the router asks for when it enrolls or renews its certificates; wins over edge.csr.
   */
  csr?: Csr
  /**
   * Turns edge functionality on, if only as an empty map {}; needs an edge listener.
   */
  edge?: {
    /**
     * File in which the router keeps its copy of the data model.
     */
    db?: string
    /**
     * Wait between saves of the data model.
     *
     * In s; default 30; at least 30.
     */
    dbSaveIntervalSeconds?: number
    /**
     * Wait between reports of active API sessions to the controller.
     *
     * In s; default 60; at least 10, at most 60.
     */
    heartbeatIntervalSeconds: number
    /**
     * Sessions that are validated in one request.
     *
     * In sessions; default 1000; at least 1.
     */
    sessionValidateChunkSize: number
    /**
     * Shortest wait between requests that validate sessions.
     *
     * In ms; default 250.
     */
    sessionValidateMinInterval: Duration
    /**
     * Longest wait between requests that validate sessions.
     *
     * In ms; default 1500.
     */
    sessionValidateMaxInterval: Duration
    /**
     * Passes requests of SDKs on to the API of a controller.
     */
    apiProxy?: {
      /**
       * HOST:PORT on which the proxy listens.
       */
      listener: string
      /**
       * HOST:PORT of the API of the controller.
       */
      upstream: string
    }
  }
  /**
   * Links to other routers.
   */
  link: {
    /**
     * Where other routers may dial this one.
     *
     * Items: Address on which other routers may dial this one.
     */
    listeners?: {
      /**
       * Kind of listener; only transport exists.
       */
      binding: string | 'transport' | '' | WithVariable
      /**
       * Address to listen on.
       */
      bind: string
      /**
       * Address that other routers dial; without it that of bind.
       */
      advertise?: string
      /**
       * Name of the network interface; without it the one that owns the address.
       */
      bindInterface?: string
      /**
       * Only dialers that share a group dial this listener.
       *
       * Default ["default"].
       */
      groups: Groups
      /**
       * Tags of the link that no release acts upon; read by releases before 2.1 only.
       *
       * @deprecated
       */
      costTags?: {}
      /**
       * Options of the accepted channels.
       */
      options: LinkListenerOptions
    }[]
    /**
     * How this router dials others.
     *
     * Items: How links of this router to others are dialed.
     */
    dialers?: {
      /**
       * Kind of dialer; only transport exists.
       */
      binding: string | 'transport' | '' | WithVariable
      /**
       * Towards routers before 1.6.6: payloads and acknowledgments on connections of their own.
       *
       * Default true.
       */
      split: boolean
      /**
       * Name or IP address of the network interface from which other routers are dialed.
       */
      bind?: string
      /**
       * Newer spelling of bind; wins when both are given.
       *
       * Only in releases >=2.1.0-pre2.
       */
      bindInterface?: string
      /**
       * Only listeners that share a group are dialed.
       *
       * Default ["default"].
       */
      groups: Groups
      /**
       * Connections of a link that carry payloads.
       *
       * In connections; default 3; at least 1, at most 100.
       */
      maxDefaultConnections?: number
      /**
       * Connections of a link that carry acknowledgments only.
       *
       * In connections; default 1; at least 0, at most 100.
       */
      maxAckConnections?: number
      /**
       * Wait before the further connections of a link are dialed.
       *
       * In ms; default 3000; at least 0.
       */
      startupDelay?: Duration
      /**
       * How often a link is dialed again while the other router is connected to the controller.
       */
      healthyDialBackoff: HealthyDialBackoff
      /**
       * How often a link is dialed again while the other router is not connected to the controller.
       */
      unhealthyDialBackoff: UnhealthyDialBackoff
      /**
       * Options of the dialed channels.
       */
      options: LinkDialerOptions
    }[]
    /**
     * Heartbeats on links; with the section, closeUnresponsiveTimeout defaults to 30s instead of 60s.
     */
    heartbeats: {
      /**
       * Wait between heartbeats; read, but they are sent every 10s in any case.
       *
       * In ms; default 10000.
       */
      sendInterval: Duration
      /**
       * Wait between checks; read, but they happen every second in any case.
       *
       * In ms; default 1000.
       */
      checkInterval: Duration
      /**
       * A link is closed when nothing was answered for so long, but never before 30s.
       *
       * In ms; default 30000, without the section 60000.
       */
      closeUnresponsiveTimeout: Duration
    }
    /**
     * Payloads that may wait to be sent over a link.
     *
     * In messages; default 128; at least 1, at most 35184372088819.
     */
    payloadSenderQueueSize?: number
    /**
     * Acknowledgments that may wait to be sent over a link.
     *
     * In messages; default 64; at least 1, at most 35184372088819.
     */
    ackSenderQueueSize?: number
  }
  /**
   * Options of the connections by which services are reached.
   *
   * Items: Options for one binding; the last entry of a binding counts.
   */
  dialers?: (
    | {
        /**
         * Kind of entry.
         */
        binding: 'edge'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options: EdgeOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'tunnel'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options: TunnelOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options: XgressOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport_udp'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options: XgressOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'edge_transport'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options: XgressOptions
      }
    | {
        /**
         * A binding that no code of the router uses, or that is not known.
         */
        binding?: string
        /**
         * Options of a binding that no code of the router uses.
         */
        options?: XgressOptions
      }
  )[]
  /**
   * Where connections enter the network.
   *
   * Items: One listener; what it may hold depends on its binding.
   */
  listeners?: (
    | {
        /**
         * Kind of entry.
         */
        binding: 'edge'
        /**
         * Address to listen on.
         */
        address: string
        /**
         * Options of edge connections.
         */
        options: EdgeOptions & {
          /**
           * HOST:PORT that SDKs connect to; the certificates must cover the host.
           */
          advertise: string
        }
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'tunnel'
        /**
         * Not used by a tunneler.
         *
         * @deprecated
         */
        address?: string
        /**
         * Options of the tunneler.
         */
        options: TunnelOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport'
        /**
         * Address to listen on.
         */
        address: Address
        /**
         * Options of the circuits that start here.
         */
        options: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport_udp'
        /**
         * Address to listen on.
         */
        address: string
        /**
         * Options of the circuits that start here.
         */
        options: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'proxy'
        /**
         * Address to listen on.
         */
        address: Address
        /**
         * Name of the service that connections are passed to.
         */
        service: string
        /**
         * Options of the circuits that start here.
         */
        options: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'proxy_udp'
        /**
         * Address to listen on.
         */
        address: string
        /**
         * Name of the service that connections are passed to.
         */
        service: string
        /**
         * Options of the circuits that start here.
         */
        options: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
      }
    | {
        /**
         * A binding that no code of the router uses, or that is not known.
         */
        binding?: WithVariable
        address?: undefined
        options?: undefined
        service?: undefined
      }
  )[]
  /**
   * Forwarding of payloads: queues, workers and the checks for faulty and idle circuits.
   */
  forwarder: {
    /**
     * Wait between reports of faulted circuits; 0 or less switches them off.
     *
     * In ms; default 15000.
     */
    faultTxInterval: number
    /**
     * A circuit without traffic for so long counts as idle.
     *
     * In ms; default 60000.
     */
    idleCircuitTimeout: number
    /**
     * Wait between checks whether idle circuits are still in use; 0 or less switches them off.
     *
     * In ms; default 60000.
     */
    idleTxInterval: number
    /**
     * Link dials that may wait.
     *
     * Default 1000; at least 1, at most 10000.
     */
    linkDialQueueLength: number
    /**
     * Link dials that run at once.
     *
     * Default 32; at least 2, at most 10000.
     */
    linkDialWorkerCount: number
    /**
     * Rate limited requests to the controller that may wait.
     *
     * Default 5000; at least 1, at most 50000.
     */
    rateLimitedQueueLength: number
    /**
     * Rate limited requests to the controller that run at once.
     *
     * Default 15; at least 2, at most 10000.
     */
    rateLimitedWorkerCount: number
    /**
     * Checked when the file is loaded, used by no code; link.heartbeats.closeUnresponsiveTimeout is the working setting.
     *
     * In ms; default 60000; at least 5000.
     */
    unresponsiveLinkTimeout: number
    /**
     * Wait between checks before an idle circuit is removed.
     *
     * In ms; default 5000; at least 1.
     */
    xgressCloseCheckInterval: number
    /**
     * Wait before a service is dialed.
     *
     * In ms; default 0.
     */
    xgressDialDwellTime: number
    /**
     * Dials of services that may wait.
     *
     * Default 1000; at least 1, at most 10000.
     */
    xgressDialQueueLength: number
    /**
     * Dials of services that run at once.
     *
     * Default 128; at least 1, at most 10000.
     */
    xgressDialWorkerCount: number
  }
  /**
   * Tuning of the protocols below the channels; not used for channels to controllers.
   */
  transport?: {
    /**
     * Further name offered when a TLS connection is negotiated; meant for internal use.
     */
    protocol?: string
    /**
     * Longest wait for the handshake of a dtls listener; 0 means the default.
     *
     * In ms; default 30000.
     */
    handshakeTimeout?: Duration
    /**
     * Tuning of dtls connections.
     */
    dtls?: {
      /**
       * Limit of what is sent; without it there is none.
       *
       * In bytes/s.
       */
      maxBytesPerSecond?: number
      /**
       * Size of the write buffer of dialed connections.
       *
       * In bytes; default 4194304; at least 0.
       */
      writeBufferSize: number
      /**
       * Size of the read buffer of dialed connections.
       *
       * In bytes; default 4194304; at least 0.
       */
      readBufferSize: number
    }
    /**
     * Tuning of websocket listeners.
     */
    wss?: {
      /**
       * Longest time to write a message.
       *
       * In s; default 10.
       */
      writeTimeout: number
      /**
       * Longest time to read a request.
       *
       * In s; default 5.
       */
      readTimeout: number
      /**
       * Longest time a connection may stay idle.
       *
       * In s; default 120.
       */
      idleTimeout: number
      /**
       * Longest wait for the answer to a ping.
       *
       * In s; default 60; at least 1.
       */
      pongTimeout: number
      /**
       * Wait between pings; must be shorter than pongTimeout to be of use.
       *
       * In s; default 54; at least 1.
       */
      pingInterval: number
      /**
       * Longest wait for the handshake.
       *
       * In s; default 10.
       */
      handshakeTimeout: number
      /**
       * Size of the read buffer.
       *
       * In bytes; default 4096.
       */
      readBufferSize: number
      /**
       * Size of the write buffer.
       *
       * In bytes; default 4096.
       */
      writeBufferSize: number
      /**
       * Whether messages are compressed.
       *
       * Default true.
       */
      enableCompression: boolean
      /**
       * Certificates for websocket listeners; without it those of the router are used.
       */
      identity?: WssIdentity
    }
    /**
     * HTTP proxy for connections to services by binding transport; links and controllers use the proxy at the root.
     */
    proxy?: HttpProxy
    /**
     * Settings of the protocol transwarp, which is gone since 1.6.14 and 2.0.
     *
     * @deprecated
     */
    westworld3?: {
      /**
       * Version of the settings; the only one is 1.
       */
      profile_version?: 1
      /**
       * The send window never shrinks below this.
       *
       * In bytes; default 16384.
       */
      tx_portal_min_sz: number
      /**
       * The send window never grows beyond this.
       *
       * In bytes; default 4194304; at least 1.
       */
      tx_portal_max_sz: number
      /**
       * What is measured of transwarp connections.
       */
      instrument?: {
        /**
         * Kind of measurement: metrics collects samples, trace prints messages, nil does nothing.
         */
        name?: 'metrics' | 'trace' | 'nil' | WithVariable
        /**
         * Folder for the samples, and for the socket through which they are asked for.
         */
        path?: string
        /**
         * Wait between samples.
         *
         * In ms; default 1000; at least 1.
         */
        snapshot_ms: number
        /**
         * Whether samples are collected from the start.
         *
         * Default false.
         */
        enabled: boolean
        /**
         * Whether messages are printed.
         *
         * Default false.
         */
        wire: boolean
        /**
         * Whether acknowledgments and keepalives are printed.
         *
         * Default false.
         */
        control: boolean
        /**
         * Whether changes of the send window are printed.
         *
         * Default false.
         */
        tx_portal: boolean
        /**
         * Whether changes of the receive window are printed.
         *
         * Default false.
         */
        rx_portal: boolean
        /**
         * Whether errors are printed.
         *
         * Default false.
         */
        error: boolean
      }
      /**
       * Whether sequence numbers start at random.
       *
       * Default false.
       */
      randomize_seq: boolean
      /**
       * Longest wait for the handshake.
       *
       * In ms; default 5000.
       */
      connection_setup_timeout_ms: number
      /**
       * A connection without traffic for so long is closed.
       *
       * In ms; default 15000.
       */
      connection_inactive_timeout_ms: number
      /**
       * Whether idle connections are kept alive.
       *
       * Default true.
       */
      send_keepalive: boolean
      /**
       * Longest wait for outstanding data when a connection closes.
       *
       * In ms; default 5000.
       */
      close_wait_ms: number
      /**
       * Wait between checks whether a connection may close.
       *
       * In ms; default 500.
       */
      close_check_ms: number
      /**
       * Size of the send window when a connection starts.
       *
       * In bytes; default 98304.
       */
      tx_portal_start_sz: number
      /**
       * Acknowledgments before the send window grows.
       *
       * In acknowledgments; default 224.
       */
      tx_portal_increase_thresh: number
      /**
       * Share of the acknowledged bytes that is added to the send window.
       *
       * Default 1.
       */
      tx_portal_increase_scale: Float
      /**
       * Duplicate acknowledgments before the send window shrinks.
       *
       * In acknowledgments; default 64.
       */
      tx_portal_dupack_thresh: number
      /**
       * Factor by which the send window shrinks after duplicate acknowledgments.
       *
       * Default 0.9.
       */
      tx_portal_dupack_capacity_scale: Float
      /**
       * Factor on the count of successes after duplicate acknowledgments.
       *
       * Default 0.75.
       */
      tx_portal_dupack_success_scale: Float
      /**
       * Retransmissions before the send window shrinks.
       *
       * In retransmissions; default 64.
       */
      tx_portal_retx_thresh: number
      /**
       * Factor by which the send window shrinks after retransmissions.
       *
       * Default 0.75.
       */
      tx_portal_retx_capacity_scale: Float
      /**
       * Factor on the count of successes after retransmissions.
       *
       * Default 0.825.
       */
      tx_portal_retx_success_scale: Float
      /**
       * Weight of what waits at the receiver.
       *
       * Default 2.8911.
       */
      tx_portal_rx_sz_pressure_scale: Float
      /**
       * First wait before data is sent again.
       *
       * In ms; default 200.
       */
      retx_start_ms: number
      /**
       * Factor on the measured round trip that gives the wait before data is sent again.
       *
       * Default 1.5.
       */
      retx_scale: Float
      /**
       * Smallest such factor.
       *
       * Default 1.
       */
      retx_scale_floor: Float
      /**
       * Constant added to the wait before data is sent again.
       *
       * In ms; default 0.
       */
      retx_add_ms: number
      /**
       * Wait between adjustments of the factor.
       *
       * In ms; default 2000.
       */
      retx_evaluation_ms: number
      /**
       * Step by which the factor grows.
       *
       * Default 0.15.
       */
      retx_evaluation_scale_incr: Float
      /**
       * Step by which the factor shrinks.
       *
       * Default 0.01.
       */
      retx_evaluation_scale_decr: Float
      /**
       * Data due within this time is sent again together.
       *
       * In ms; default 2.
       */
      retx_batch_ms: number
      /**
       * Wait between measurements of the round trip.
       *
       * In ms; default 50.
       */
      rtt_probe_ms: number
      /**
       * Measurements that the round trip is averaged over.
       *
       * In measurements; default 8.
       */
      rtt_probe_avg: number
      /**
       * Drop of the receive window from which it is reported at once.
       *
       * Default 0.5.
       */
      rx_portal_sz_pacing_thresh: Float
      /**
       * Largest piece of data in one message.
       *
       * In bytes; default 1450.
       */
      max_segment_sz: number
      /**
       * Size of pooled buffers.
       *
       * In bytes; default 65536.
       */
      pool_buffer_sz: number
      /**
       * Receive buffer of the socket.
       *
       * In bytes; default 16777216.
       */
      rx_buffer_sz: number
      /**
       * Send buffer of the socket.
       *
       * In bytes; default 16777216.
       */
      tx_buffer_sz: number
      /**
       * Messages that the send window can hold.
       *
       * In messages; default 16384.
       */
      tx_portal_tree_len: number
      /**
       * Messages that can wait to be sent again.
       *
       * In messages; default 65536.
       */
      retx_monitor_tree_len: number
      /**
       * Messages that the receive window can hold.
       *
       * In messages; default 16384.
       */
      rx_portal_tree_len: number
      /**
       * Connections that a listener can hold.
       *
       * In connections; default 1024.
       */
      listener_peers_tree_len: number
      /**
       * Pieces of data that may wait to be read.
       *
       * In pieces; default 1024.
       */
      reads_queue_len: number
      /**
       * Messages that may wait at a listener.
       *
       * In messages; default 1024.
       */
      listener_rx_queue_len: number
      /**
       * Connections that may wait to be accepted.
       *
       * In connections; default 1024.
       */
      accept_queue_len: number
    }
  }
  /**
   * Settings of all TLS listeners.
   */
  tls: {
    /**
     * Longest wait for a TLS handshake; 0 means the default.
     *
     * In ms; default 5000; at least 0.
     */
    handshakeTimeout?: DurationText
  }
  /**
   * HTTP proxy for the channels to controllers and for links.
   */
  proxy?: HttpProxy
  /**
   * Reports of usage to the controller.
   */
  metrics: {
    /**
     * Wait between reports.
     *
     * In ms; default 60000; more than 0.
     */
    reportInterval: Duration
    /**
     * Age that a batch must have before it is sent; 0 or less means the default.
     *
     * In ms; default 80000; more than 0.
     */
    intervalAgeThreshold: Duration
    /**
     * Reports that may wait to be sent.
     *
     * In messages; default 10; at least 0, at most 35184372088819.
     */
    messageQueueSize: number
    /**
     * Usage events that may wait to be counted.
     *
     * In events; default 256; at least 16, at most 35184372088819.
     */
    eventQueueSize?: number
    /**
     * Whether the delay of payloads is measured.
     *
     * Default false.
     */
    enableDataDelayMetric?: Flag
  }
  /**
   * Checks whose results the health-checks API reports.
   */
  healthChecks: {
    /**
     * Whether a controller answers.
     */
    ctrlPingCheck: {
      /**
       * Wait between checks.
       *
       * In ms; default 30000; more than 0.
       */
      interval: DurationText
      /**
       * Longest wait for an answer.
       *
       * In ms; default 15000; more than 0.
       */
      timeout: DurationText
      /**
       * Wait before the first check.
       *
       * In ms; default 15000.
       */
      initialDelay: DurationText
    }
    /**
     * Whether there are enough links.
     */
    linkCheck: {
      /**
       * Wait between checks.
       *
       * In ms; default 5000; more than 0.
       */
      interval: DurationText
      /**
       * Links that are needed; with 0 the check only reports them.
       *
       * In links; default 0.
       */
      minLinks: number
      /**
       * Wait before the first check.
       *
       * In ms; default 1000.
       */
      initialDelay: DurationText
    }
  }
  /**
   * Web servers; the only API of a router reports its health.
   *
   * Items: A web server.
   */
  web?: {
    /**
     * Name of the server, for the log.
     */
    name: string
    /**
     * APIs that are served.
     *
     * Items: An API.
     */
    apis: {
      /**
       * Kind of API.
       */
      binding: 'health-checks' | WithVariable
      /**
       * Options of the API; it has none.
       */
      options?: {}
    }[]
    /**
     * Where the server listens.
     *
     * Items: Address, or service of the network, on which the server listens.
     */
    bindPoints: {
      /**
       * HOST:PORT to listen on.
       */
      interface?: string
      /**
       * HOST:PORT that clients use.
       */
      address?: string
      /**
       * HOST:PORT that clients are told to use from now on.
       */
      newAddress?: string
      /**
       * Listens on a service of the network with the identity of an SDK.
       */
      identity?: {
        /**
         * File with the identity of an SDK.
         */
        file?: Path
        /**
         * Name of an environment variable with the identity of an SDK; wins over file.
         */
        env?: string
        /**
         * Name of the service.
         */
        service: string
        /**
         * Read, but used by no code.
         *
         * Default "NoClientCert".
         */
        tlsClientAuthenticationPolicy: string
        /**
         * Options of the listener.
         */
        listenOptions?: {
          /**
           * Whether the edge identity is used as terminator identity.
           *
           * Default false.
           */
          bindUsingEdgeIdentity: boolean
        }
      }
    }[]
    /**
     * Certificates of this server; without it those of the router are used.
     */
    identity?: {
      /**
       * Client certificate.
       */
      cert: Certificate
      /**
       * Server certificate with its chain.
       */
      server_cert: Certificate
      /**
       * Private key.
       */
      key: Key
      /**
       * Certificates of trusted authorities.
       */
      ca: Certificate
      /**
       * Private key of the server certificate.
       */
      server_key?: Key
      /**
       * Further server certificates.
       */
      alt_server_certs?: AltServerCerts
    }
    /**
     * Options of the server.
     */
    options: {
      /**
       * Longest time to read a request.
       *
       * In ms; default 5000; more than 0.
       */
      readTimeout: Duration
      /**
       * Longest time a connection may stay idle.
       *
       * In ms; default 5000; more than 0.
       */
      idleTimeout: Duration
      /**
       * Longest time to write an answer.
       *
       * In ms; default 10000; more than 0.
       */
      writeTimeout: Duration
      /**
       * Oldest version of TLS that is accepted.
       *
       * Default "TLS1.2".
       */
      minTLSVersion: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
      /**
       * Newest version of TLS that is accepted.
       *
       * Default "TLS1.3".
       */
      maxTLSVersion: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
    }
  }[]
  /**
   * Reports to the controller of who is connected.
   */
  connectEvents?: {
    /**
     * Whether reports are sent.
     *
     * Default true.
     */
    enabled: Flag
    /**
     * Wait between reports of changes.
     *
     * In ms; default 3000; at least 250, at most 600000.
     */
    batchInterval: Duration
    /**
     * Wait between complete reports.
     *
     * In ms; default 300000; at least 1000, at most 86400000.
     */
    fullSyncInterval: Duration
    /**
     * Events that may wait for the next report.
     *
     * In events; default 100000; at least 0, at most 10000000.
     */
    maxQueuedEvents: number
  }
  /**
   * Reports to the controller of the network interfaces of the router.
   */
  interfaceDiscovery?: {
    /**
     * Whether reports are switched off.
     *
     * Default false.
     */
    disabled: Flag
    /**
     * Wait between looks at the interfaces.
     *
     * In ms; default 60000; more than 0.
     */
    checkInterval: Duration
    /**
     * Wait between reports when nothing changed.
     *
     * In ms; default 86400000.
     */
    minReportInterval: Duration
  }
  /**
   * Lets the controller supply parts of the configuration.
   */
  managedConfig?: {
    /**
     * Kinds of configuration that are accepted; all accepts every one.
     *
     * Items: Kind of configuration, for example router.link.
     */
    allow: string[]
  }
  /**
   * Paths of plugins that are loaded when the router starts.
   *
   * Items: Path of a plugin.
   */
  plugins: string[]
  /**
   * Profiles of the running router, for debugging.
   */
  profile?: {
    /**
     * Memory profiles.
     */
    memory?: {
      /**
       * File that the profile is written to; without it there is none.
       */
      path?: Path
      /**
       * Wait between profiles.
       *
       * In ms; default 15000; at least 1.
       */
      intervalMs: number
    }
    /**
     * Processor profile.
     */
    cpu?: {
      /**
       * File that the profile is written to; without it there is none.
       */
      path?: Path
    }
  }
  /**
   * Writes every message to a file, for debugging.
   */
  trace?: {
    /**
     * File that messages are written to; an existing one is overwritten.
     */
    path?: string
  }
  /**
   * Whether debugging operations may be asked of the running router.
   *
   * Default false.
   */
  enableDebugOps: boolean
  /**
   * Switch of the time when clusters of controllers were new; read by releases before 1.3 only.
   *
   * @deprecated
   */
  ha?: {
    /**
     * Whether the router follows the data model.
     *
     * Default false.
     */
    enabled: Flag
  }
}
/**
 * Options of the channel to a controller.
 */
export interface CtrlChannelOptions {
  /**
   * Messages that may wait to be sent.
   *
   * In messages; default 4.
   */
  outQueueSize: number
  /**
   * Connections that may wait to be accepted.
   *
   * In connections; default 1; at least 1, at most 5000.
   */
  maxQueuedConnects: number
  /**
   * Connections whose handshake may be under way at once.
   *
   * In connections; default 16; at least 1, at most 1000.
   */
  maxOutstandingConnects: number
  /**
   * Longest wait for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Longest time to write one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/**
 * Options of channels that controllers open; bounds are not checked when the file is loaded.
 */
export interface CtrlListenerOptions {
  /**
   * Messages that may wait to be sent.
   *
   * In messages; default 4.
   */
  outQueueSize: number
  /**
   * Connections that may wait to be accepted.
   *
   * In connections; default 1; at least 0, at most 35184372088819.
   */
  maxQueuedConnects: number
  /**
   * Connections whose handshake may be under way at once.
   *
   * In connections; default 16; at least 1, at most 2147483647.
   */
  maxOutstandingConnects: number
  /**
   * Longest wait for the handshake of a connection.
   *
   * In ms; default 5000; more than 0; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Longest time to write one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/**
 * What the router asks for when it enrolls or renews its certificates.
 */
export interface Csr {
  /**
   * Country of the certificate subject.
   *
   * Default "".
   */
  country: string
  /**
   * State or province of the certificate subject.
   *
   * Default "".
   */
  province: string
  /**
   * Town of the certificate subject.
   *
   * Default "".
   */
  locality: string
  /**
   * Organization of the certificate subject.
   *
   * Default "".
   */
  organization: string
  /**
   * Unit within the organization of the certificate subject.
   *
   * Default "".
   */
  organizationalUnit: string
  /**
   * Names and addresses that the issued server certificate is to cover; every advertised host must be among them.
   */
  sans: {
    /**
     * Host names.
     *
     * Items: Host name; a leading *. covers one label.
     */
    dns?: string[]
    /**
     * IP addresses.
     *
     * Items: IPv4 or IPv6 address without prefix length.
     */
    ip?: string[]
    /**
     * URIs.
     *
     * Items: URI.
     */
    uri?: string[]
    /**
     * E-mail addresses.
     *
     * Items: E-mail address.
     */
    email?: string[]
  }
}
/**
 * Options of the channels that a link listener accepts.
 */
export interface LinkListenerOptions {
  /**
   * Messages that may wait to be sent; links take 4 for 64.
   *
   * In messages; default 4; at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Connections that may wait to be accepted.
   *
   * In connections; default 1; at most 35184372088819.
   */
  maxQueuedConnects: number
  /**
   * Connections whose handshake may be under way at once.
   *
   * In connections; default 16; at least 1, at most 2147483647.
   */
  maxOutstandingConnects: number
  /**
   * Longest wait for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Longest time to write one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/**
 * How often a link is dialed again while the other router is connected to the controller.
 */
export interface HealthyDialBackoff {
  /**
   * Shortest wait before dialing again.
   *
   * In ms; default 5000; at least 10, at most 86400000.
   */
  minRetryInterval: Duration
  /**
   * Longest wait before dialing again.
   *
   * In ms; default 300000; at least 10, at most 86400000.
   */
  maxRetryInterval: Duration
  /**
   * By how much the wait grows with each attempt.
   *
   * Default 1.5; at least 1, at most 100.
   */
  retryBackoffFactor: Float
}
/**
 * How often a link is dialed again while the other router is not connected to the controller.
 */
export interface UnhealthyDialBackoff {
  /**
   * Shortest wait before dialing again.
   *
   * In ms; default 60000; at least 10, at most 86400000.
   */
  minRetryInterval: Duration
  /**
   * Longest wait before dialing again.
   *
   * In ms; default 3600000; at least 10, at most 86400000.
   */
  maxRetryInterval: Duration
  /**
   * By how much the wait grows with each attempt.
   *
   * Default 10; at least 1, at most 100.
   */
  retryBackoffFactor: Float
}
/**
 * Options of the channels that a link dialer opens.
 */
export interface LinkDialerOptions {
  /**
   * Messages that may wait to be sent; links take 4 for 64.
   *
   * In messages; default 4; at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Connections that may wait to be accepted.
   *
   * In connections; default 1.
   */
  maxQueuedConnects: number
  /**
   * Connections whose handshake may be under way at once.
   *
   * In connections; default 16.
   */
  maxOutstandingConnects: number
  /**
   * Longest wait for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Longest time to write one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/**
 * Options of circuits.
 */
export interface XgressOptions {
  /**
   * Payloads are split into pieces of this size; 0 means not at all.
   *
   * In bytes; default 0; at least 0.
   */
  mtu: number
  /**
   * Test aid: drop received payloads at random.
   *
   * Default false.
   */
  randomDrops: boolean
  /**
   * With randomDrops: one in this many payloads is dropped.
   *
   * In payloads; default 100.
   */
  drop1InN: number
  /**
   * Payloads that may wait for a circuit; 0 means none.
   *
   * In payloads; default 1; at least 0.
   */
  txQueueSize: number
  /**
   * Size of the send window when a circuit starts.
   *
   * In bytes; default 4194304.
   */
  txPortalStartSize: number
  /**
   * The send window never shrinks below this.
   *
   * In bytes; default 16384.
   */
  txPortalMinSize: number
  /**
   * The send window never grows beyond this.
   *
   * In bytes; default 4194304.
   */
  txPortalMaxSize: number
  /**
   * Acknowledgments before the send window grows.
   *
   * In acknowledgments; default 28.
   */
  txPortalIncreaseThresh: number
  /**
   * Share of the acknowledged bytes that is added to the send window.
   *
   * Default 1.
   */
  txPortalIncreaseScale: Float
  /**
   * Retransmissions before the send window shrinks.
   *
   * In retransmissions; default 64.
   */
  txPortalRetxThresh: number
  /**
   * Factor by which the send window shrinks after retransmissions.
   *
   * Default 0.75.
   */
  txPortalRetxScale: Float
  /**
   * Duplicate acknowledgments before retransmissions slow down.
   *
   * In acknowledgments; default 64.
   */
  txPortalDupAckThresh: number
  /**
   * Meant for duplicate acknowledgments; read, but used by no code.
   *
   * Default 0.9.
   */
  txPortalDupAckScale: Float
  /**
   * Receive buffer beyond which further payloads are dropped.
   *
   * In bytes; default 4194304.
   */
  rxBufferSize: number
  /**
   * First wait before a payload is sent again.
   *
   * In ms; default 200.
   */
  retxStartMs: number
  /**
   * Factor on the measured round trip that gives the wait before a payload is sent again.
   *
   * Default 1.5.
   */
  retxScale: Float
  /**
   * Constant added to the wait before a payload is sent again.
   *
   * In ms; default 0.
   */
  retxAddMs: number
  /**
   * Longest wait before a payload is sent again; 0 means no limit.
   *
   * In ms; default 10000.
   */
  retxMaxMs?: number
  /**
   * A single measurement may raise the round trip estimate by at most this factor; 0 means no limit.
   *
   * Default 4.
   */
  maxRttScale?: number
  /**
   * Longest wait for outstanding payloads when a circuit closes.
   *
   * In ms; default 30000.
   */
  maxCloseWaitMs: number
  /**
   * Longest wait for the controller to create a circuit.
   *
   * In ms; default 30000; more than 0.
   */
  getCircuitTimeout: Duration
  /**
   * A terminating circuit that has not started by then is closed; 1s or less switches the check off.
   *
   * In ms; default 180000.
   */
  circuitStartTimeout: Duration
  /**
   * Longest wait for the connection to the service; 0 leaves it to the operating system.
   *
   * In ms; default 0.
   */
  connectTimeout: Duration
}
/**
 * Certificates for websocket listeners; without it those of the router are used.
 */
export interface WssIdentity {
  /**
   * Client certificate.
   */
  cert?: Certificate
  /**
   * Server certificate.
   */
  server_cert: Certificate
  /**
   * Private key.
   */
  key?: Key
  /**
   * Private key of the server certificate.
   */
  server_key?: Key
  /**
   * Certificates of trusted authorities.
   */
  ca: Certificate
  /**
   * Further server certificates.
   */
  alt_server_certs?: AltServerCerts
}
/**
 * HTTP proxy through which connections are opened.
 */
export interface HttpProxy {
  /**
   * Kind of proxy.
   */
  type?: 'none' | 'http' | WithVariable
  /**
   * HOST:PORT of the proxy; used as written.
   */
  address?: string
  /**
   * User name for the proxy.
   */
  username?: string
  /**
   * Password for the proxy; a dollar sign starts the name of an environment variable.
   */
  password?: string
}
