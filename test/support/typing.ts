/** The options of a tunnel, with the cursor where the next key is typed. */
export const tunnel = 'listeners:\n  - binding: tunnel\n    options:\n      '

/** Lines that are complete as typed: what they are, the text before, and the line. Enter makes a new line after them. */
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

/** Keys whose value is on the lines below. */
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
