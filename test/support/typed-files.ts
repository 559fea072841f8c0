import { yaml } from './yaml.js'

/** Router files to type from an empty editor: each kind of section, value, list, quote, comment and flow collection. */
export const typedFiles: readonly string[] = [
  yaml`
    v: 3
    identity:
      cert: pki/a.cert
      server_cert: pki/a.server.cert
      key: pki/a.key
      ca: pki/a.cas
    ctrl:
      endpoint: tls:ctrl.example.com:6262
  `,
  yaml`
    v: 3
    link:
      dialers:
        - binding: transport
      listeners:
        - binding: transport
          bind: tls:0.0.0.0:10080
          advertise: tls:r.example.com:10080
  `,
  yaml`
    v: 3
    edge:
    listeners:
      - binding: edge
        address: tls:0.0.0.0:3022
        options:
          advertise: r.example.com:3022
          connectTimeout: 5s
  `,
  yaml`
    v: 3
    listeners:
      - binding: tunnel
        options:
          mode: host
          svcPollRate: 15s
          resolver: udp://127.0.0.1:53
          lanIf: lo
  `,
  yaml`
    v: 3
    csr:
      country: US
      sans:
        dns:
          - localhost
          - r.example.com
        ip:
          - 127.0.0.1
          - ::1
  `,
  yaml`
    web:
      - name: health
        bindPoints:
          - interface: 127.0.0.1:8081
            address: 127.0.0.1:8081
        apis:
          - binding: health-checks
    v: 3
  `,
  yaml`
    healthChecks:
      ctrlPingCheck:
        interval: 30s
        timeout: 15s
        initialDelay: 15s
      linkCheck:
        minLinks: 1
    v: 3
  `,
  yaml`
    v: 3
    metrics:
      reportInterval: 15s
      messageQueueSize: 10
    forwarder:
      idleTxInterval: 60000
      linkDialQueueLength: 1000
  `,
  yaml`
    v: 3
    csr: { sans: { dns: [localhost, r.example.com], ip: [127.0.0.1] } }
    edge: {}
    link: { dialers: [{ binding: transport }] }
    identity: { cert: a.cert, key: a.key }
  `,
  yaml`
    v: 3
    identity:
      cert: "pki/a.cert"
      key: 'pki/a.key'
    "ctrl":
      'endpoint': "tls:ctrl.example.com:6262"
  `,
  yaml`
    # The router in Oslo.
    v: 3 # the version
    ctrl: # the controller
      # behind a load balancer
      endpoint: tls:c.example.com:80 # public
    link: {}
  `,
  yaml`
    v: 3
    link:
      dialers:
        - &d
          binding: transport
      listeners: []
    dialers:
      - binding: udp
  `,
  yaml`
    v: 3
    identity:
      cert: \${PKI}/a.cert
      key: $HOME/a.key
    ctrl:
      endpoint: tls:\${CTRL_HOST}:\${PORT}
  `,
  yaml`
    v: 3
    listeners:
      - binding: proxy
        address: tcp:0.0.0.0:80
        service: web
        options:
          protocol: udp
      - binding: tunnel
        options: { mode: tproxy }
  `,
  yaml`
    v: 3
    trace:
      path: /tmp/a.trace
    profile:
      memory:
        path: m.pprof
        intervalMs: 150000
    tls:
      handshakeTimeout: 30s
  `,
  yaml`
    v: 3
    ctrl:
      endpoints:
        - tls:c1.example.com:6262
        - tls:c2.example.com:6262
      options:
        outQueueSize: 16
        getCircuitTimeout: 3s
  `,
  yaml`
    v: 3
    link:
      dialers:
        - binding: transport
          groups:
            - public
            - lan
          options:
            connectTimeout: 1s
            writeTimeout: 1m
  `,
  yaml`
    v: 3
    edge:
      heartbeatIntervalSeconds: 60
      enabled: true
      csr:
        sans:
          uri: [spiffe://a/b]
  `,
  yaml`
    ---
    v: 3
    enableDebugOps: true
    transport:
      ws:
        writeTimeout: 10
    connectEvents:
      enabled: no
  `,
  yaml`
    v: 3
    identity:
      key: |
        abc
        def
    link:
      heartbeats:
        sendInterval: 10s
  `,
]
