// Made by `npm run derive`; do not edit.

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
export type Duration = string
/**
 * Path of a file, relative to the folder in which the router starts.
 */
export type Path = string
/**
 * Switch; any value is printed as text and compared with true, ignoring case.
 */
export type Flag = boolean | string
/**
 * Length of time in Go notation; any value is printed as text and then read.
 */
export type DurationText = string
/**
 * One group or a list of groups.
 */
export type Groups = string | string[]
/**
 * Options of edge connections: those of circuits and those of channels.
 */
export type EdgeOptions = XgressOptions & {
  /**
   * Longest wait for the handshake of an SDK connection; circuits read the same text.
   */
  connectTimeout?: Duration
  /**
   * Messages that may wait to be sent.
   */
  outQueueSize?: number
  /**
   * Connections that may wait to be accepted.
   */
  maxQueuedConnects?: number
  /**
   * Connections whose handshake may be under way at once.
   */
  maxOutstandingConnects?: number
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   */
  writeTimeout?: Duration
  /**
   * Longest wait until the API session of an SDK connection is known.
   */
  lookupApiSessionTimeout?: Duration
  /**
   * Once the wait for a session; read, but used by no code.
   */
  lookupSessionTimeout?: Duration
}
/**
 * Options of the tunneler: those of circuits and its own.
 */
export type TunnelOptions = XgressOptions & {
  /**
   * What the tunneler does: host offers services, tproxy also intercepts traffic, proxy also listens on given ports; tproxy:PROGRAM diverts with a program.
   */
  mode?: 'tproxy' | 'host' | 'proxy'
  /**
   * In mode proxy: which service is reachable on which port.
   *
   * Items: SERVICE:PORT, optionally followed by :tcp or :udp.
   */
  services?: string[]
  /**
   * Where the nameserver of mode tproxy listens: udp://HOST:PORT, or file:// with a hosts file.
   */
  resolver?: string | string[]
  /**
   * Nameservers asked for names that are no service: udp://HOST:PORT or tcp://HOST:PORT.
   */
  dnsUpstream?: string | string[]
  /**
   * How several upstream nameservers are asked.
   */
  dnsUpstreamMode?: 'parallel' | 'serial' | 'failover' | 'random'
  /**
   * What a client hears for a name that cannot be answered.
   */
  dnsUnanswerable?: 'refused' | 'servfail' | 'timeout'
  /**
   * Addresses from which intercepted host names get theirs, as CIDR.
   */
  dnsSvcIpRange?: string
  /**
   * Network interfaces whose traffic mode tproxy lets in.
   */
  lanIf?: string | string[]
  /**
   * Once the wait between polls for services; still read, no longer used.
   *
   * @deprecated
   */
  svcPollRate?: Duration
  /**
   * A UDP conversation that is idle for so long ends; without it, 5m.
   */
  udpIdleTimeout?: Duration
  /**
   * Wait between checks for idle UDP conversations; without it, 30s.
   */
  udpCheckInterval?: Duration
}

/**
 * The file that `ziti router` reads.
 */
export interface RouterFile {
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
     * Address of the controller.
     */
    endpoint?: Address
    /**
     * Addresses of the controllers; not read when endpoint is given.
     *
     * Items: Address of a controller.
     */
    endpoints?: Address[]
    /**
     * Options of the channel to a controller.
     */
    options?: CtrlChannelOptions
    /**
     * Heartbeats on the channel to a controller.
     */
    heartbeats?: {
      /**
       * Wait between heartbeats.
       */
      sendInterval?: Duration
      /**
       * Wait between checks for answers.
       */
      checkInterval?: Duration
      /**
       * The channel is closed when no heartbeat was answered for so long; 0 or less switches this off.
       */
      closeUnresponsiveTimeout?: Duration
      /**
       * A controller that answers later than this is preferred less.
       */
      unresponsiveAfter?: Duration
    }
    /**
     * Longest wait for the answer to a request.
     */
    defaultRequestTimeout?: Duration
    /**
     * The router stops when it has reached no controller by then; 0 or less switches this off.
     */
    startupTimeout?: Duration
    /**
     * File in which the router keeps the addresses of the controllers; what it holds wins over endpoint and endpoints.
     */
    endpointsFile?: Path
    /**
     * Limits the requests to the controllers; once the section is there, minSize must be given.
     */
    rateLimiter?: {
      /**
       * Whether requests are limited.
       */
      enabled?: Flag
      /**
       * Largest window.
       */
      maxSize?: number
      /**
       * Smallest window.
       */
      minSize: number
      /**
       * Longest wait for the answer to a limited request.
       */
      timeout?: DurationText
      /**
       * Rate of successes from which the window grows.
       */
      successThreshold?: number
      /**
       * Factor by which the window grows.
       */
      increaseFactor?: number
      /**
       * Factor by which the window shrinks.
       */
      decreaseFactor?: number
      /**
       * Successes between looks at whether to grow.
       */
      increaseCheckInterval?: number
      /**
       * Failures between looks at whether to shrink.
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
      bind: Address
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
      groups?: Groups
      /**
       * Options of the accepted channels.
       */
      options?: CtrlListenerOptions
    }[]
    /**
     * Folder of the endpoints file in releases before 1.4.
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
     * Older place of the csr section; not read where there is one at the root.
     *
     * @deprecated
     */
    csr?: Csr
    /**
     * File in which the router keeps its copy of the data model.
     */
    db?: Path
    /**
     * Wait between saves of the data model.
     */
    dbSaveIntervalSeconds?: number
    /**
     * Wait between reports of active API sessions to the controller.
     */
    heartbeatIntervalSeconds?: number
    /**
     * Sessions that are validated in one request.
     */
    sessionValidateChunkSize?: number
    /**
     * Shortest wait between requests that validate sessions.
     */
    sessionValidateMinInterval?: Duration
    /**
     * Longest wait between requests that validate sessions.
     */
    sessionValidateMaxInterval?: Duration
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
    /**
     * Came with the listener binding edge_wss; read by no release since.
     *
     * @deprecated
     */
    underlay_type?: {
      [k: string]: unknown
    }
    /**
     * Named in documentation; read by no release.
     *
     * @deprecated
     */
    disablePostureChecks?: {
      [k: string]: unknown
    }
  }
  /**
   * Links to other routers.
   */
  link?: {
    /**
     * Where other routers may dial this one.
     *
     * Items: Address on which other routers may dial this one.
     */
    listeners?: {
      /**
       * Kind of listener; only transport exists.
       */
      binding: 'transport'
      /**
       * Address to listen on.
       */
      bind: Address
      /**
       * Address that other routers dial; without it that of bind.
       */
      advertise?: Address
      /**
       * Name of the network interface; without it the one that owns the address.
       */
      bindInterface?: string
      /**
       * Only dialers that share a group dial this listener.
       */
      groups?: Groups
      /**
       * Tags of the link that no release acts upon; read by releases before 2.1 only.
       *
       * @deprecated
       */
      costTags?: unknown[]
      /**
       * Options of the accepted channels.
       */
      options?: LinkListenerOptions
      /**
       * Older name of bind; read by no release since.
       *
       * @deprecated
       */
      listener?: {
        [k: string]: unknown
      }
      /**
       * Never acted upon; groups is what matches dialers and listeners.
       *
       * @deprecated
       */
      type?: {
        [k: string]: unknown
      }
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
      binding: 'transport'
      /**
       * Towards routers before 1.6.6: payloads and acknowledgments on connections of their own.
       */
      split?: boolean
      /**
       * Name or IP address of the network interface from which other routers are dialed.
       */
      bind?: string
      /**
       * Newer spelling of bind; wins when both are given.
       */
      bindInterface?: string
      /**
       * Only listeners that share a group are dialed.
       */
      groups?: Groups
      /**
       * Connections of a link that carry payloads.
       */
      maxDefaultConnections?: number
      /**
       * Connections of a link that carry acknowledgments only.
       */
      maxAckConnections?: number
      /**
       * Wait before the further connections of a link are dialed.
       */
      startupDelay?: Duration
      /**
       * How often a link is dialed again while the other router is connected to the controller.
       */
      healthyDialBackoff?: HealthyDialBackoff
      /**
       * How often a link is dialed again while the other router is not connected to the controller.
       */
      unhealthyDialBackoff?: UnhealthyDialBackoff
      /**
       * Options of the dialed channels.
       */
      options?: LinkDialerOptions
    }[]
    /**
     * Heartbeats on links; with the section, closeUnresponsiveTimeout defaults to 30s instead of 60s.
     */
    heartbeats?: {
      /**
       * Wait between heartbeats; read, but they are sent every 10s in any case.
       */
      sendInterval?: Duration
      /**
       * Wait between checks; read, but they happen every second in any case.
       */
      checkInterval?: Duration
      /**
       * A link is closed when nothing was answered for so long, but never before 30s.
       */
      closeUnresponsiveTimeout?: Duration
    }
    /**
     * Payloads that may wait to be sent over a link.
     */
    payloadSenderQueueSize?: number
    /**
     * Acknowledgments that may wait to be sent over a link.
     */
    ackSenderQueueSize?: number
    /**
     * Link listener of file version 2; read by no release of version 3.
     *
     * @deprecated
     */
    listener?: {
      [k: string]: unknown
    }
    /**
     * Advertised address of file version 2; read by no release of version 3.
     *
     * @deprecated
     */
    advertise?: {
      [k: string]: unknown
    }
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
        options?: EdgeOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'tunnel'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options?: TunnelOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options?: XgressOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'transport_udp'
        /**
         * Options of the circuits that end here; first read when one does.
         */
        options?: XgressOptions
      }
    | {
        /**
         * Kind of entry.
         */
        binding: 'edge_transport'
        /**
         * Options of the circuits that end here; first read when one does.
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
        address: Address
        /**
         * Options of edge connections.
         */
        options: EdgeOptions & {
          /**
           * HOST:PORT that SDKs connect to; the certificates must cover the host.
           */
          advertise: string
        }
        /**
         * Only proxy and proxy_udp listeners have it.
         */
        service?: {
          [k: string]: unknown
        }
        /**
         * Came with the listener binding edge_wss; read by no release since.
         *
         * @deprecated
         */
        identity?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. The address to listen on is address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. The advertised address is options.advertise.
         */
        advertise?: {
          [k: string]: unknown
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
        options?: TunnelOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
        /**
         * Only proxy and proxy_udp listeners have it.
         */
        service?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. A tunneler listens on no address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. Only edge listeners advertise an address.
         */
        advertise?: {
          [k: string]: unknown
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
        options?: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
        /**
         * Only proxy and proxy_udp listeners have it.
         */
        service?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. The address to listen on is address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. Only edge listeners advertise an address.
         */
        advertise?: {
          [k: string]: unknown
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
        address: Address
        /**
         * Options of the circuits that start here.
         */
        options?: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
        /**
         * Only proxy and proxy_udp listeners have it.
         */
        service?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. The address to listen on is address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. Only edge listeners advertise an address.
         */
        advertise?: {
          [k: string]: unknown
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
        options?: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
        /**
         * Named in a specification; read by no release here. The address to listen on is address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. Only edge listeners advertise an address.
         */
        advertise?: {
          [k: string]: unknown
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
        address: Address
        /**
         * Name of the service that connections are passed to.
         */
        service: string
        /**
         * Options of the circuits that start here.
         */
        options?: XgressOptions & {
          /**
           * Not used here, but its host is still checked against the certificates.
           */
          advertise?: string
        }
        /**
         * Named in a specification; read by no release here. The address to listen on is address.
         */
        bind?: {
          [k: string]: unknown
        }
        /**
         * Named in a specification; read by no release here. Only edge listeners advertise an address.
         */
        advertise?: {
          [k: string]: unknown
        }
      }
  )[]
  /**
   * Forwarding of payloads: queues, workers and the checks for faulty and idle circuits.
   */
  forwarder?: {
    /**
     * Wait between reports of faulted circuits; 0 or less switches them off.
     */
    faultTxInterval?: number
    /**
     * A circuit without traffic for so long counts as idle.
     */
    idleCircuitTimeout?: number
    /**
     * Wait between checks whether idle circuits are still in use; 0 or less switches them off.
     */
    idleTxInterval?: number
    /**
     * Link dials that may wait.
     */
    linkDialQueueLength?: number
    /**
     * Link dials that run at once.
     */
    linkDialWorkerCount?: number
    /**
     * Rate limited requests to the controller that may wait.
     */
    rateLimitedQueueLength?: number
    /**
     * Rate limited requests to the controller that run at once.
     */
    rateLimitedWorkerCount?: number
    /**
     * Checked when the file is loaded, used by no code; link.heartbeats.closeUnresponsiveTimeout is the working setting.
     */
    unresponsiveLinkTimeout?: string | number
    /**
     * Wait between checks before an idle circuit is removed.
     */
    xgressCloseCheckInterval?: number
    /**
     * Wait before a service is dialed.
     */
    xgressDialDwellTime?: number
    /**
     * Dials of services that may wait.
     */
    xgressDialQueueLength?: number
    /**
     * Dials of services that run at once.
     */
    xgressDialWorkerCount?: number
    /**
     * Once the wait between latency probes of links; no longer read, as heartbeats measure the latency.
     *
     * @deprecated
     */
    latencyProbeInterval?: {
      [k: string]: unknown
    }
    /**
     * Once the longest wait for a latency probe; no longer read, as heartbeats measure the latency.
     *
     * @deprecated
     */
    latencyProbeTimeout?: {
      [k: string]: unknown
    }
    /**
     * Name of idleCircuitTimeout before 0.22; read by no release since.
     *
     * @deprecated
     */
    idleSessionTimeout?: {
      [k: string]: unknown
    }
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
     */
    handshakeTimeout?: Duration
    /**
     * Tuning of dtls connections.
     */
    dtls?: {
      /**
       * Limit of what is sent; without it there is none.
       */
      maxBytesPerSecond?: number
      /**
       * Size of the write buffer of dialed connections.
       */
      writeBufferSize?: number
      /**
       * Size of the read buffer of dialed connections.
       */
      readBufferSize?: number
    }
    /**
     * Tuning of websocket listeners.
     */
    wss?: {
      /**
       * Longest time to write a message.
       */
      writeTimeout?: number
      /**
       * Longest time to read a request.
       */
      readTimeout?: number
      /**
       * Longest time a connection may stay idle.
       */
      idleTimeout?: number
      /**
       * Longest wait for the answer to a ping.
       */
      pongTimeout?: number
      /**
       * Wait between pings; must be shorter than pongTimeout to be of use.
       */
      pingInterval?: number
      /**
       * Longest wait for the handshake.
       */
      handshakeTimeout?: number
      /**
       * Size of the read buffer.
       */
      readBufferSize?: number
      /**
       * Size of the write buffer.
       */
      writeBufferSize?: number
      /**
       * Whether messages are compressed.
       */
      enableCompression?: boolean
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
      profile_version: 1
      /**
       * The send window never shrinks below this.
       */
      tx_portal_min_sz?: number
      /**
       * The send window never grows beyond this.
       */
      tx_portal_max_sz?: number
      /**
       * What is measured of transwarp connections.
       */
      instrument?: {
        /**
         * Kind of measurement: metrics collects samples, trace prints messages, nil does nothing.
         */
        name: 'metrics' | 'trace' | 'nil'
        /**
         * Folder for the samples, and for the socket through which they are asked for.
         */
        path?: string
        /**
         * Wait between samples.
         */
        snapshot_ms?: number
        /**
         * Whether samples are collected from the start.
         */
        enabled?: boolean
        /**
         * Whether messages are printed.
         */
        wire?: boolean
        /**
         * Whether acknowledgments and keepalives are printed.
         */
        control?: boolean
        /**
         * Whether changes of the send window are printed.
         */
        tx_portal?: boolean
        /**
         * Whether changes of the receive window are printed.
         */
        rx_portal?: boolean
        /**
         * Whether errors are printed.
         */
        error?: boolean
      }
      /**
       * Whether sequence numbers start at random.
       */
      randomize_seq?: boolean
      /**
       * Longest wait for the handshake.
       */
      connection_setup_timeout_ms?: number
      /**
       * A connection without traffic for so long is closed.
       */
      connection_inactive_timeout_ms?: number
      /**
       * Whether idle connections are kept alive.
       */
      send_keepalive?: boolean
      /**
       * Longest wait for outstanding data when a connection closes.
       */
      close_wait_ms?: number
      /**
       * Wait between checks whether a connection may close.
       */
      close_check_ms?: number
      /**
       * Size of the send window when a connection starts.
       */
      tx_portal_start_sz?: number
      /**
       * Acknowledgments before the send window grows.
       */
      tx_portal_increase_thresh?: number
      /**
       * Share of the acknowledged bytes that is added to the send window.
       */
      tx_portal_increase_scale?: number
      /**
       * Duplicate acknowledgments before the send window shrinks.
       */
      tx_portal_dupack_thresh?: number
      /**
       * Factor by which the send window shrinks after duplicate acknowledgments.
       */
      tx_portal_dupack_capacity_scale?: number
      /**
       * Factor on the count of successes after duplicate acknowledgments.
       */
      tx_portal_dupack_success_scale?: number
      /**
       * Retransmissions before the send window shrinks.
       */
      tx_portal_retx_thresh?: number
      /**
       * Factor by which the send window shrinks after retransmissions.
       */
      tx_portal_retx_capacity_scale?: number
      /**
       * Factor on the count of successes after retransmissions.
       */
      tx_portal_retx_success_scale?: number
      /**
       * Weight of what waits at the receiver.
       */
      tx_portal_rx_sz_pressure_scale?: number
      /**
       * First wait before data is sent again.
       */
      retx_start_ms?: number
      /**
       * Factor on the measured round trip that gives the wait before data is sent again.
       */
      retx_scale?: number
      /**
       * Smallest such factor.
       */
      retx_scale_floor?: number
      /**
       * Constant added to the wait before data is sent again.
       */
      retx_add_ms?: number
      /**
       * Wait between adjustments of the factor.
       */
      retx_evaluation_ms?: number
      /**
       * Step by which the factor grows.
       */
      retx_evaluation_scale_incr?: number
      /**
       * Step by which the factor shrinks.
       */
      retx_evaluation_scale_decr?: number
      /**
       * Data due within this time is sent again together.
       */
      retx_batch_ms?: number
      /**
       * Wait between measurements of the round trip.
       */
      rtt_probe_ms?: number
      /**
       * Measurements that the round trip is averaged over.
       */
      rtt_probe_avg?: number
      /**
       * Drop of the receive window from which it is reported at once.
       */
      rx_portal_sz_pacing_thresh?: number
      /**
       * Largest piece of data in one message.
       */
      max_segment_sz?: number
      /**
       * Size of pooled buffers.
       */
      pool_buffer_sz?: number
      /**
       * Receive buffer of the socket.
       */
      rx_buffer_sz?: number
      /**
       * Send buffer of the socket.
       */
      tx_buffer_sz?: number
      /**
       * Messages that the send window can hold.
       */
      tx_portal_tree_len?: number
      /**
       * Messages that can wait to be sent again.
       */
      retx_monitor_tree_len?: number
      /**
       * Messages that the receive window can hold.
       */
      rx_portal_tree_len?: number
      /**
       * Connections that a listener can hold.
       */
      listener_peers_tree_len?: number
      /**
       * Pieces of data that may wait to be read.
       */
      reads_queue_len?: number
      /**
       * Messages that may wait at a listener.
       */
      listener_rx_queue_len?: number
      /**
       * Connections that may wait to be accepted.
       */
      accept_queue_len?: number
    }
    /**
     * Tuned an older protocol; read by no release since 0.30.
     *
     * @deprecated
     */
    westworld2?: {
      [k: string]: unknown
    }
    /**
     * Never read; websocket listeners are tuned by wss.
     */
    ws?: {
      [k: string]: unknown
    }
  }
  /**
   * Settings of all TLS listeners.
   */
  tls?: {
    /**
     * Longest wait for a TLS handshake; 0 means the default.
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
  metrics?: {
    /**
     * Wait between reports.
     */
    reportInterval?: Duration
    /**
     * Age that a batch must have before it is sent; 0 or less means the default.
     */
    intervalAgeThreshold?: Duration
    /**
     * Reports that may wait to be sent.
     */
    messageQueueSize?: number
    /**
     * Usage events that may wait to be counted.
     */
    eventQueueSize?: number
    /**
     * Whether the delay of payloads is measured.
     */
    enableDataDelayMetric?: Flag
  }
  /**
   * Checks whose results the health-checks API reports.
   */
  healthChecks?: {
    /**
     * Whether a controller answers.
     */
    ctrlPingCheck?: {
      /**
       * Wait between checks.
       */
      interval?: DurationText
      /**
       * Longest wait for an answer.
       */
      timeout?: DurationText
      /**
       * Wait before the first check.
       */
      initialDelay?: DurationText
    }
    /**
     * Whether there are enough links.
     */
    linkCheck?: {
      /**
       * Wait between checks.
       */
      interval?: DurationText
      /**
       * Links that are needed; with 0 the check only reports them.
       */
      minLinks?: number
      /**
       * Wait before the first check.
       */
      initialDelay?: DurationText
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
      binding: 'health-checks'
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
      interface: string
      /**
       * HOST:PORT that clients use.
       */
      address: string
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
         */
        tlsClientAuthenticationPolicy?:
          | 'NoClientCert'
          | 'RequestClientCert'
          | 'RequireAnyClientCert'
          | 'VerifyClientCertIfGiven'
          | 'RequireAndVerifyClientCert'
        /**
         * Options of the listener.
         */
        listenOptions?: {
          /**
           * Whether the edge identity is used as terminator identity.
           */
          bindUsingEdgeIdentity?: boolean
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
    options?: {
      /**
       * Longest time to read a request.
       */
      readTimeout?: Duration
      /**
       * Longest time a connection may stay idle.
       */
      idleTimeout?: Duration
      /**
       * Longest time to write an answer.
       */
      writeTimeout?: Duration
      /**
       * Oldest version of TLS that is accepted.
       */
      minTLSVersion?: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
      /**
       * Newest version of TLS that is accepted.
       */
      maxTLSVersion?: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
    }
  }[]
  /**
   * Reports to the controller of who is connected.
   */
  connectEvents?: {
    /**
     * Whether reports are sent.
     */
    enabled?: Flag
    /**
     * Wait between reports of changes.
     */
    batchInterval?: Duration
    /**
     * Wait between complete reports.
     */
    fullSyncInterval?: Duration
    /**
     * Events that may wait for the next report.
     */
    maxQueuedEvents?: number
  }
  /**
   * Reports to the controller of the network interfaces of the router.
   */
  interfaceDiscovery?: {
    /**
     * Whether reports are switched off.
     */
    disabled?: Flag
    /**
     * Wait between looks at the interfaces.
     */
    checkInterval?: Duration
    /**
     * Wait between reports when nothing changed.
     */
    minReportInterval?: Duration
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
    allow?: string[]
  }
  /**
   * Paths of plugins that are loaded when the router starts.
   *
   * Items: Path of a plugin.
   */
  plugins?: Path[]
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
       */
      intervalMs?: number
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
    path?: Path
  }
  /**
   * Whether debugging operations may be asked of the running router.
   */
  enableDebugOps?: boolean
  /**
   * Reserved: the router puts the path of the file here.
   */
  '@file'?: {
    [k: string]: unknown
  }
  /**
   * Switch of the time when clusters of controllers were new; read by releases before 1.3 only.
   *
   * @deprecated
   */
  ha?: {
    /**
     * Whether the router follows the data model.
     */
    enabled?: Flag
  }
  /**
   * Older name of healthChecks; read by no release since 0.20.
   *
   * @deprecated
   */
  healthCheck?: {
    [k: string]: unknown
  }
  /**
   * Never read at the root; belongs under identity.
   */
  alt_server_certs?: {
    [k: string]: unknown
  }
}
/**
 * Options of the channel to a controller.
 */
export interface CtrlChannelOptions {
  /**
   * Messages that may wait to be sent.
   */
  outQueueSize?: number
  /**
   * Connections that may wait to be accepted.
   */
  maxQueuedConnects?: number
  /**
   * Connections whose handshake may be under way at once.
   */
  maxOutstandingConnects?: number
  /**
   * Longest wait for the handshake of a connection.
   */
  connectTimeout?: Duration
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   */
  writeTimeout?: Duration
}
/**
 * Options of channels that controllers open; bounds are not checked when the file is loaded.
 */
export interface CtrlListenerOptions {
  /**
   * Messages that may wait to be sent.
   */
  outQueueSize?: number
  /**
   * Connections that may wait to be accepted.
   */
  maxQueuedConnects?: number
  /**
   * Connections whose handshake may be under way at once.
   */
  maxOutstandingConnects?: number
  /**
   * Longest wait for the handshake of a connection.
   */
  connectTimeout?: Duration
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   */
  writeTimeout?: Duration
}
/**
 * What the router asks for when it enrolls or renews its certificates.
 */
export interface Csr {
  /**
   * Country of the certificate subject.
   */
  country?: string
  /**
   * State or province of the certificate subject.
   */
  province?: string
  /**
   * Town of the certificate subject.
   */
  locality?: string
  /**
   * Organization of the certificate subject.
   */
  organization?: string
  /**
   * Unit within the organization of the certificate subject.
   */
  organizationalUnit?: string
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
   */
  outQueueSize?: number
  /**
   * Connections that may wait to be accepted.
   */
  maxQueuedConnects?: number
  /**
   * Connections whose handshake may be under way at once.
   */
  maxOutstandingConnects?: number
  /**
   * Longest wait for the handshake of a connection.
   */
  connectTimeout?: Duration
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   */
  writeTimeout?: Duration
}
/**
 * How often a link is dialed again while the other router is connected to the controller.
 */
export interface HealthyDialBackoff {
  /**
   * Shortest wait before dialing again.
   */
  minRetryInterval?: Duration
  /**
   * Longest wait before dialing again.
   */
  maxRetryInterval?: Duration
  /**
   * By how much the wait grows with each attempt.
   */
  retryBackoffFactor?: number
}
/**
 * How often a link is dialed again while the other router is not connected to the controller.
 */
export interface UnhealthyDialBackoff {
  /**
   * Shortest wait before dialing again.
   */
  minRetryInterval?: Duration
  /**
   * Longest wait before dialing again.
   */
  maxRetryInterval?: Duration
  /**
   * By how much the wait grows with each attempt.
   */
  retryBackoffFactor?: number
}
/**
 * Options of the channels that a link dialer opens.
 */
export interface LinkDialerOptions {
  /**
   * Messages that may wait to be sent; links take 4 for 64.
   */
  outQueueSize?: number
  /**
   * Connections that may wait to be accepted.
   */
  maxQueuedConnects?: number
  /**
   * Connections whose handshake may be under way at once.
   */
  maxOutstandingConnects?: number
  /**
   * Longest wait for the handshake of a connection.
   */
  connectTimeout?: Duration
  /**
   * Older spelling of connectTimeout, in milliseconds.
   *
   * @deprecated
   */
  connectTimeoutMs?: number
  /**
   * Longest time to write one message; 0 means no limit.
   */
  writeTimeout?: Duration
}
/**
 * Options of circuits.
 */
export interface XgressOptions {
  /**
   * Payloads are split into pieces of this size; 0 means not at all.
   */
  mtu?: number
  /**
   * Test aid: drop received payloads at random.
   */
  randomDrops?: boolean
  /**
   * With randomDrops: one in this many payloads is dropped.
   */
  drop1InN?: number
  /**
   * Payloads that may wait for a circuit; 0 means none.
   */
  txQueueSize?: number
  /**
   * Size of the send window when a circuit starts.
   */
  txPortalStartSize?: number
  /**
   * The send window never shrinks below this.
   */
  txPortalMinSize?: number
  /**
   * The send window never grows beyond this.
   */
  txPortalMaxSize?: number
  /**
   * Acknowledgments before the send window grows.
   */
  txPortalIncreaseThresh?: number
  /**
   * Share of the acknowledged bytes that is added to the send window.
   */
  txPortalIncreaseScale?: number
  /**
   * Retransmissions before the send window shrinks.
   */
  txPortalRetxThresh?: number
  /**
   * Factor by which the send window shrinks after retransmissions.
   */
  txPortalRetxScale?: number
  /**
   * Duplicate acknowledgments before retransmissions slow down.
   */
  txPortalDupAckThresh?: number
  /**
   * Meant for duplicate acknowledgments; read, but used by no code.
   */
  txPortalDupAckScale?: number
  /**
   * Receive buffer beyond which further payloads are dropped.
   */
  rxBufferSize?: number
  /**
   * First wait before a payload is sent again.
   */
  retxStartMs?: number
  /**
   * Factor on the measured round trip that gives the wait before a payload is sent again.
   */
  retxScale?: number
  /**
   * Constant added to the wait before a payload is sent again.
   */
  retxAddMs?: number
  /**
   * Longest wait before a payload is sent again; 0 means no limit.
   */
  retxMaxMs?: number
  /**
   * A single measurement may raise the round trip estimate by at most this factor; 0 means no limit.
   */
  maxRttScale?: number
  /**
   * Longest wait for outstanding payloads when a circuit closes.
   */
  maxCloseWaitMs?: number
  /**
   * Longest wait for the controller to create a circuit.
   */
  getCircuitTimeout?: Duration
  /**
   * A terminating circuit that has not started by then is closed; 1s or less switches the check off.
   */
  circuitStartTimeout?: Duration
  /**
   * Longest wait for the connection to the service; 0 leaves it to the operating system.
   */
  connectTimeout?: Duration
  /**
   * Name of getCircuitTimeout before 0.22; read by no release since.
   *
   * @deprecated
   */
  getSessionTimeout?: {
    [k: string]: unknown
  }
  /**
   * Name of circuitStartTimeout before 0.22; read by no release since.
   *
   * @deprecated
   */
  sessionStartTimeout?: {
    [k: string]: unknown
  }
  /**
   * Once switched retransmission off; it cannot be switched off since 0.17.
   *
   * @deprecated
   */
  retransmission?: {
    [k: string]: unknown
  }
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
  type: 'none' | 'http'
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
