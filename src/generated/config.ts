// Made by `npm run derive`; do not edit.

/** A number with a fraction. Those that are none come as the text that Go prints. */
export type Float = number | 'NaN' | '+Inf' | '-Inf'

/** A text with a variable whose content is not known. */
export type WithVariable = `${string}$${string}`

/** Certificate: a path, a file: URL or PEM text. */
export type Certificate = string
/** Private key: a path, a file: URL, PEM text or the URL of a key engine. */
export type Key = string
/**
 * Additional server certificates, selected by what the client requests.
 *
 * Items: A server certificate with its key, both in the same item.
 */
export type AltServerCerts = {
  /** Server certificate with its chain. */
  server_cert: Certificate
  /** Private key of this certificate. Default: the key of the identity. */
  server_key?: Key
}[]
/** Address of the form protocol:host:port. */
export type Address = string
/** Duration in Go notation, for example 1m30s. */
export type Duration = number
/** Boolean; any value is converted to a string and compared with true, ignoring case. */
export type Flag = boolean
/** Duration in Go notation; any value is converted to a string first. */
export type DurationText = number
/** Path of a file, relative to the directory in which the router starts. */
export type Path = string
/** One group or a list of groups. */
export type Groups = string[]
/** Options of edge connections: those of circuits and those of channels. */
export type EdgeOptions = XgressOptions & {
  /**
   * Timeout for the handshake of an SDK connection; circuits read the same value.
   *
   * In ms; default 0.
   */
  connectTimeout: Duration
  /**
   * Maximum number of messages waiting to be sent.
   *
   * In messages; default 64; at least 0, at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Maximum number of connections waiting to be accepted.
   *
   * In connections; default 1; at least 1, at most 5000.
   */
  maxQueuedConnects: number
  /**
   * Maximum number of handshakes in progress.
   *
   * In connections; default 16; at least 1, at most 1000.
   */
  maxOutstandingConnects: number
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * In ms; default 5000; at least 30, at most 60000.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Timeout for writing one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
  /**
   * Timeout for looking up the API session of an SDK connection.
   *
   * In ms; default 5000.
   */
  lookupApiSessionTimeout: Duration
  /**
   * Formerly the timeout for looking up a session; read, but not used.
   *
   * In ms; default 5000.
   */
  lookupSessionTimeout: Duration
}
/** Options of the tunneler: those of circuits and its own. */
export type TunnelOptions = XgressOptions & {
  /**
   * What the tunneler does: host only hosts services, tproxy also intercepts traffic, proxy also listens on the ports in services; tproxy:PROGRAM diverts traffic with a program.
   *
   * Default "tproxy".
   */
  mode: 'tproxy' | 'host' | 'proxy' | `tproxy:${string}`
  /**
   * In mode proxy: services and the ports on which they are reachable.
   *
   * Items: SERVICE:PORT, optionally followed by :tcp or :udp.
   */
  services?: string[]
  /**
   * Address of the DNS server in mode tproxy: udp://HOST:PORT, or file:// with a hosts file.
   *
   * Default "udp://127.0.0.1:53".
   */
  resolver: string | string[]
  /** Upstream DNS servers for names that are not services: udp://HOST:PORT or tcp://HOST:PORT. */
  dnsUpstream?: string[] | string
  /**
   * How the router queries several upstream DNS servers.
   *
   * Default "parallel"; only in releases >=2.1.0-pre1.
   */
  dnsUpstreamMode?: string
  /**
   * Response to a query that cannot be answered.
   *
   * Default "refused".
   */
  dnsUnanswerable?: string
  /**
   * Range of IP addresses for intercepted host names, as CIDR.
   *
   * Default "100.64.0.1/10".
   */
  dnsSvcIpRange: string
  /** Network interfaces whose traffic the router accepts in mode tproxy. */
  lanIf?: string | string[]
  /**
   * Formerly the interval between polls for services; read, but no longer used.
   *
   * In ms; default 15000.
   *
   * @deprecated
   */
  svcPollRate: Duration
  /**
   * A UDP session that is idle for this long is closed.
   *
   * In ms; default 300000; at least 5000.
   */
  udpIdleTimeout: Duration
  /**
   * Interval between checks for idle UDP sessions.
   *
   * In ms; default 30000; at least 1000.
   */
  udpCheckInterval: Duration
}

/** The file that `ziti router` reads. */
export interface RouterConfig {
  /** Version of the file; the only one is 3. */
  v: 3
  /** Keys and certificates of the router. */
  identity: {
    /** Client certificate; its common name is the id of the router. */
    cert: Certificate
    /** Private key of the client certificate. */
    key: Key
    /** Server certificate with its chain; must cover every advertised host. */
    server_cert?: Certificate
    /** Private key of the server certificate. Default: the key of the client certificate. */
    server_key?: Key
    /** CA bundle to verify controllers and other routers. */
    ca?: Certificate
    /** Additional server certificates, selected by what the client requests. */
    alt_server_certs?: AltServerCerts
  }
  /** Connection to the controllers. */
  ctrl: {
    /** Name or IP address of the network interface from which controllers are dialed. */
    bind?: string
    /**
     * Addresses of the controllers; ignored if endpoint is set.
     *
     * Items: Address of a controller.
     */
    endpoints?: Address[]
    /** Options of the channel to a controller. */
    options: CtrlChannelOptions
    /** Heartbeats on the channel to a controller. */
    heartbeats: {
      /**
       * Interval between heartbeats.
       *
       * In ms; default 10000.
       */
      sendInterval: Duration
      /**
       * Interval between checks for heartbeat answers.
       *
       * In ms; default 1000; more than 0.
       */
      checkInterval: Duration
      /**
       * The channel is closed if no heartbeat is answered for this long; 0 or less turns this off.
       *
       * In ms; default 30000.
       */
      closeUnresponsiveTimeout: Duration
      /**
       * A controller that answers later than this counts as unresponsive and is less preferred.
       *
       * In ms; default 5000.
       */
      unresponsiveAfter: Duration
    }
    /**
     * Timeout for a request to a controller.
     *
     * In ms; default 5000; more than 0.
     */
    defaultRequestTimeout: Duration
    /**
     * The router stops if it has not reached a controller by then; 0 or less turns this off.
     *
     * In ms; default 30000.
     */
    startupTimeout?: Duration
    /** File in which the router stores the addresses of the controllers; takes precedence over endpoint and endpoints. */
    endpointsFile?: string
    /** Limits the requests to the controllers; the section requires minSize. */
    rateLimiter?: {
      /**
       * Whether requests are limited.
       *
       * Default true.
       */
      enabled: Flag
      /**
       * Maximum window.
       *
       * In requests; default 250; at least 5, at most 1000.
       */
      maxSize: number
      /**
       * Minimum window.
       *
       * In requests; without the section 1; at least 5, at most 1000.
       */
      minSize: number
      /**
       * Timeout for a rate-limited request.
       *
       * In ms; default 30000; more than 0.
       */
      timeout: DurationText
      /**
       * Success rate above which the window grows.
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
       * Number of successes between checks whether the window can grow.
       *
       * In successes; default 10; at least 1.
       */
      increaseCheckInterval?: number
      /**
       * Number of failures between checks whether the window must shrink.
       *
       * In failures; default 10; at least 1.
       */
      decreaseCheckInterval?: number
    }
    /**
     * Addresses on which the router listens for controllers.
     *
     * Items: Address on which controllers can dial the router.
     */
    listeners?: {
      /** Address to listen on. */
      bind: string
      /** Address that the router advertises to controllers. Default: bind. */
      advertise?: Address
      /** Name of the network interface. Default: the interface with the address. */
      bindInterface?: string
      /** Groups of this listener. */
      groups?: string[]
      /** Options of the accepted channels. */
      options: CtrlListenerOptions
    }[]
    /**
     * Directory of the endpoints file in releases before 1.4.
     *
     * Only in releases <1.4.0.
     *
     * @deprecated
     */
    dataDir?: Path
  }
  /** Certificate request (CSR) that the router sends when it enrolls or renews its certificates; takes precedence over edge.csr. */
  csr?: Csr
  /** Turns edge functionality on, even as an empty map {}; needs an edge listener. */
  edge?: {
    /** File in which the router stores its copy of the data model. */
    db?: string
    /**
     * Interval between saves of the data model.
     *
     * In s; default 30; at least 30.
     */
    dbSaveIntervalSeconds?: number
    /**
     * Interval between reports of active API sessions to the controller.
     *
     * In s; default 60; at least 10, at most 60.
     */
    heartbeatIntervalSeconds: number
    /**
     * Number of sessions validated in one request.
     *
     * In sessions; default 1000; at least 1.
     */
    sessionValidateChunkSize: number
    /**
     * Minimum interval between session validation requests.
     *
     * In ms; default 250.
     */
    sessionValidateMinInterval: Duration
    /**
     * Maximum interval between session validation requests.
     *
     * In ms; default 1500.
     */
    sessionValidateMaxInterval: Duration
    /** Forwards SDK requests to the API of a controller. */
    apiProxy?: {
      /** HOST:PORT on which the proxy listens. */
      listener: string
      /** HOST:PORT of the API of the controller. */
      upstream: string
    }
  }
  /** Links to other routers. */
  link: {
    /**
     * Addresses on which other routers can dial this one.
     *
     * Items: Address on which other routers can dial this one.
     */
    listeners?: {
      /** Kind of listener; only transport exists. */
      binding: string | 'transport' | '' | WithVariable
      /** Address to listen on. */
      bind?: string
      /** Address that other routers dial. Default: bind. */
      advertise?: string
      /** Name of the network interface. Default: the interface with the address. */
      bindInterface?: string
      /**
       * Only dialers that share a group dial this listener.
       *
       * Default ["default"].
       */
      groups: Groups
      /**
       * Tags of the link without any effect; only read by releases before 2.1.
       *
       * @deprecated
       */
      costTags?: {}
      /** Options of the accepted channels. */
      options: LinkListenerOptions
    }[]
    /**
     * How this router dials other routers.
     *
     * Items: How this router dials links to other routers.
     */
    dialers?: {
      /** Kind of dialer; only transport exists. */
      binding: string | 'transport' | '' | WithVariable
      /**
       * For links to routers before 1.6.6: whether payloads and acknowledgments use separate connections.
       *
       * Default true.
       */
      split: boolean
      /** Name or IP address of the network interface from which other routers are dialed. */
      bind?: string
      /**
       * New name of bind; takes precedence if both are set.
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
       * Maximum number of connections of a link for payloads.
       *
       * In connections; default 3; at least 1, at most 100.
       */
      maxDefaultConnections?: number
      /**
       * Maximum number of connections of a link for acknowledgments only.
       *
       * In connections; default 1; at least 0, at most 100.
       */
      maxAckConnections?: number
      /**
       * Delay before the additional connections of a link are dialed.
       *
       * In ms; default 3000; at least 0.
       */
      startupDelay?: Duration
      /** How often a link is redialed while the other router is connected to the controller. */
      healthyDialBackoff: HealthyDialBackoff
      /** How often a link is redialed while the other router is not connected to the controller. */
      unhealthyDialBackoff: UnhealthyDialBackoff
      /** Options of the dialed channels. */
      options: LinkDialerOptions
    }[]
    /** Heartbeats on links; with the section, closeUnresponsiveTimeout defaults to 30s instead of 60s. */
    heartbeats: {
      /**
       * Interval between heartbeats; read, but heartbeats are always sent every 10s.
       *
       * In ms; default 10000.
       */
      sendInterval: Duration
      /**
       * Interval between checks; read, but checks always happen every second.
       *
       * In ms; default 1000.
       */
      checkInterval: Duration
      /**
       * A link is closed if no heartbeat is answered for this long, but never before 30s.
       *
       * In ms; default 30000, without the section 60000.
       */
      closeUnresponsiveTimeout: Duration
    }
    /**
     * Maximum number of payloads waiting to be sent over a link.
     *
     * In messages; default 128; at least 1, at most 35184372088819.
     */
    payloadSenderQueueSize?: number
    /**
     * Maximum number of acknowledgments waiting to be sent over a link.
     *
     * In messages; default 64; at least 1, at most 35184372088819.
     */
    ackSenderQueueSize?: number
  }
  /**
   * Options of the connections to services.
   *
   * Items: Options for one binding; the last entry of each binding takes effect.
   */
  dialers?: (
    | {
        /** Kind of dialer. */
        binding: 'edge'
        /** Options of the circuits that end here; read when the first one does. */
        options: EdgeOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'tunnel'
        /** Options of the circuits that end here; read when the first one does. */
        options: TunnelOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'transport'
        /** Options of the circuits that end here; read when the first one does. */
        options: XgressOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'transport_udp'
        /** Options of the circuits that end here; read when the first one does. */
        options: XgressOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'edge_transport'
        /** Options of the circuits that end here; read when the first one does. */
        options: XgressOptions
      }
    | {
        /** A binding that no code of the router uses, or that is not known. */
        binding?: string
        /** Options of a binding that the router does not use. */
        options?: XgressOptions
      }
  )[]
  /**
   * Listeners where connections enter the overlay network.
   *
   * Items: One listener; its options depend on its binding.
   */
  listeners?: (
    | {
        /** Kind of listener. */
        binding: 'edge'
        /** Address to listen on. */
        address: string
        /** Options of edge connections. */
        options: EdgeOptions & {
          /** HOST:PORT that SDKs connect to; the certificates must cover the host. */
          advertise: string
        }
      }
    | {
        /** Kind of listener. */
        binding: 'tunnel'
        /**
         * Not used by a tunneler.
         *
         * @deprecated
         */
        address?: string
        /** Options of the tunneler. */
        options: TunnelOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
      }
    | {
        /** Kind of listener. */
        binding: 'transport'
        /** Address to listen on. */
        address: string
        /** Options of the circuits that start here. */
        options: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
      }
    | {
        /** Kind of listener. */
        binding: 'transport_udp'
        /** Address to listen on. */
        address: string
        /** Options of the circuits that start here. */
        options: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
      }
    | {
        /** Kind of listener. */
        binding: 'proxy'
        /** Address to listen on. */
        address: string
        /** Name of the service that connections are passed to. */
        service: string
        /** Options of the circuits that start here. */
        options: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
      }
    | {
        /** Kind of listener. */
        binding: 'proxy_udp'
        /** Address to listen on. */
        address: string
        /** Name of the service that connections are passed to. */
        service: string
        /** Options of the circuits that start here. */
        options: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
      }
    | {
        /** A binding that no code of the router uses, or that is not known. */
        binding?: WithVariable
        /** Not loaded with such a binding. */
        address?: undefined
        /** Not loaded with such a binding. */
        options?: undefined
        /** Not loaded with such a binding. */
        service?: undefined
      }
  )[]
  /** Payload forwarding: queues, workers and checks for faulty and idle circuits. */
  forwarder: {
    /**
     * Interval between reports of faulted circuits; 0 or less turns them off.
     *
     * In ms; default 15000.
     */
    faultTxInterval: number
    /**
     * A circuit without traffic for this long counts as idle.
     *
     * In ms; default 60000.
     */
    idleCircuitTimeout: number
    /**
     * Interval between checks whether idle circuits are still in use; 0 or less turns them off.
     *
     * In ms; default 60000.
     */
    idleTxInterval: number
    /**
     * Maximum number of waiting link dials.
     *
     * Default 1000; at least 1, at most 10000.
     */
    linkDialQueueLength: number
    /**
     * Number of parallel link dials.
     *
     * Default 32; at least 2, at most 10000.
     */
    linkDialWorkerCount: number
    /**
     * Maximum number of waiting rate-limited requests to the controller.
     *
     * Default 5000; at least 1, at most 50000.
     */
    rateLimitedQueueLength: number
    /**
     * Number of parallel rate-limited requests to the controller.
     *
     * Default 15; at least 2, at most 10000.
     */
    rateLimitedWorkerCount: number
    /**
     * Checked when the router starts, but not used; use link.heartbeats.closeUnresponsiveTimeout.
     *
     * In ms; default 60000; at least 5000.
     */
    unresponsiveLinkTimeout: number
    /**
     * Interval between checks before an idle circuit is removed.
     *
     * In ms; default 5000; at least 1.
     */
    xgressCloseCheckInterval: number
    /**
     * Delay before a service is dialed.
     *
     * In ms; default 0.
     */
    xgressDialDwellTime: number
    /**
     * Maximum number of waiting service dials.
     *
     * Default 1000; at least 1, at most 10000.
     */
    xgressDialQueueLength: number
    /**
     * Number of parallel service dials.
     *
     * Default 128; at least 1, at most 10000.
     */
    xgressDialWorkerCount: number
  }
  /** Tuning of the protocols below the channels; not used for channels to controllers. */
  transport?: {
    /** Additional protocol name in TLS negotiation (ALPN); for internal use. */
    protocol?: string
    /**
     * Timeout for the handshake of a dtls listener; 0 means the default.
     *
     * In ms; default 30000.
     */
    handshakeTimeout?: Duration
    /** Tuning of dtls connections. */
    dtls?: {
      /**
       * Maximum send rate. Default: no limit.
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
    /** Tuning of WebSocket listeners. */
    wss?: {
      /**
       * Timeout for writing a message.
       *
       * In s; default 10.
       */
      writeTimeout: number
      /**
       * Timeout for reading a request.
       *
       * In s; default 5.
       */
      readTimeout: number
      /**
       * Timeout for idle connections.
       *
       * In s; default 120.
       */
      idleTimeout: number
      /**
       * Timeout for the answer to a ping.
       *
       * In s; default 60; at least 1.
       */
      pongTimeout: number
      /**
       * Interval between pings; must be shorter than pongTimeout.
       *
       * In s; default 54; at least 1.
       */
      pingInterval: number
      /**
       * Timeout for the handshake.
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
      /** Certificates for WebSocket listeners. Default: those of the router. */
      identity?: WssIdentity
    }
    /** HTTP proxy for connections to services with the binding transport; links and controllers use the top-level proxy. */
    proxy?: HttpProxy
    /**
     * Settings of the protocol transwarp, which was removed in 1.6.14 and 2.0.
     *
     * @deprecated
     */
    westworld3?: {
      /** Version of the settings; the only one is 1. */
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
      /** Measurements of transwarp connections. */
      instrument?: {
        /** Kind of measurement: metrics collects samples, trace prints messages, nil does nothing. */
        name?: 'metrics' | 'trace' | 'nil' | WithVariable
        /** Directory for the samples, and for the socket that serves them. */
        path?: string
        /**
         * Interval between samples.
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
       * Timeout for the handshake.
       *
       * In ms; default 5000.
       */
      connection_setup_timeout_ms: number
      /**
       * A connection without traffic for this long is closed.
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
       * Timeout for outstanding data when a connection closes.
       *
       * In ms; default 5000.
       */
      close_wait_ms: number
      /**
       * Interval between checks whether a connection can close.
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
       * Fraction of the acknowledged bytes that is added to the send window.
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
       * Weight of the data that waits at the receiver.
       *
       * Default 2.8911.
       */
      tx_portal_rx_sz_pressure_scale: Float
      /**
       * Initial wait before data is sent again.
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
       * Minimum of retx_scale.
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
       * Interval between adjustments of retx_scale.
       *
       * In ms; default 2000.
       */
      retx_evaluation_ms: number
      /**
       * Step by which retx_scale grows.
       *
       * Default 0.15.
       */
      retx_evaluation_scale_incr: Float
      /**
       * Step by which retx_scale shrinks.
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
       * Interval between measurements of the round trip.
       *
       * In ms; default 50.
       */
      rtt_probe_ms: number
      /**
       * Number of measurements in the average round trip.
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
       * Maximum size of the data in one message.
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
       * Maximum number of messages in the send window.
       *
       * In messages; default 16384.
       */
      tx_portal_tree_len: number
      /**
       * Maximum number of messages waiting to be sent again.
       *
       * In messages; default 65536.
       */
      retx_monitor_tree_len: number
      /**
       * Maximum number of messages in the receive window.
       *
       * In messages; default 16384.
       */
      rx_portal_tree_len: number
      /**
       * Maximum number of connections of a listener.
       *
       * In connections; default 1024.
       */
      listener_peers_tree_len: number
      /**
       * Maximum number of pieces of data waiting to be read.
       *
       * In pieces; default 1024.
       */
      reads_queue_len: number
      /**
       * Maximum number of messages waiting at a listener.
       *
       * In messages; default 1024.
       */
      listener_rx_queue_len: number
      /**
       * Maximum number of connections waiting to be accepted.
       *
       * In connections; default 1024.
       */
      accept_queue_len: number
    }
  }
  /** Settings of all TLS listeners. */
  tls: {
    /**
     * Timeout for a TLS handshake; 0 means the default.
     *
     * In ms; default 5000; at least 0.
     */
    handshakeTimeout?: DurationText
  }
  /** HTTP proxy for the channels to controllers and for links. */
  proxy?: HttpProxy
  /** Usage reports to the controller. */
  metrics: {
    /**
     * Interval between reports.
     *
     * In ms; default 60000; more than 0.
     */
    reportInterval: Duration
    /**
     * Minimum age of a batch before it is sent; 0 or less means the default.
     *
     * In ms; default 80000; more than 0.
     */
    intervalAgeThreshold: Duration
    /**
     * Maximum number of reports waiting to be sent.
     *
     * In messages; default 10; at least 0, at most 35184372088819.
     */
    messageQueueSize: number
    /**
     * Maximum number of usage events waiting to be counted.
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
  /** Checks whose results the health-checks API reports. */
  healthChecks: {
    /** Whether a controller answers. */
    ctrlPingCheck: {
      /**
       * Interval between checks.
       *
       * In ms; default 30000; more than 0.
       */
      interval: DurationText
      /**
       * Timeout for the answer.
       *
       * In ms; default 15000; more than 0.
       */
      timeout: DurationText
      /**
       * Delay before the first check.
       *
       * In ms; default 15000.
       */
      initialDelay: DurationText
    }
    /** Whether there are enough links. */
    linkCheck: {
      /**
       * Interval between checks.
       *
       * In ms; default 5000; more than 0.
       */
      interval: DurationText
      /**
       * Minimum number of links; with 0 the check only reports them.
       *
       * In links; default 0.
       */
      minLinks: number
      /**
       * Delay before the first check.
       *
       * In ms; default 1000.
       */
      initialDelay: DurationText
    }
  }
  /**
   * Web servers of the router; their only API reports its health.
   *
   * Items: A web server.
   */
  web?: {
    /** Name of the server, for the log. */
    name: string
    /**
     * APIs that are served.
     *
     * Items: An API.
     */
    apis: {
      /** Kind of API. */
      binding: 'health-checks' | WithVariable
      /** Options of the API; it has none. */
      options?: {}
    }[]
    /**
     * Addresses on which the server listens.
     *
     * Items: Address, or service of the overlay network, on which the server listens.
     */
    bindPoints: {
      /** HOST:PORT to listen on. */
      interface?: string
      /** HOST:PORT that clients use. */
      address?: string
      /** New HOST:PORT that the server announces to clients. */
      newAddress?: string
      /** Listens on a service of the overlay network with an SDK identity. */
      identity?: {
        /** File with an SDK identity. */
        file?: Path
        /** Name of an environment variable with an SDK identity; takes precedence over file. */
        env?: string
        /** Name of the service. */
        service: string
        /**
         * Read, but not used.
         *
         * Default "NoClientCert".
         */
        tlsClientAuthenticationPolicy: string
        /** Options of the listener. */
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
    /** Certificates of this server. Default: those of the router. */
    identity?: {
      /** Client certificate. */
      cert: Certificate
      /** Server certificate with its chain. */
      server_cert: Certificate
      /** Private key. */
      key: Key
      /** CA bundle of trusted authorities. */
      ca: Certificate
      /** Private key of the server certificate. */
      server_key?: Key
      /** Further server certificates. */
      alt_server_certs?: AltServerCerts
    }
    /** Options of the server. */
    options: {
      /**
       * Timeout for reading a request.
       *
       * In ms; default 5000; more than 0.
       */
      readTimeout: Duration
      /**
       * Timeout for idle connections.
       *
       * In ms; default 5000; more than 0.
       */
      idleTimeout: Duration
      /**
       * Timeout for writing a response.
       *
       * In ms; default 10000; more than 0.
       */
      writeTimeout: Duration
      /**
       * Minimum TLS version.
       *
       * Default "TLS1.2".
       */
      minTLSVersion: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
      /**
       * Maximum TLS version.
       *
       * Default "TLS1.3".
       */
      maxTLSVersion: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
    }
  }[]
  /** Reports to the controller about connected identities. */
  connectEvents?: {
    /**
     * Whether reports are sent.
     *
     * Default true.
     */
    enabled: Flag
    /**
     * Interval between reports of changes.
     *
     * In ms; default 3000; at least 250, at most 600000.
     */
    batchInterval: Duration
    /**
     * Interval between complete reports.
     *
     * In ms; default 300000; at least 1000, at most 86400000.
     */
    fullSyncInterval: Duration
    /**
     * Maximum number of events waiting for the next report.
     *
     * In events; default 100000; at least 0, at most 10000000.
     */
    maxQueuedEvents: number
  }
  /** Reports to the controller of the network interfaces of the router. */
  interfaceDiscovery?: {
    /**
     * Whether reports are off.
     *
     * Default false.
     */
    disabled: Flag
    /**
     * Interval between checks of the interfaces.
     *
     * In ms; default 60000; more than 0.
     */
    checkInterval: Duration
    /**
     * Interval between reports if nothing changed.
     *
     * In ms; default 86400000.
     */
    minReportInterval: Duration
  }
  /** Lets the controller supply parts of the configuration. */
  managedConfig?: {
    /**
     * Kinds of configuration to accept; all accepts every kind.
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
  /** Profiles of the running router, for debugging. */
  profile?: {
    /** Memory profiles. */
    memory?: {
      /** File to write the profile to. Without it, the router writes no profile. */
      path?: Path
      /**
       * Interval between profiles.
       *
       * In ms; default 15000; at least 1.
       */
      intervalMs: number
    }
    /** Processor profile. */
    cpu?: {
      /** File to write the profile to. Without it, the router writes no profile. */
      path?: Path
    }
  }
  /** Writes every message to a file, for debugging. */
  trace?: {
    /** File that messages are written to; an existing file is overwritten. */
    path?: string
  }
  /**
   * Whether the running router accepts debugging operations.
   *
   * Default false.
   */
  enableDebugOps: boolean
  /**
   * Settings for early controller clusters; only read by releases before 1.3.
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
/** Options of the channel to a controller. */
export interface CtrlChannelOptions {
  /**
   * Maximum number of messages waiting to be sent.
   *
   * In messages; default 4.
   */
  outQueueSize: number
  /**
   * Maximum number of connections waiting to be accepted.
   *
   * In connections; default 1; at least 1, at most 5000.
   */
  maxQueuedConnects: number
  /**
   * Maximum number of handshakes in progress.
   *
   * In connections; default 16; at least 1, at most 1000.
   */
  maxOutstandingConnects: number
  /**
   * Timeout for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Timeout for writing one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/** Options of channels that controllers open; limits are not checked when the router starts. */
export interface CtrlListenerOptions {
  /**
   * Maximum number of messages waiting to be sent.
   *
   * In messages; default 4.
   */
  outQueueSize: number
  /**
   * Maximum number of connections waiting to be accepted.
   *
   * In connections; default 1; at least 0, at most 35184372088819.
   */
  maxQueuedConnects: number
  /**
   * Maximum number of handshakes in progress.
   *
   * In connections; default 16; at least 1, at most 2147483647.
   */
  maxOutstandingConnects: number
  /**
   * Timeout for the handshake of a connection.
   *
   * In ms; default 5000; more than 0; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Timeout for writing one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/** Certificate request (CSR) that the router sends when it enrolls or renews its certificates. */
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
   * City of the certificate subject.
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
  /** Names and addresses (SANs) that the server certificate covers; must include every advertised host. */
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
    /**
     * Where the router keeps the parsed addresses; internal, write `ip`.
     *
     * Items: Bytes of an address.
     */
    IpAddressesParsed?: {}[]
    /**
     * Where the router keeps the parsed URIs; internal, write `uri`.
     *
     * Items: Parsed URI.
     */
    UriAddressesParsed?: {}[]
  }
}
/** Options of the channels that a link listener accepts. */
export interface LinkListenerOptions {
  /**
   * Maximum number of messages waiting to be sent; 4, the default, means 64.
   *
   * In messages; default 4; at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Maximum number of connections waiting to be accepted.
   *
   * In connections; default 1; at least 0, at most 35184372088819.
   */
  maxQueuedConnects: number
  /**
   * Maximum number of handshakes in progress.
   *
   * In connections; default 16; at least 1, at most 2147483647.
   */
  maxOutstandingConnects: number
  /**
   * Timeout for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Timeout for writing one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/** How often a link is redialed while the other router is connected to the controller. */
export interface HealthyDialBackoff {
  /**
   * Minimum wait before redialing.
   *
   * In ms; default 5000; at least 10, at most 86400000.
   */
  minRetryInterval: Duration
  /**
   * Maximum wait before redialing.
   *
   * In ms; default 300000; at least 10, at most 86400000.
   */
  maxRetryInterval: Duration
  /**
   * Factor by which the wait grows with each attempt.
   *
   * Default 1.5; at least 1, at most 100.
   */
  retryBackoffFactor: Float
}
/** How often a link is redialed while the other router is not connected to the controller. */
export interface UnhealthyDialBackoff {
  /**
   * Minimum wait before redialing.
   *
   * In ms; default 60000; at least 10, at most 86400000.
   */
  minRetryInterval: Duration
  /**
   * Maximum wait before redialing.
   *
   * In ms; default 3600000; at least 10, at most 86400000.
   */
  maxRetryInterval: Duration
  /**
   * Factor by which the wait grows with each attempt.
   *
   * Default 10; at least 1, at most 100.
   */
  retryBackoffFactor: Float
}
/** Options of the channels that a link dialer opens. */
export interface LinkDialerOptions {
  /**
   * Maximum number of messages waiting to be sent; 4, the default, means 64.
   *
   * In messages; default 4; at most 35184372088819.
   */
  outQueueSize: number
  /**
   * Maximum number of connections waiting to be accepted.
   *
   * In connections; default 1.
   */
  maxQueuedConnects: number
  /**
   * Maximum number of handshakes in progress.
   *
   * In connections; default 16.
   */
  maxOutstandingConnects: number
  /**
   * Timeout for the handshake of a connection.
   *
   * In ms; default 5000; at least 30, at most 60000; only in releases >=2.1.0-pre2.
   */
  connectTimeout: Duration
  /**
   * Timeout for writing one message; 0 means no limit.
   *
   * In ms; default 0.
   */
  writeTimeout: Duration
}
/** Options of circuits. */
export interface XgressOptions {
  /**
   * Maximum payload size; larger payloads are split. 0 means that payloads are not split.
   *
   * In bytes; default 0; at least 0.
   */
  mtu: number
  /**
   * For tests: drop received payloads at random.
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
   * Maximum number of payloads waiting for a circuit; 0 means none.
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
   * Fraction of the acknowledged bytes that is added to the send window.
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
   * Meant for duplicate acknowledgments; read, but not used.
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
   * Initial wait before a payload is sent again.
   *
   * In ms; default 200.
   */
  retxStartMs: number
  /**
   * Wait before a payload is sent again, as a multiple of the measured round-trip time.
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
   * Maximum wait before a payload is sent again; 0 means no limit.
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
   * Timeout for outstanding payloads when a circuit closes.
   *
   * In ms; default 30000.
   */
  maxCloseWaitMs: number
  /**
   * Timeout for the controller to create a circuit.
   *
   * In ms; default 30000; more than 0.
   */
  getCircuitTimeout: Duration
  /**
   * A terminating circuit that has not started by then is closed; 1s or less turns the check off.
   *
   * In ms; default 180000.
   */
  circuitStartTimeout: Duration
  /**
   * Timeout for connecting to the service; 0 uses the timeout of the operating system.
   *
   * In ms; default 0.
   */
  connectTimeout: Duration
}
/** Certificates for WebSocket listeners. Default: those of the router. */
export interface WssIdentity {
  /** Client certificate. */
  cert?: Certificate
  /** Server certificate. */
  server_cert: Certificate
  /** Private key. */
  key?: Key
  /** Private key of the server certificate. */
  server_key?: Key
  /** CA bundle of trusted authorities. */
  ca: Certificate
  /** Further server certificates. */
  alt_server_certs?: AltServerCerts
}
/** HTTP proxy for outgoing connections. */
export interface HttpProxy {
  /** Kind of proxy. */
  type?: 'none' | 'http' | WithVariable
  /** HOST:PORT of the proxy. */
  address?: string
  /** User name for the proxy. */
  username?: string
  /** Password for the proxy; a dollar sign starts the name of an environment variable. */
  password?: string
}
