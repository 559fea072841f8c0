/** The options of a tunnel, with the cursor where the next key is typed. */
export const tunnel = 'listeners:\n  - binding: tunnel\n    options:\n      '

/**
 * Lines that are complete as typed: a title, the text before the line, and the line. Enter must start a new line after
 * them.
 */
export const lines: readonly (readonly [title: string, before: string, typed: string])[] = [
  ['a list of maps', '', 'listeners:'],
  ['a list of maps, with a space', '', 'listeners: '],
  ['a map', '', 'link:'],
  ['a map, with a space', '', 'link: '],
  ['the certificate request', '', 'csr:'],
  ['the identity', '', 'identity:'],
  ['a list of strings', 'csr:\n  sans:\n    ', 'dns:'],
  ['a nested map', 'listeners:\n  - binding: tunnel\n    ', 'options:'],
  ['a dash', 'listeners:\n  ', '-'],
  ['the start of a document', '', '---'],
  ['a version', '', 'v: 3'],
  ['a version, with a space', '', 'v: 3 '],
  ['a mode', tunnel, 'mode: host'],
  // VS Code offers the words of a file where nothing else is offered.
  ['a mode that begins a word of the file', `# hostess\n${tunnel}`, 'mode: host'],
  ['a mode in quotes', tunnel, 'mode: "host"'],
  ['a binding', 'listeners:\n  - ', 'binding: edge'],
  ['a binding that begins others', 'dialers:\n  - ', 'binding: transport'],
  ['a number of seconds', tunnel, 'svcPollRate: 3'],
  ['a duration that is offered', tunnel, 'svcPollRate: 3s'],
  ['a duration that is not offered', tunnel, 'svcPollRate: 20s'],
  ['a number that begins another', 'forwarder:\n  ', 'idleTxInterval: 6'],
  ['a boolean', 'metrics:\n  ', 'enabled: true'],
  ['an address', 'ctrl:\n  ', 'endpoint: tls:ctrl.example.com:6262'],
  ['an address that begins another', 'ctrl:\n  ', 'endpoint: tls:ctrl.example.com:62'],
  ['a file', 'identity:\n  ', 'cert: pki/router.cert'],
  ['a string of a list', 'csr:\n  sans:\n    dns:\n      ', '- localhost'],
  ['a variable', 'identity:\n  ', 'cert: $HOME'],
  ['an empty comment', 'v: 3\n', '# '],
  ['a directive that begins others', 'v: 3\n', '# routerfile disable'],
  ['a rule', 'v: 3\n', '# routerfile disable-line same-address'],
]

/** Lines with a key whose value is on the lines below. */
export const linesWithColon = lines.filter(([, , typed]) => typed.endsWith(':'))

/** Beginnings of words, and the text that Enter completes them to. */
export const beginnings: readonly (readonly [
  title: string,
  before: string,
  typed: string,
  completed: string,
])[] = [
  ['a key', 'identity:\n  cert: a\n  ', 'ser', 'identity:\n  cert: a\n  server_cert: '],
  ['a mode', tunnel, 'mode: ho', `${tunnel}mode: host`],
  ['a binding', 'dialers:\n  - ', 'binding: tu', 'dialers:\n  - binding: tunnel'],
  [
    'a binding that begins with another',
    'dialers:\n  - ',
    'binding: transport_',
    'dialers:\n  - binding: transport_udp',
  ],
  ['a directive', 'v: 3\n', '# routerfile disable-f', 'v: 3\n# routerfile disable-file'],
]

/** Places for values: the text before, and complete values for it. No two places use the same key. */
export const values: readonly (readonly [before: string, typed: readonly string[]])[] = [
  ['v: ', ['3', '"3"', '2']],
  [
    'identity:\n  cert: ',
    ['pki/a.crt', 'a.cert', '/etc/ziti/router.cert', 'pki/router.cert', '"pki/a.cert"'],
  ],
  [
    'identity:\n  key: ',
    ['pki/a.key', 'pki/router.key', 'router.key', './router.key', 'file:///etc/router.key'],
  ],
  ['identity:\n  ca: ', ['pki/a.ca', 'pki/ca', 'ca.pem', '../ca.pem']],
  [
    'ctrl:\n  endpoint: ',
    [
      'tls:ctrl.example.com:6262',
      'tls:ctrl.example.com:80',
      'tls:c.example.com:6262',
      'tls:10.0.0.1:6262',
      'tls:[::1]:6262',
      'TLS:ctrl.example.com:6262',
      'wss:ctrl.example.com:443',
      'tls:${CTRL_HOST}:6262',
      '"tls:ctrl.example.com:6262"',
    ],
  ],
  ['ctrl:\n  endpoints:\n    - ', ['tls:ctrl1.example.com:6262', 'dtls:ctrl.example.com:6262']],
  ['link:\n  dialers:\n    - binding: ', ['transport']],
  [
    'link:\n  listeners:\n    - binding: transport\n      bind: ',
    ['tls:0.0.0.0:10080', 'tls:127.0.0.1:80', 'udp:0.0.0.0:1'],
  ],
  [
    'link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:10080\n      advertise: ',
    [
      'tls:router.example.com:10080',
      'dtls:router.example.com:10080',
      'tls:r:10080',
      'tls:my-router.example.com:10080',
    ],
  ],
  ['listeners:\n  - binding: ', ['edge', 'tunnel', 'transport', 'proxy', 'proxy_udp', "'edge'"]],
  [
    'listeners:\n  - binding: edge\n    address: ',
    ['tls:0.0.0.0:3022', 'wss:0.0.0.0:443', 'tls:0.0.0.0:30', 'tcp:0.0.0.0:3022'],
  ],
  [
    'csr:\n  sans:\n    dns: [router.example.com]\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: ',
    [
      'router.example.com:3022',
      'router.example.com:443',
      'router:3022',
      'r.example.com:3022',
      '10.0.0.1:3022',
    ],
  ],
  ['listeners:\n  - binding: proxy\n    options:\n      protocol: ', ['udp', 'tcp']],
  [`${tunnel}mode: `, ['host', 'tproxy', 'proxy', '"host"', 'tproxy:helper']],
  [
    `${tunnel}resolver: `,
    ['udp://127.0.0.1:53', 'udp://10.0.0.1:53', 'udp://127.0.0.1:5353', 'none'],
  ],
  [`${tunnel}lanIf: `, ['lo', 'eth0']],
  [`${tunnel}svcPollRate: `, ['3', '15s', '1m30s', '1.5s', '500ms', '1h']],
  ['csr:\n  sans:\n    dns:\n      - ', ['localhost', 'router.example.com', 'a.b']],
  ['csr:\n  sans:\n    ip:\n      - ', ['127.0.0.1', '127.0.0.10', '10.1.2.3', '::1']],
  ['csr:\n  country: ', ['US', 'DE']],
  ['forwarder:\n  idleTxInterval: ', ['6', '60', '60000']],
  ['healthChecks:\n  ctrlPingCheck:\n    interval: ', ['30s', '30', '3m']],
  ['edge:\n  heartbeatIntervalSeconds: ', ['6', '60', '100']],
  ['web:\n  - name: ', ['health', 'health-check']],
  [
    'web:\n  - name: health\n    bindPoints:\n      - interface: ',
    ['127.0.0.1:8081', '0.0.0.0:80', '[::]:8081'],
  ],
  [
    'web:\n  - name: health\n    bindPoints:\n      - address: ',
    ['127.0.0.1:8081', 'router.example.com:8081', 'localhost:8081'],
  ],
  ['web:\n  - name: health\n    options:\n      minTLSVersion: ', ['TLS1.2', 'TLS1.3', 'TLS1']],
  ['profile:\n  memory:\n    path: ', ['m.pprof', '/tmp/m.pprof']],
]
