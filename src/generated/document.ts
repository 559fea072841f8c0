// Made by `npm run derive`; do not edit.

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
export type Duration = string
/** Path of a file, relative to the directory in which the router starts. */
export type Path = string
/** Boolean; any value is converted to a string and compared with true, ignoring case. */
export type Flag = boolean | string
/** Duration in Go notation; any value is converted to a string first. */
export type DurationText = string
/** One group or a list of groups. */
export type Groups = string | string[]
/** Options of edge connections: those of circuits and those of channels. */
export type EdgeOptions = XgressOptions & {
  /** Timeout for the handshake of an SDK connection; circuits read the same value. */
  connectTimeout?: Duration
  /** Maximum number of messages waiting to be sent. */
  outQueueSize?: number
  /** Maximum number of connections waiting to be accepted. */
  maxQueuedConnects?: number
  /** Maximum number of handshakes in progress. */
  maxOutstandingConnects?: number
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /** Timeout for writing one message; 0 means no limit. */
  writeTimeout?: Duration
  /** Timeout for looking up the API session of an SDK connection. */
  lookupApiSessionTimeout?: Duration
  /** Formerly the timeout for looking up a session; read, but not used. */
  lookupSessionTimeout?: Duration
}
/** Options of the tunneler: those of circuits and its own. */
export type TunnelOptions = XgressOptions & {
  /** What the tunneler does: host only hosts services, tproxy also intercepts traffic, proxy also listens on the ports in services; tproxy:PROGRAM diverts traffic with a program. */
  mode?: 'tproxy' | 'host' | 'proxy'
  /**
   * In mode proxy: services and the ports on which they are reachable.
   *
   * Items: SERVICE:PORT, optionally followed by :tcp or :udp.
   */
  services?: string[]
  /** Address of the DNS server in mode tproxy: udp://HOST:PORT, or file:// with a hosts file. */
  resolver?: string | string[]
  /** Upstream DNS servers for names that are not services: udp://HOST:PORT or tcp://HOST:PORT. */
  dnsUpstream?: string | string[]
  /** How the router queries several upstream DNS servers. */
  dnsUpstreamMode?: 'parallel' | 'serial' | 'failover' | 'random'
  /** Response to a query that cannot be answered. */
  dnsUnanswerable?: 'refused' | 'servfail' | 'timeout'
  /** Range of IP addresses for intercepted host names, as CIDR. */
  dnsSvcIpRange?: string
  /** Network interfaces whose traffic the router accepts in mode tproxy. */
  lanIf?: string | string[]
  /**
   * Formerly the interval between polls for services; read, but no longer used.
   *
   * @deprecated
   */
  svcPollRate?: Duration
  /** A UDP session that is idle for this long is closed. */
  udpIdleTimeout?: Duration
  /** Interval between checks for idle UDP sessions. */
  udpCheckInterval?: Duration
}

/** The file that `ziti router` reads. */
export interface RouterFile {
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
    /** Address of the controller. */
    endpoint?: Address
    /**
     * Addresses of the controllers; ignored if endpoint is set.
     *
     * Items: Address of a controller.
     */
    endpoints?: Address[]
    /** Options of the channel to a controller. */
    options?: CtrlChannelOptions
    /** Heartbeats on the channel to a controller. */
    heartbeats?: {
      /** Interval between heartbeats. */
      sendInterval?: Duration
      /** Interval between checks for heartbeat answers. */
      checkInterval?: Duration
      /** The channel is closed if no heartbeat is answered for this long; 0 or less turns this off. */
      closeUnresponsiveTimeout?: Duration
      /** A controller that answers later than this counts as unresponsive and is less preferred. */
      unresponsiveAfter?: Duration
    }
    /** Timeout for a request to a controller. */
    defaultRequestTimeout?: Duration
    /** The router stops if it has not reached a controller by then; 0 or less turns this off. */
    startupTimeout?: Duration
    /** File in which the router stores the addresses of the controllers; takes precedence over endpoint and endpoints. */
    endpointsFile?: Path
    /** Limits the requests to the controllers; the section requires minSize. */
    rateLimiter?: {
      /** Whether requests are limited. */
      enabled?: Flag
      /** Maximum window. */
      maxSize?: number
      /** Minimum window. */
      minSize: number
      /** Timeout for a rate-limited request. */
      timeout?: DurationText
      /** Success rate above which the window grows. */
      successThreshold?: number
      /** Factor by which the window grows. */
      increaseFactor?: number
      /** Factor by which the window shrinks. */
      decreaseFactor?: number
      /** Number of successes between checks whether the window can grow. */
      increaseCheckInterval?: number
      /** Number of failures between checks whether the window must shrink. */
      decreaseCheckInterval?: number
    }
    /**
     * Addresses on which the router listens for controllers.
     *
     * Items: Address on which controllers can dial the router.
     */
    listeners?: {
      /** Address to listen on. */
      bind: Address
      /** Address that the router advertises to controllers. Default: bind. */
      advertise?: Address
      /** Name of the network interface. Default: the interface with the address. */
      bindInterface?: string
      /** Groups of this listener. */
      groups?: Groups
      /** Options of the accepted channels. */
      options?: CtrlListenerOptions
    }[]
    /**
     * Directory of the endpoints file in releases before 1.4.
     *
     * @deprecated
     */
    dataDir?: Path
  }
  /** Certificate request (CSR) that the router sends when it enrolls or renews its certificates; takes precedence over edge.csr. */
  csr?: Csr
  /** Turns edge functionality on, even as an empty map {}; needs an edge listener. */
  edge?: {
    /**
     * Deprecated place of the csr section; ignored if there is a top-level csr.
     *
     * @deprecated
     */
    csr?: Csr
    /** File in which the router stores its copy of the data model. */
    db?: Path
    /** Interval between saves of the data model. */
    dbSaveIntervalSeconds?: number
    /** Interval between reports of active API sessions to the controller. */
    heartbeatIntervalSeconds?: number
    /** Number of sessions validated in one request. */
    sessionValidateChunkSize?: number
    /** Minimum interval between session validation requests. */
    sessionValidateMinInterval?: Duration
    /** Maximum interval between session validation requests. */
    sessionValidateMaxInterval?: Duration
    /** Forwards SDK requests to the API of a controller. */
    apiProxy?: {
      /** HOST:PORT on which the proxy listens. */
      listener: string
      /** HOST:PORT of the API of the controller. */
      upstream: string
    }
    /**
     * Belonged to the listener binding edge_wss; obsolete and ignored since.
     *
     * @deprecated
     */
    underlay_type?: {
      [k: string]: unknown
    }
    /**
     * Mentioned in documentation, but ignored by every release.
     *
     * @deprecated
     */
    disablePostureChecks?: {
      [k: string]: unknown
    }
  }
  /** Links to other routers. */
  link?: {
    /**
     * Addresses on which other routers can dial this one.
     *
     * Items: Address on which other routers can dial this one.
     */
    listeners?: {
      /** Kind of listener; only transport exists. */
      binding: 'transport'
      /** Address to listen on. */
      bind: Address
      /** Address that other routers dial. Default: bind. */
      advertise?: Address
      /** Name of the network interface. Default: the interface with the address. */
      bindInterface?: string
      /** Only dialers that share a group dial this listener. */
      groups?: Groups
      /**
       * Tags of the link without any effect; only read by releases before 2.1.
       *
       * @deprecated
       */
      costTags?: unknown[]
      /** Options of the accepted channels. */
      options?: LinkListenerOptions
      /** The name that root listeners have for bind; never read here. */
      address?: {
        [k: string]: unknown
      }
      /**
       * Old name of bind; obsolete and ignored.
       *
       * @deprecated
       */
      listener?: {
        [k: string]: unknown
      }
      /**
       * Has no effect; use groups to match dialers and listeners.
       *
       * @deprecated
       */
      type?: {
        [k: string]: unknown
      }
    }[]
    /**
     * How this router dials other routers.
     *
     * Items: How this router dials links to other routers.
     */
    dialers?: {
      /** Kind of dialer; only transport exists. */
      binding: 'transport'
      /** For links to routers before 1.6.6: whether payloads and acknowledgments use separate connections. */
      split?: boolean
      /** Name or IP address of the network interface from which other routers are dialed. */
      bind?: string
      /** New name of bind; takes precedence if both are set. */
      bindInterface?: string
      /** Only listeners that share a group are dialed. */
      groups?: Groups
      /** Maximum number of connections of a link for payloads. */
      maxDefaultConnections?: number
      /** Maximum number of connections of a link for acknowledgments only. */
      maxAckConnections?: number
      /** Delay before the additional connections of a link are dialed. */
      startupDelay?: Duration
      /** How often a link is redialed while the other router is connected to the controller. */
      healthyDialBackoff?: HealthyDialBackoff
      /** How often a link is redialed while the other router is not connected to the controller. */
      unhealthyDialBackoff?: UnhealthyDialBackoff
      /** Options of the dialed channels. */
      options?: LinkDialerOptions
      /**
       * Has no effect; use groups to match dialers and listeners.
       *
       * @deprecated
       */
      type?: {
        [k: string]: unknown
      }
    }[]
    /** Heartbeats on links; with the section, closeUnresponsiveTimeout defaults to 30s instead of 60s. */
    heartbeats?: {
      /** Interval between heartbeats; read, but heartbeats are always sent every 10s. */
      sendInterval?: Duration
      /** Interval between checks; read, but checks always happen every second. */
      checkInterval?: Duration
      /** A link is closed if no heartbeat is answered for this long, but never before 30s. */
      closeUnresponsiveTimeout?: Duration
    }
    /** Maximum number of payloads waiting to be sent over a link. */
    payloadSenderQueueSize?: number
    /** Maximum number of acknowledgments waiting to be sent over a link. */
    ackSenderQueueSize?: number
    /**
     * Link listener of file version 2; obsolete and ignored in version 3.
     *
     * @deprecated
     */
    listener?: {
      [k: string]: unknown
    }
    /**
     * Advertised address of file version 2; obsolete and ignored in version 3.
     *
     * @deprecated
     */
    advertise?: {
      [k: string]: unknown
    }
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
        options?: EdgeOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'tunnel'
        /** Options of the circuits that end here; read when the first one does. */
        options?: TunnelOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'transport'
        /** Options of the circuits that end here; read when the first one does. */
        options?: XgressOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'transport_udp'
        /** Options of the circuits that end here; read when the first one does. */
        options?: XgressOptions
      }
    | {
        /** Kind of dialer. */
        binding: 'edge_transport'
        /** Options of the circuits that end here; read when the first one does. */
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
        address: Address
        /** Options of edge connections. */
        options: EdgeOptions & {
          /** HOST:PORT that SDKs connect to; the certificates must cover the host. */
          advertise: string
        }
        /** Ignored here; only for proxy and proxy_udp listeners. */
        service?: {
          [k: string]: unknown
        }
        /**
         * Belonged to the listener binding edge_wss; obsolete and ignored since.
         *
         * @deprecated
         */
        identity?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Set `address`, the address to listen on, instead. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Use `options.advertise` instead. */
        advertise?: {
          [k: string]: unknown
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
        options?: TunnelOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
        /** Ignored here; only for proxy and proxy_udp listeners. */
        service?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. A tunneler does not listen on an address. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Only edge listeners advertise an address. */
        advertise?: {
          [k: string]: unknown
        }
      }
    | {
        /** Kind of listener. */
        binding: 'transport'
        /** Address to listen on. */
        address: Address
        /** Options of the circuits that start here. */
        options?: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
        /** Ignored here; only for proxy and proxy_udp listeners. */
        service?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Set `address`, the address to listen on, instead. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Only edge listeners advertise an address. */
        advertise?: {
          [k: string]: unknown
        }
      }
    | {
        /** Kind of listener. */
        binding: 'transport_udp'
        /** Address to listen on. */
        address: Address
        /** Options of the circuits that start here. */
        options?: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
        /** Ignored here; only for proxy and proxy_udp listeners. */
        service?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Set `address`, the address to listen on, instead. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Only edge listeners advertise an address. */
        advertise?: {
          [k: string]: unknown
        }
      }
    | {
        /** Kind of listener. */
        binding: 'proxy'
        /** Address to listen on. */
        address: Address
        /** Name of the service that connections are passed to. */
        service: string
        /** Options of the circuits that start here. */
        options?: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
        /** Appears in older documentation; the router never reads it. Set `address`, the address to listen on, instead. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Only edge listeners advertise an address. */
        advertise?: {
          [k: string]: unknown
        }
      }
    | {
        /** Kind of listener. */
        binding: 'proxy_udp'
        /** Address to listen on. */
        address: Address
        /** Name of the service that connections are passed to. */
        service: string
        /** Options of the circuits that start here. */
        options?: XgressOptions & {
          /** Not used here, but its host is still checked against the certificates. */
          advertise?: string
        }
        /** Appears in older documentation; the router never reads it. Set `address`, the address to listen on, instead. */
        bind?: {
          [k: string]: unknown
        }
        /** Appears in older documentation; the router never reads it. Only edge listeners advertise an address. */
        advertise?: {
          [k: string]: unknown
        }
      }
  )[]
  /** Payload forwarding: queues, workers and checks for faulty and idle circuits. */
  forwarder?: {
    /** Interval between reports of faulted circuits; 0 or less turns them off. */
    faultTxInterval?: number
    /** A circuit without traffic for this long counts as idle. */
    idleCircuitTimeout?: number
    /** Interval between checks whether idle circuits are still in use; 0 or less turns them off. */
    idleTxInterval?: number
    /** Maximum number of waiting link dials. */
    linkDialQueueLength?: number
    /** Number of parallel link dials. */
    linkDialWorkerCount?: number
    /** Maximum number of waiting rate-limited requests to the controller. */
    rateLimitedQueueLength?: number
    /** Number of parallel rate-limited requests to the controller. */
    rateLimitedWorkerCount?: number
    /** Checked when the router starts, but not used; use link.heartbeats.closeUnresponsiveTimeout. */
    unresponsiveLinkTimeout?: string | number
    /** Interval between checks before an idle circuit is removed. */
    xgressCloseCheckInterval?: number
    /** Delay before a service is dialed. */
    xgressDialDwellTime?: number
    /** Maximum number of waiting service dials. */
    xgressDialQueueLength?: number
    /** Number of parallel service dials. */
    xgressDialWorkerCount?: number
    /**
     * Formerly the interval between latency probes of links; obsolete and ignored, because heartbeats measure the latency.
     *
     * @deprecated
     */
    latencyProbeInterval?: {
      [k: string]: unknown
    }
    /**
     * Formerly the timeout for a latency probe; obsolete and ignored, because heartbeats measure the latency.
     *
     * @deprecated
     */
    latencyProbeTimeout?: {
      [k: string]: unknown
    }
    /**
     * Old name of idleCircuitTimeout, until 0.22; obsolete and ignored since.
     *
     * @deprecated
     */
    idleSessionTimeout?: {
      [k: string]: unknown
    }
  }
  /** Tuning of the protocols below the channels; not used for channels to controllers. */
  transport?: {
    /** Additional protocol name in TLS negotiation (ALPN); for internal use. */
    protocol?: string
    /** Timeout for the handshake of a dtls listener; 0 means the default. */
    handshakeTimeout?: Duration
    /** Tuning of dtls connections. */
    dtls?: {
      /** Maximum send rate. Default: no limit. */
      maxBytesPerSecond?: number
      /** Size of the write buffer of dialed connections. */
      writeBufferSize?: number
      /** Size of the read buffer of dialed connections. */
      readBufferSize?: number
    }
    /** Tuning of WebSocket listeners. */
    wss?: {
      /** Timeout for writing a message. */
      writeTimeout?: number
      /** Timeout for reading a request. */
      readTimeout?: number
      /** Timeout for idle connections. */
      idleTimeout?: number
      /** Timeout for the answer to a ping. */
      pongTimeout?: number
      /** Interval between pings; must be shorter than pongTimeout. */
      pingInterval?: number
      /** Timeout for the handshake. */
      handshakeTimeout?: number
      /** Size of the read buffer. */
      readBufferSize?: number
      /** Size of the write buffer. */
      writeBufferSize?: number
      /** Whether messages are compressed. */
      enableCompression?: boolean
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
      profile_version: 1
      /** The send window never shrinks below this. */
      tx_portal_min_sz?: number
      /** The send window never grows beyond this. */
      tx_portal_max_sz?: number
      /** Measurements of transwarp connections. */
      instrument?: {
        /** Kind of measurement: metrics collects samples, trace prints messages, nil does nothing. */
        name: 'metrics' | 'trace' | 'nil'
        /** Directory for the samples, and for the socket that serves them. */
        path?: string
        /** Interval between samples. */
        snapshot_ms?: number
        /** Whether samples are collected from the start. */
        enabled?: boolean
        /** Whether messages are printed. */
        wire?: boolean
        /** Whether acknowledgments and keepalives are printed. */
        control?: boolean
        /** Whether changes of the send window are printed. */
        tx_portal?: boolean
        /** Whether changes of the receive window are printed. */
        rx_portal?: boolean
        /** Whether errors are printed. */
        error?: boolean
      }
      /** Whether sequence numbers start at random. */
      randomize_seq?: boolean
      /** Timeout for the handshake. */
      connection_setup_timeout_ms?: number
      /** A connection without traffic for this long is closed. */
      connection_inactive_timeout_ms?: number
      /** Whether idle connections are kept alive. */
      send_keepalive?: boolean
      /** Timeout for outstanding data when a connection closes. */
      close_wait_ms?: number
      /** Interval between checks whether a connection can close. */
      close_check_ms?: number
      /** Size of the send window when a connection starts. */
      tx_portal_start_sz?: number
      /** Acknowledgments before the send window grows. */
      tx_portal_increase_thresh?: number
      /** Fraction of the acknowledged bytes that is added to the send window. */
      tx_portal_increase_scale?: number
      /** Duplicate acknowledgments before the send window shrinks. */
      tx_portal_dupack_thresh?: number
      /** Factor by which the send window shrinks after duplicate acknowledgments. */
      tx_portal_dupack_capacity_scale?: number
      /** Factor on the count of successes after duplicate acknowledgments. */
      tx_portal_dupack_success_scale?: number
      /** Retransmissions before the send window shrinks. */
      tx_portal_retx_thresh?: number
      /** Factor by which the send window shrinks after retransmissions. */
      tx_portal_retx_capacity_scale?: number
      /** Factor on the count of successes after retransmissions. */
      tx_portal_retx_success_scale?: number
      /** Weight of the data that waits at the receiver. */
      tx_portal_rx_sz_pressure_scale?: number
      /** Initial wait before data is sent again. */
      retx_start_ms?: number
      /** Factor on the measured round trip that gives the wait before data is sent again. */
      retx_scale?: number
      /** Minimum of retx_scale. */
      retx_scale_floor?: number
      /** Constant added to the wait before data is sent again. */
      retx_add_ms?: number
      /** Interval between adjustments of retx_scale. */
      retx_evaluation_ms?: number
      /** Step by which retx_scale grows. */
      retx_evaluation_scale_incr?: number
      /** Step by which retx_scale shrinks. */
      retx_evaluation_scale_decr?: number
      /** Data due within this time is sent again together. */
      retx_batch_ms?: number
      /** Interval between measurements of the round trip. */
      rtt_probe_ms?: number
      /** Number of measurements in the average round trip. */
      rtt_probe_avg?: number
      /** Drop of the receive window from which it is reported at once. */
      rx_portal_sz_pacing_thresh?: number
      /** Maximum size of the data in one message. */
      max_segment_sz?: number
      /** Size of pooled buffers. */
      pool_buffer_sz?: number
      /** Receive buffer of the socket. */
      rx_buffer_sz?: number
      /** Send buffer of the socket. */
      tx_buffer_sz?: number
      /** Maximum number of messages in the send window. */
      tx_portal_tree_len?: number
      /** Maximum number of messages waiting to be sent again. */
      retx_monitor_tree_len?: number
      /** Maximum number of messages in the receive window. */
      rx_portal_tree_len?: number
      /** Maximum number of connections of a listener. */
      listener_peers_tree_len?: number
      /** Maximum number of pieces of data waiting to be read. */
      reads_queue_len?: number
      /** Maximum number of messages waiting at a listener. */
      listener_rx_queue_len?: number
      /** Maximum number of connections waiting to be accepted. */
      accept_queue_len?: number
    }
    /**
     * Settings of an older protocol; obsolete and ignored since 0.30.
     *
     * @deprecated
     */
    westworld2?: {
      [k: string]: unknown
    }
    /** Ignored; use wss to tune WebSocket listeners. */
    ws?: {
      [k: string]: unknown
    }
  }
  /** Settings of all TLS listeners. */
  tls?: {
    /** Timeout for a TLS handshake; 0 means the default. */
    handshakeTimeout?: DurationText
  }
  /** HTTP proxy for the channels to controllers and for links. */
  proxy?: HttpProxy
  /** Usage reports to the controller. */
  metrics?: {
    /** Interval between reports. */
    reportInterval?: Duration
    /** Minimum age of a batch before it is sent; 0 or less means the default. */
    intervalAgeThreshold?: Duration
    /** Maximum number of reports waiting to be sent. */
    messageQueueSize?: number
    /** Maximum number of usage events waiting to be counted. */
    eventQueueSize?: number
    /** Whether the delay of payloads is measured. */
    enableDataDelayMetric?: Flag
  }
  /** Checks whose results the health-checks API reports. */
  healthChecks?: {
    /** Whether a controller answers. */
    ctrlPingCheck?: {
      /** Interval between checks. */
      interval?: DurationText
      /** Timeout for the answer. */
      timeout?: DurationText
      /** Delay before the first check. */
      initialDelay?: DurationText
    }
    /** Whether there are enough links. */
    linkCheck?: {
      /** Interval between checks. */
      interval?: DurationText
      /** Minimum number of links; with 0 the check only reports them. */
      minLinks?: number
      /** Delay before the first check. */
      initialDelay?: DurationText
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
      binding: 'health-checks'
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
      interface: string
      /** HOST:PORT that clients use. */
      address: string
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
        /** Read, but not used. */
        tlsClientAuthenticationPolicy?:
          | 'NoClientCert'
          | 'RequestClientCert'
          | 'RequireAnyClientCert'
          | 'VerifyClientCertIfGiven'
          | 'RequireAndVerifyClientCert'
        /** Options of the listener. */
        listenOptions?: {
          /** Whether the edge identity is used as terminator identity. */
          bindUsingEdgeIdentity?: boolean
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
    options?: {
      /** Timeout for reading a request. */
      readTimeout?: Duration
      /** Timeout for idle connections. */
      idleTimeout?: Duration
      /** Timeout for writing a response. */
      writeTimeout?: Duration
      /** Minimum TLS version. */
      minTLSVersion?: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
      /** Maximum TLS version. */
      maxTLSVersion?: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
    }
  }[]
  /** Reports to the controller about connected identities. */
  connectEvents?: {
    /** Whether reports are sent. */
    enabled?: Flag
    /** Interval between reports of changes. */
    batchInterval?: Duration
    /** Interval between complete reports. */
    fullSyncInterval?: Duration
    /** Maximum number of events waiting for the next report. */
    maxQueuedEvents?: number
  }
  /** Reports to the controller of the network interfaces of the router. */
  interfaceDiscovery?: {
    /** Whether reports are off. */
    disabled?: Flag
    /** Interval between checks of the interfaces. */
    checkInterval?: Duration
    /** Interval between reports if nothing changed. */
    minReportInterval?: Duration
  }
  /** Lets the controller supply parts of the configuration. */
  managedConfig?: {
    /**
     * Kinds of configuration to accept; all accepts every kind.
     *
     * Items: Kind of configuration, for example router.link.
     */
    allow?: string[]
  }
  /**
   * Paths of plugins that are loaded when the router starts.
   *
   * Items: Path of a plugin.
   */
  plugins?: Path[]
  /** Profiles of the running router, for debugging. */
  profile?: {
    /** Memory profiles. */
    memory?: {
      /** File to write the profile to. Without it, the router writes no profile. */
      path?: Path
      /** Interval between profiles. */
      intervalMs?: number
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
    path?: Path
  }
  /** Whether the running router accepts debugging operations. */
  enableDebugOps?: boolean
  /** Reserved: the router stores the path of the file here. */
  '@file'?: {
    [k: string]: unknown
  }
  /**
   * Settings for early controller clusters; only read by releases before 1.3.
   *
   * @deprecated
   */
  ha?: {
    /** Whether the router follows the data model. */
    enabled?: Flag
  }
  /**
   * Old name of healthChecks; obsolete and ignored since 0.20.
   *
   * @deprecated
   */
  healthCheck?: {
    [k: string]: unknown
  }
  /** Ignored at the top level; move it under identity. */
  alt_server_certs?: {
    [k: string]: unknown
  }
}
/** Options of the channel to a controller. */
export interface CtrlChannelOptions {
  /** Maximum number of messages waiting to be sent. */
  outQueueSize?: number
  /** Maximum number of connections waiting to be accepted. */
  maxQueuedConnects?: number
  /** Maximum number of handshakes in progress. */
  maxOutstandingConnects?: number
  /** Timeout for the handshake of a connection. */
  connectTimeout?: Duration
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /** Timeout for writing one message; 0 means no limit. */
  writeTimeout?: Duration
}
/** Options of channels that controllers open; limits are not checked when the router starts. */
export interface CtrlListenerOptions {
  /** Maximum number of messages waiting to be sent. */
  outQueueSize?: number
  /** Maximum number of connections waiting to be accepted. */
  maxQueuedConnects?: number
  /** Maximum number of handshakes in progress. */
  maxOutstandingConnects?: number
  /** Timeout for the handshake of a connection. */
  connectTimeout?: Duration
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /** Timeout for writing one message; 0 means no limit. */
  writeTimeout?: Duration
}
/** Certificate request (CSR) that the router sends when it enrolls or renews its certificates. */
export interface Csr {
  /** Country of the certificate subject. */
  country?: string
  /** State or province of the certificate subject. */
  province?: string
  /** City of the certificate subject. */
  locality?: string
  /** Organization of the certificate subject. */
  organization?: string
  /** Unit within the organization of the certificate subject. */
  organizationalUnit?: string
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
    /** Where the router keeps the parsed addresses; internal, write `ip`. */
    IpAddressesParsed?: unknown[][]
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
  /** Maximum number of messages waiting to be sent; 4, the default, means 64. */
  outQueueSize?: number
  /** Maximum number of connections waiting to be accepted. */
  maxQueuedConnects?: number
  /** Maximum number of handshakes in progress. */
  maxOutstandingConnects?: number
  /** Timeout for the handshake of a connection. */
  connectTimeout?: Duration
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /** Timeout for writing one message; 0 means no limit. */
  writeTimeout?: Duration
}
/** How often a link is redialed while the other router is connected to the controller. */
export interface HealthyDialBackoff {
  /** Minimum wait before redialing. */
  minRetryInterval?: Duration
  /** Maximum wait before redialing. */
  maxRetryInterval?: Duration
  /** Factor by which the wait grows with each attempt. */
  retryBackoffFactor?: number
}
/** How often a link is redialed while the other router is not connected to the controller. */
export interface UnhealthyDialBackoff {
  /** Minimum wait before redialing. */
  minRetryInterval?: Duration
  /** Maximum wait before redialing. */
  maxRetryInterval?: Duration
  /** Factor by which the wait grows with each attempt. */
  retryBackoffFactor?: number
}
/** Options of the channels that a link dialer opens. */
export interface LinkDialerOptions {
  /** Maximum number of messages waiting to be sent; 4, the default, means 64. */
  outQueueSize?: number
  /** Maximum number of connections waiting to be accepted. */
  maxQueuedConnects?: number
  /** Maximum number of handshakes in progress. */
  maxOutstandingConnects?: number
  /** Timeout for the handshake of a connection. */
  connectTimeout?: Duration
  /**
   * Deprecated form of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /** Timeout for writing one message; 0 means no limit. */
  writeTimeout?: Duration
}
/** Options of circuits. */
export interface XgressOptions {
  /** Maximum payload size; larger payloads are split. 0 means that payloads are not split. */
  mtu?: number
  /** For tests: drop received payloads at random. */
  randomDrops?: boolean
  /** With randomDrops: one in this many payloads is dropped. */
  drop1InN?: number
  /** Maximum number of payloads waiting for a circuit; 0 means none. */
  txQueueSize?: number
  /** Size of the send window when a circuit starts. */
  txPortalStartSize?: number
  /** The send window never shrinks below this. */
  txPortalMinSize?: number
  /** The send window never grows beyond this. */
  txPortalMaxSize?: number
  /** Acknowledgments before the send window grows. */
  txPortalIncreaseThresh?: number
  /** Fraction of the acknowledged bytes that is added to the send window. */
  txPortalIncreaseScale?: number
  /** Retransmissions before the send window shrinks. */
  txPortalRetxThresh?: number
  /** Factor by which the send window shrinks after retransmissions. */
  txPortalRetxScale?: number
  /** Duplicate acknowledgments before retransmissions slow down. */
  txPortalDupAckThresh?: number
  /** Meant for duplicate acknowledgments; read, but not used. */
  txPortalDupAckScale?: number
  /** Receive buffer beyond which further payloads are dropped. */
  rxBufferSize?: number
  /** Initial wait before a payload is sent again. */
  retxStartMs?: number
  /** Wait before a payload is sent again, as a multiple of the measured round-trip time. */
  retxScale?: number
  /** Constant added to the wait before a payload is sent again. */
  retxAddMs?: number
  /** Maximum wait before a payload is sent again; 0 means no limit. */
  retxMaxMs?: number
  /** A single measurement may raise the round trip estimate by at most this factor; 0 means no limit. */
  maxRttScale?: number
  /** Timeout for outstanding payloads when a circuit closes. */
  maxCloseWaitMs?: number
  /** Timeout for the controller to create a circuit. */
  getCircuitTimeout?: Duration
  /** A terminating circuit that has not started by then is closed; 1s or less turns the check off. */
  circuitStartTimeout?: Duration
  /** Timeout for connecting to the service; 0 uses the timeout of the operating system. */
  connectTimeout?: Duration
  /**
   * Old name of getCircuitTimeout, until 0.22; obsolete and ignored since.
   *
   * @deprecated
   */
  getSessionTimeout?: {
    [k: string]: unknown
  }
  /**
   * Old name of circuitStartTimeout, until 0.22; obsolete and ignored since.
   *
   * @deprecated
   */
  sessionStartTimeout?: {
    [k: string]: unknown
  }
  /**
   * Formerly turned retransmission off; since 0.17 it is always on.
   *
   * @deprecated
   */
  retransmission?: {
    [k: string]: unknown
  }
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
  type: 'none' | 'http'
  /** HOST:PORT of the proxy. */
  address?: string
  /** User name for the proxy. */
  username?: string
  /** Password for the proxy; a dollar sign starts the name of an environment variable. */
  password?: string
}
