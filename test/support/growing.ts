const repeat = (bytes: number, part: (index: number) => string): string => {
  const parts: string[] = []
  for (let length = 0; length < bytes;) {
    const made = part(parts.length)
    parts.push(made)
    length += made.length
  }
  return parts.join('')
}

const head = 'v: 3\nidentity: {cert: a, server_cert: b, key: c, ca: d}\n'
const ctrl = 'ctrl: {endpoint: "tls:ctrl.example.com:1280"}\n'
const router = `${head}${ctrl}`

const indent = (text: string, columns: number): string =>
  text.replaceAll(/^(?=.)/gm, ' '.repeat(columns))

const configMap = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: north\ndata:\n${indent(data, 2)}`

const listener = (index: number): string =>
  `  - binding: transport\n    bind: tls:0.0.0.0:${index % 60_000}\n    advertise: tls:r${index}.example.com:${index % 60_000}\n`

const listeners = (bytes: number): string => `link:\n listeners:\n${repeat(bytes, listener)}`

/** Creates a misspelled key, such as `heartbeat7`. */
const nearKey = (index: number): string => `heartbeat${index}`

const duplicates = (bytes: number): string =>
  `forwarder:\n${repeat(bytes, (index) => `  latencyProbeInterval: ${index}\n`)}`

const pem = (bytes: number): string =>
  `-----BEGIN CERTIFICATE-----\n${repeat(bytes, () => 'MIIBfzCCASWgAwIBAgIUBQ\n')}-----END CERTIFICATE-----\n`

/** Creators of texts of about this many bytes, each of which repeats or lengthens one construct. */
export const growing: Readonly<Record<string, (bytes: number) => string>> = {
  dialers: (bytes) =>
    `${router}link:\n dialers:\n${repeat(bytes, () => '  - {binding: transport}\n')}`,
  'link listeners': (bytes) => router + listeners(bytes),
  'edge listeners': (bytes) =>
    `${router}edge: {}\nlisteners:\n${repeat(bytes, (index) => `  - binding: edge\n    address: tls:0.0.0.0:${index % 60_000}\n    options: {advertise: "r${index}.example.com:3022"}\n`)}`,
  'short listeners': (bytes) =>
    `${router}edge: {}\nlisteners:\n${repeat(bytes, () => '- {binding: edge}\n')}`,
  'tunnel services': (bytes) =>
    `${router}edge: {}\nlisteners:\n- binding: tunnel\n  options:\n   mode: proxy\n   services:\n${repeat(bytes, (index) => `   - s${index}:${index}\n`)}`,
  tunnels: (bytes) =>
    `${router}edge: {}\nlisteners:\n${repeat(bytes, () => '  - binding: tunnel\n    options:\n      mode: host\n      resolver: udp://127.0.0.1:53\n')}`,
  'web listeners': (bytes) =>
    `${router}web:\n${repeat(bytes, (index) => `- name: w${index}\n  bindPoints: [{interface: "0.0.0.0:${index % 60_000}", address: "a.example.com:${index % 60_000}"}]\n  apis: [{binding: health-checks}]\n`)}`,
  'one address': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, () => '  - {binding: transport, bind: "tls:0.0.0.0:6000"}\n')}`,
  endpoints: (bytes) =>
    `${head}ctrl:\n  endpoints:\n${repeat(bytes, (index) => `  - tls:c${index}.example.com:1280\n`)}`,
  names: (bytes) =>
    `${router}edge:\n csr:\n  sans:\n   dns:\n${repeat(bytes, (index) => `   - r${index}.example.com\n`)}`,
  'names of listeners': (bytes) =>
    `${router}edge:\n csr:\n  sans:\n   dns:\n${repeat(bytes / 2, (index) => `   - r${index}.example.com\n`)}${listeners(bytes / 2)}`,
  groups: (bytes) =>
    `${router}link:\n listeners:\n  - binding: transport\n    groups:\n${repeat(bytes, (index) => `    - g${index}\n`)}`,
  'equal keys': (bytes) => router + duplicates(bytes),
  'equal keys at the top': (bytes) => router + repeat(bytes, () => 'v: 3\n'),
  'equal sections': (bytes) =>
    router + repeat(bytes, () => 'ctrl: {endpoint: "tls:c.example.com:1280"}\n'),
  'unknown keys': (bytes) => router + repeat(bytes, (index) => `${nearKey(index)}: 1\n`),
  'unknown keys in one line': (bytes) =>
    `${router}forwarder: {${repeat(bytes, (index) => `latencyProbeInterva${index}: 1, `)}}\n`,
  'keys of the other spelling': (bytes) =>
    `${router}${repeat(bytes, (index) => `link_listeners${index}: {a: 1}\n`)}`,
  'wrong values': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, () => '  - {binding: transport, bind: 5, options: {outQueueSize: x}}\n')}`,
  'wrong types': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, () => '  - x\n')} dialers: ${'[1,'.repeat(bytes / 60)}\n`,
  'obsolete keys': (bytes) =>
    `${router}link:\n dialers:\n${repeat(bytes, () => '  - {binding: transport, healthyDialSeconds: 1, options: {maxQueuedConnects: 1}}\n')}`,
  'deep lists in a line': (bytes) => `${router}a: ${'['.repeat(bytes)}`,
  'deep maps in a line': (bytes) => `${router}a: ${'{a: '.repeat(bytes / 4)}`,
  'deep blocks': (bytes) =>
    router +
    Array.from({ length: Math.sqrt(2 * bytes) }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
  dashes: (bytes) => `${router}a:\n${'- '.repeat(bytes / 2)}x\n`,
  'stairs of dashes': (bytes) =>
    `${router}a:\n${Array.from({ length: Math.sqrt(bytes) }, (_, depth) => `${' '.repeat(2 * depth)}-\n`).join('')}`,
  questions: (bytes) => `${router}${'? '.repeat(bytes / 2)}x\n`,
  'long value': (bytes) => `${router}a: ${'x'.repeat(bytes)}\n`,
  'long words': (bytes) => `${router}a: ${'ab: '.repeat(bytes / 4)}\n`,
  'long key': (bytes) => `${router}${'x'.repeat(bytes)}: 1\n`,
  'long address': (bytes) => `${head}ctrl: {endpoint: "tls:${'x.'.repeat(bytes / 2)}:1280"}\n`,
  'long quoted value': (bytes) => `${router}a: "${'\\n\\u0041x '.repeat(bytes / 10)}"\n`,
  'quoted lines': (bytes) => `${router}a: "${repeat(bytes, () => 'x y z\n  ')}"\n`,
  'plain lines': (bytes) => `${router}a: ${repeat(bytes, () => 'x y z\n  ')}\n`,
  'block of lines': (bytes) => `${router}a: |\n${repeat(bytes, () => '  x: y z\n')}`,
  'folded lines': (bytes) => `${router}a: >\n${repeat(bytes, () => '  x y z\n\n')}`,
  'blank lines': (bytes) => `${router}${'\n'.repeat(bytes)}a: 1\n`,
  'lines of spaces': (bytes) => `${router}${'      \n'.repeat(bytes / 7)}a: 1\n`,
  spaces: (bytes) => `${router}a:${' '.repeat(bytes)}1\n`,
  tabs: (bytes) => router + repeat(bytes, () => '\ta: 1\n'),
  documents: (bytes) => router + repeat(bytes, () => '---\nv: 3\n'),
  'empty documents': (bytes) => router + '---\n'.repeat(bytes / 4),
  comments: (bytes) => router + repeat(bytes, (index) => `# ${index} a comment\n`),
  'comments behind values': (bytes) => router + repeat(bytes, (index) => `a${index}: 1 # b\n`),
  'long comment': (bytes) => `${router}a: 1 # ${'x '.repeat(bytes / 2)}\n`,
  suppressions: (bytes) =>
    router + repeat(bytes, (index) => `# routerfile disable-next-line unknown-key\nk${index}: 1\n`),
  'suppressions of nothing': (bytes) =>
    router + repeat(bytes, () => '# routerfile disable-next-line unknown-key -- why\n'),
  'suppressions to the end': (bytes) =>
    router + repeat(bytes, (index) => `# routerfile disable unknown-key\nk${index}: 1\n`),
  'suppressions there and back': (bytes) =>
    router +
    repeat(
      bytes,
      (index) =>
        `# routerfile disable unknown-key -- why\nk${index}: 1\n# routerfile enable unknown-key\n`,
    ),
  'suppression of many': (bytes) =>
    `${router}# routerfile disable-next-line ${'unknown-key, '.repeat(bytes / 13)}\na: 1\n`,
  'unknown suppressions': (bytes) =>
    router + repeat(bytes, (index) => `# routerfile disable-line unknown-kei${index}\n`),
  'suppressions at the end of lines': (bytes) =>
    router +
    repeat(bytes, (index) => `k${index}: 1 # routerfile disable-line unknown-key -- why\n`),
  'suppression of a file': (bytes) =>
    `# routerfile disable-file unknown-key -- why\n${router}${repeat(bytes, (index) => `k${index}: 1\n`)}`,
  'suppressed fixes': (bytes) =>
    router + repeat(bytes, () => '# routerfile disable-next-line duplicate-key -- why\nv: 3\n'),
  'fixes under a suppression that ends': (bytes) =>
    `${router}# routerfile disable duplicate-key -- why\nv: 3\n# routerfile enable\n${repeat(bytes, () => 'v: 3\n')}`,
  'fixes that make it worse': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, (index) => `  - {binding: transport, bind: "tls:0.0.0.0:${index % 60_000}", advertse: "tls:0.0.0.0:1"}\n`)}`,
  'merge keys': (bytes) =>
    `${router}x: &x {a: 1, b: 2}\n${repeat(bytes, (index) => `k${index}: {<<: *x}\n`)}`,
  'merge keys in one map': (bytes) =>
    `${router}x: &x {a: 1}\ny:\n${repeat(bytes, () => '  <<: *x\n')}`,
  'merged lists': (bytes) => `${router}x: &x {a: 1}\ny: {<<: [${'*x, '.repeat(bytes / 4)}]}\n`,
  'merge keys in a row': (bytes) =>
    `${router}x0: &x0 {a: 1}\n${repeat(bytes, (index) => `x${index + 1}: &x${index + 1} {<<: *x${index}}\n`)}`,
  'a large map, merged': (bytes) =>
    `${router}x: &x\n${repeat(bytes / 2, (index) => `  k${index}: 1\n`)}${repeat(bytes / 2, (index) => `y${index}: {<<: *x}\n`)}`,
  anchors: (bytes) => router + repeat(bytes, (index) => `k${index}: &a${index} x\n`),
  'anchors and aliases': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: &a${index} x\nl${index}: *a${index}\n`),
  'unknown aliases': (bytes) => router + repeat(bytes, (index) => `k${index}: *a${index}\n`),
  aliases: (bytes) => `${router}x: &x {a: 1}\ny: [${'*x, '.repeat(bytes / 4)}]\n`,
  'aliases of listeners': (bytes) =>
    `${router}x: &x {binding: transport, bind: "tls:0.0.0.0:6000"}\nlink: {listeners: [${'*x, '.repeat(bytes / 4)}]}\n`,
  'values behind aliases': (bytes) =>
    `${router}x: &x {binding: tunnel, options: {services: [${'a,'.repeat(Math.sqrt(bytes) / 2)}]}}\nlisteners: [${'*x, '.repeat(Math.sqrt(bytes))}]\n`,
  tags: (bytes) => router + repeat(bytes, (index) => `k${index}: !!str x\n`),
  'unknown tags': (bytes) => router + repeat(bytes, (index) => `k${index}: !t${index} x\n`),
  variables: (bytes) => router + repeat(bytes, (index) => `k${index}: "\${A${index}}-\${B:-c}"\n`),
  'variables in one value': (bytes) =>
    `${router}identity: {cert: "${repeat(bytes, (index) => `\${A${index}}`)}"}\n`,
  'variables of listeners': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, (index) => `  - {binding: "\${B${index}}", bind: "\${A${index}}"}\n`)}`,
  'flow style': (bytes) =>
    `{v: 3, identity: {cert: a}, link: {listeners: [${repeat(bytes, (index) => `{binding: transport, bind: "tls:0.0.0.0:${index}"}, `)}]}}`,
  json: (bytes) =>
    `{"v": 3, "identity": {"cert": "a"}, "link": {"listeners": [${repeat(bytes, (index) => `{"binding": "transport", "bind": "tls:0.0.0.0:${index}"},\n`)}{}]}}`,
  'unclosed maps': (bytes) => router + repeat(bytes, (index) => `k${index}: {a: 1\n`),
  'unclosed quotes': (bytes) => router + repeat(bytes, (index) => `k${index}: "a\n`),
  'single quotes': (bytes) => router + repeat(bytes, (index) => `k${index}: 'a\n`),
  'lines without colon': (bytes) => router + repeat(bytes, (index) => `k${index}\n`),
  'wrong indentation': (bytes) =>
    router + repeat(bytes, (index) => `${' '.repeat(index % 7)}k${index}: 1\n`),
  'missing spaces': (bytes) => router + repeat(bytes, (index) => `k${index}:1\n`),
  'closing brackets': (bytes) => router + repeat(bytes, () => ']\n'),
  'opening brackets': (bytes) => router + repeat(bytes, () => 'a: [\n'),
  colons: (bytes) => router + repeat(bytes, () => ': \n'),
  percents: (bytes) => router + repeat(bytes, () => '%a\n'),
  'two maps in a line': (bytes) => router + repeat(bytes, (index) => `a${index}: b: c\n`),
  'control characters': (bytes) => router + repeat(bytes, () => 'a: \u0001\n'),
  'strange characters': (bytes) => router + repeat(bytes, () => 'a\u2028\u00A0b: \uFEFFc\n'),
  numbers: (bytes) =>
    `${router}forwarder:\n${repeat(bytes, (index) => `  latencyProbeInterval: 0${index}\n`)}`,
  'keys in lines that end in U+0085': (bytes) => router + repeat(bytes, () => 'a:\x85'),
  'keys in lines that end in U+2028': (bytes) => router + repeat(bytes, () => 'a:\u2028'),
  'keys in lines that end in U+2029': (bytes) => router + repeat(bytes, () => 'a:\u2029'),
  'keys in lines that end in CR': (bytes) =>
    (router + repeat(bytes, () => 'v: 3\n')).replaceAll('\n', '\r'),
  'keys in Windows lines': (bytes) =>
    (router + repeat(bytes, () => 'v: 3\n')).replaceAll('\n', '\r\n'),
  'faults in lines that end in U+0085': (bytes) => router + repeat(bytes, () => '\ta: 1\x85'),
  'faults in lines that end in U+2028': (bytes) => router + repeat(bytes, () => 'k1: {a: 1\u2028'),
  'comments in lines that end in U+0085': (bytes) =>
    router + repeat(bytes, () => '# why\x85v: 3\x85'),
  'comments in lines that end in CR': (bytes) =>
    (router + repeat(bytes, () => '# why\nv: 3\n')).replaceAll('\n', '\r'),
  'comments in Windows lines': (bytes) =>
    (router + repeat(bytes, () => '# why\nv: 3\n')).replaceAll('\n', '\r\n'),
  'faults in lines that end in U+2029': (bytes) => router + repeat(bytes, () => '\ta: 1\u2029'),
  'faults in lines that end in CR': (bytes) =>
    (router + repeat(bytes, () => 'k1: {a: 1\n')).replaceAll('\n', '\r'),
  'suppressions of nothing in lines that end in U+2028': (bytes) =>
    router +
    repeat(
      bytes,
      (index) => `# routerfile disable-next-line unknown-key -- why\u2028k${index}: 1\u2028`,
    ),
  'suppressions of many rules': (bytes) =>
    router +
    repeat(
      bytes,
      (index) => `# routerfile disable-next-line unknown-key, duplicate-key -- why\nk${index}: 1\n`,
    ),
  'one anchor with many aliases': (bytes) =>
    `${router}x: &x tls:a.example.com:1\n${repeat(bytes, (index) => `k${index}: *x\n`)}`,
  'items of a line': (bytes) =>
    `${router}forwarder: {${repeat(bytes, () => 'latencyProbeInterval: 1, ')}}\n`,
  'lists in a line': (bytes) =>
    `${router}link: {dialers: [${repeat(bytes, () => '{binding: transport, healthyDialSeconds: 1}, ')}]}\n`,
  'empty keys': (bytes) => router + repeat(bytes, () => 'a:\n'),
  'lines of tabs': (bytes) => router + repeat(bytes, () => '\t\n'),
  'lines of tabs with comments': (bytes) => router + repeat(bytes, () => '\t#\n'),
  'lines of tabs below a key': (bytes) => `${router}a:\n${repeat(bytes, () => '\t\n')}  b: 1\n`,
  'lines of tabs above deeper lines': (bytes) =>
    `${router}a:\n${repeat(bytes, () => '\t\n')}    b: 1\n    c: 2\n  d: 3\n`,
  'lines of tabs at the end': (bytes) => `${router}a:\n  b:\n${repeat(bytes, () => '\t\n')}`,
  'windows line ends': (bytes) => (router + listeners(bytes)).replaceAll('\n', '\r\n'),
  'old line ends': (bytes) => (router + listeners(bytes)).replaceAll('\n', '\r'),
  secrets: (bytes) => router + repeat(bytes, (index) => `password${index}: hunter${index}hunter\n`),
  'urls with passwords': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: https://u:p${index}@h.example.com\n`),
  certificates: (bytes) =>
    `v: 3\nidentity:\n${['cert', 'key', 'ca'].map((key) => `  ${key}: "pem:${pem(bytes / 3).replaceAll('\n', '\\n')}"\n`).join('')}${ctrl}`,
  'certificate in one line': (bytes) =>
    `v: 3\nidentity: {cert: "pem:${'MIIBfzCCASWgAwIBAgIUBQ'.repeat(bytes / 22)}"}\n${ctrl}`,
  'certificates of listeners': (bytes) =>
    `${router}web:\n${repeat(bytes, (index) => `- {name: w${index}, identity: {cert: "pem:-----BEGIN CERTIFICATE-----\\nMIIB${index}\\n-----END CERTIFICATE-----"}}\n`)}`,
  'files of listeners': (bytes) =>
    `${router}web:\n${repeat(bytes, (index) => `- {name: w${index}, identity: {cert: "c${index}.pem", key: "k${index}.pem"}}\n`)}`,
  'embedded listeners': (bytes) =>
    configMap(`router.yaml: |\n${indent(router + listeners(bytes * 0.85), 2)}`),
  'embedded equal keys': (bytes) =>
    configMap(`router.yaml: |\n${indent(router + duplicates(bytes * 0.85), 2)}`),
  'embedded unknown keys': (bytes) =>
    configMap(
      `router.yaml: |\n${indent(router + repeat(bytes * 0.7, (index) => `k${index}: 1\n`), 2)}`,
    ),
  'embedded in double quotes': (bytes) =>
    configMap(`router.yaml: ${JSON.stringify(router + listeners(bytes))}\n`),
  'embedded equal keys in double quotes': (bytes) =>
    configMap(`router.yaml: ${JSON.stringify(router + duplicates(bytes))}\n`),
  'embedded in single quotes': (bytes) =>
    configMap(
      `router.yaml: '${indent((router + duplicates(bytes)).replaceAll('\n', '\n\n'), 2)}'\n`,
    ),
  'embedded folded': (bytes) =>
    configMap(
      `router.yaml: >\n${indent((router + duplicates(bytes)).replaceAll('\n', '\n\n'), 2)}\n`,
    ),
  'embedded in base64': (bytes) =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  router.yaml: ${btoa(router + duplicates(bytes * 0.7))}\n`,
  'many embedded files': (bytes) =>
    repeat(
      bytes,
      () => `---\n${configMap(`router.yaml: |\n${indent(`${router}k: 1\nk: 2\n`, 2)}`)}`,
    ),
  'many embedded files of a map': (bytes) =>
    configMap(repeat(bytes, (index) => `r${index}.yaml: |\n${indent(`${router}k: 1\nk: 2\n`, 2)}`)),
  'many embedded files in base64': (bytes) =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n${repeat(bytes, (index) => `  r${index}.yaml: ${btoa(`${router}k: 1\nk: 2\n`)}\n`)}`,
  'many strings': (bytes) =>
    configMap(
      repeat(bytes, (index) => `r${index}.yaml: |\n  v: ${index}\n  a long enough string\n`),
    ) + indent(configMap(`z.yaml: |\n${indent(router, 2)}`).split('data:\n')[1] ?? '', 0),
  heredocs: (bytes) =>
    repeat(
      bytes,
      (index) =>
        `resource "a" "b${index}" {\n  content = <<-EOT\n${indent(`${router}k: 1\nk: 2\n`, 4)}  EOT\n}\n`,
    ),
  'large heredoc': (bytes) =>
    `resource "a" "b" {\n  content = <<-EOT\n${indent(router + duplicates(bytes * 0.85), 4)}  EOT\n}\n`,
  'open heredocs': (bytes) =>
    `resource "a" "b" {\n${repeat(bytes, (index) => `  a = <<EOT${index}\nv: 3\nidentity: {}\n`)}}\n`,
  'template lines': (bytes) =>
    `v: 3\nidentity: {cert: {{ .Values.cert }}}\n${ctrl}${repeat(bytes, (index) => `k${index}: {{ .Values.k${index} }}\n`)}`,
  'template conditions': (bytes) =>
    `v: 3\nidentity: {cert: {{ .Values.cert }}}\n${ctrl}${repeat(bytes, (index) => `{{- if .Values.a${index} }}\nk${index}: 1\n{{- end }}\n`)}`,
  'listeners of one port': (bytes) =>
    `${router}link:\n listeners:\n${repeat(bytes, (index) => `  - {binding: transport, bind: "tls:127.0.${(index >> 8) % 256}.${index % 256}:6000", advertise: "tls:r${index}.example.com:6000"}\n`)}`,
  'listeners of every kind': (bytes) =>
    `${router}edge: {}\nlisteners:\n${repeat(bytes, (index) => `  - {binding: b${index}, address: "tls:0.0.0.0:${index % 60_000}", options: {advertise: "localhost:1"}}\n`)}`,
  'apis of a web listener': (bytes) =>
    `${router}web:\n- name: w\n  bindPoints: [{interface: "0.0.0.0:1", address: "a.example.com:1"}]\n  apis:\n${repeat(bytes, () => '  - {binding: health-checks, options: {a: 1}}\n')}`,
  'bind points': (bytes) =>
    `${router}web:\n- name: w\n  apis: [{binding: health-checks}]\n  bindPoints:\n${repeat(bytes, (index) => `  - {interface: "0.0.0.0:${index % 60_000}", address: "a${index}.example.com:1"}\n`)}`,
  'edge listeners with unsafe fixes': (bytes) =>
    `${router}csr: {sans: {dns: [localhost]}}\nedge: {}\nlisteners:\n${repeat(bytes, (index) => `  - binding: edge\n    address: tls:0.0.0.0:${index % 60_000}\n    options: {advertise: "h${index}.example.com:${index % 60_000}", getSessionTimeout: 60}\n`)}`,
  'health checks': (bytes) =>
    `${router}healthChecks:\n${repeat(bytes, (index) => `  h${index}: {interval: ${index}, timeout: 5x}\n`)}`,
  'wrong durations': (bytes) =>
    `${router}forwarder:\n${repeat(bytes, (index) => `  faultTxInterval${index}: 1y\n`)}  idleTxInterval: ${'1h'.repeat(bytes / 10)}x\n`,
  'huge numbers': (bytes) => router + repeat(bytes, () => `v: ${'9'.repeat(60)}\n`),
  'one huge number': (bytes) =>
    `${router}forwarder: {latencyProbeInterval: ${'9'.repeat(bytes)}}\n`,
  'digits with separators': (bytes) =>
    `${router}forwarder: {latencyProbeInterval: ${'1_'.repeat(bytes / 2)}}\n`,
  'numbers with colons': (bytes) =>
    `${router}forwarder: {latencyProbeInterval: ${'1:'.repeat(bytes / 2)}1}\n`,
  'long keys that are almost known': (bytes) =>
    router + repeat(bytes, (index) => `linkDialWorkerCount${'x'.repeat(500)}${index}: 1\n`),
  'byte order marks': (bytes) => router + repeat(bytes, () => '\uFEFFa: 1\n'),
  'byte order marks in a row': (bytes) => `${'\uFEFF'.repeat(bytes / 3)}${router}`,
  'tabs behind values': (bytes) => router + repeat(bytes, (index) => `k${index}: 1\t\t# a\t\n`),
  'tabs in a value': (bytes) => `${router}a: ${'x\t'.repeat(bytes / 2)}\n`,
  'blanks behind values': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: 1${' '.repeat(90)}\n`),
  'documents that end': (bytes) => router + repeat(bytes, () => '...\n---\na: 1\n'),
  directives: (bytes) => router + repeat(bytes, () => '%YAML 1.1\n---\nv: 3\n'),
  'keys of several lines': (bytes) => router + repeat(bytes, (index) => `? a${index}\n: b\n`),
  'maps as keys': (bytes) => router + repeat(bytes, (index) => `? {a${index}: [b]}\n: c\n`),
  'quoted keys': (bytes) => router + repeat(bytes, (index) => `"k\\u0061${index}": 'it''s'\n`),
  'block scalars': (bytes) => router + repeat(bytes, (index) => `k${index}: |9-\n  a\n`),
  'empty block scalars': (bytes) => router + repeat(bytes, (index) => `k${index}: >+\n\n`),
  'closed flow maps over lines': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: {a: 1,\n b: [2,\n 3]}\n`),
  'an open list over lines': (bytes) =>
    `${router}a: [\n${repeat(bytes, (index) => `  k${index},\n`)}`,
  'an open map over lines': (bytes) =>
    `${router}a: {\n${repeat(bytes, (index) => `  k${index}: 1,\n`)}`,
  'an open quote over lines': (bytes) =>
    `${router}a: "\n${repeat(bytes, (index) => `  k${index}: 1\n`)}`,
  'a list below an open list': (bytes) =>
    `${router}a: [\n${repeat(bytes, (index) => `k${index}: [1, 2\n`)}`,
  'brackets of both kinds': (bytes) => `${router}a: ${'[{'.repeat(bytes / 2)}`,
  'brackets that close wrongly': (bytes) => router + repeat(bytes, () => 'a: [1}\n'),
  'opening braces': (bytes) => router + repeat(bytes, () => 'a: {\n'),
  'opening quotes': (bytes) => router + repeat(bytes, () => 'a: "\n'),
  'opening brackets, indented': (bytes) => `${router}b:\n${repeat(bytes, () => '  a: [\n')}`,
  'opening brackets in lines that end in CR': (bytes) =>
    (router + repeat(bytes, () => 'a: [\n')).replaceAll('\n', '\r'),
  'items without a list': (bytes) => router + repeat(bytes, () => '- a\n'),
  'items and keys in turn': (bytes) => router + repeat(bytes, (index) => `- a\nk${index}: 1\n`),
  'anchors of maps': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: &a${index} {b: *a${Math.max(0, index - 1)}}\n`),
  'anchors of one name': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: &a x\nl${index}: *a\n`),
  'aliases of secrets': (bytes) =>
    `${head}ctrl: {endpoint: "tls:ctrl.example.com:1280"}\npassword: &x hunter2hunter2\n${repeat(bytes, (index) => `k${index}: *x\n`)}`,
  'merge keys of unknown aliases': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: {<<: *n${index}}\n`),
  'merge keys of wrong values': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: {<<: ${index}}\n`),
  'nested defaults of variables': (bytes) =>
    `${router}a: "${'${A:-'.repeat(bytes / 6)}x${'}'.repeat(bytes / 6)}"\n`,
  'open variables': (bytes) => router + repeat(bytes, (index) => `k${index}: "\${A${index}"\n`),
  'secrets in comments': (bytes) =>
    router + repeat(bytes, (index) => `# password: hunter${index}hunter\n`),
  'secrets in one line': (bytes) =>
    `${router}# ${repeat(bytes, (index) => `password: hunter${index}hunter `)}\n`,
  'headers with secrets': (bytes) =>
    router +
    repeat(
      bytes,
      (index) => `k${index}: "Authorization: Bearer abcdefghijklmnopqrstuvwxyz${index}"\n`,
    ),
  'keys in PEM': (bytes) =>
    router +
    repeat(
      bytes,
      (index) =>
        `k${index}: |\n  -----BEGIN PRIVATE KEY-----\n  MIIB\n  -----END PRIVATE KEY-----\n`,
    ),
  'keys in PEM without end': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: "-----BEGIN PRIVATE KEY-----"\n`),
  'keys in PEM without end, in one line': (bytes) =>
    `${router}a: "${'-----BEGIN PRIVATE KEY-----'.repeat(bytes / 27)}"\n`,
  'json in strings': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: '{"password": "hunter${index}", "a": [1]}'\n`),
  'one comment with many suppressions': (bytes) =>
    `${router}a: 1 # ${'routerfile disable-line unknown-key '.repeat(bytes / 36)}\n`,
  'suppressions that end nothing': (bytes) =>
    router + repeat(bytes, () => '# routerfile enable unknown-key\n'),
  'suppressions without reason': (bytes) =>
    router + repeat(bytes, (index) => `k${index}: 1 # routerfile disable-line\n`),
  'suppressions in Windows lines': (bytes) =>
    (
      router +
      repeat(bytes, (index) => `# routerfile disable-next-line unknown-key -- why\nk${index}: 1\n`)
    ).replaceAll('\n', '\r\n'),
  'suppressions before blank lines': (bytes) =>
    router +
    repeat(
      bytes,
      (index) => `# routerfile disable-next-line unknown-key -- why\n\n# a\n\nk${index}: 1\n`,
    ),
  'entries of a ConfigMap': (bytes) =>
    configMap(
      `router.yaml: |\n${indent(router, 2)}${repeat(bytes, (index) => `k${index}: "a: ${index}"\n`)}`,
    ),
  'template tags in one line': (bytes) =>
    `v: 3\nidentity: {cert: a}\n${ctrl}a: ${'{{ .Values.a }}'.repeat(bytes / 15)}\n`,
  'template loops': (bytes) =>
    `v: 3\nidentity: {cert: a}\n${ctrl}${repeat(bytes, (index) => `{{- range .Values.a${index} }}\nk{{ . }}: 1\n{{- end }}\n`)}`,
  'nested template conditions': (bytes) =>
    `v: 3\nidentity: {cert: a}\n${ctrl}${'{{ if .a }}\n'.repeat(bytes / 20)}k: 1\n${'{{ end }}\n'.repeat(bytes / 20)}`,
  'template comments': (bytes) =>
    `v: 3\nidentity: {cert: {{ .a }}}\n${ctrl}${repeat(bytes, () => '{{/* a */}}\n')}`,
  'template definitions': (bytes) =>
    `v: 3\nidentity: {cert: {{ include "t1" . }}}\n${ctrl}${repeat(bytes, (index) => `{{- define "t${index}" }}{{ include "t${index + 1}" . }}{{ end }}\n`)}`,
  'open template tags': (bytes) =>
    `v: 3\nidentity: {cert: {{ .a }}}\n${ctrl}${repeat(bytes, (index) => `k${index}: {{ .b\n`)}`,
  'template conditions of other languages': (bytes) =>
    `v: 3\nidentity: {cert: {{ a }}}\n${ctrl}${repeat(bytes, (index) => `{% if a${index} %}\nk${index}: 1\n{% endif %}\n`)}`,
  'template variables': (bytes) =>
    `v: 3\nidentity: {cert: {{ .a }}}\n${ctrl}${repeat(bytes, (index) => `{{- $a${index} := .Values.b }}\nk${index}: {{ $a${index} }}\n`)}`,
  'overrides of a configuration': (bytes) =>
    `overrides:\n${repeat(bytes, (index) => `  - {files: "r${index}*.yml", rules: {unknown-key: off}}\n`)}`,
  'patterns of a configuration': (bytes) =>
    `exclude:\n${repeat(bytes, (index) => `  - "a/**/r${index}*.yml"\n`)}`,
  'variables of a configuration': (bytes) =>
    `env:\n${repeat(bytes, (index) => `  A${index}: b\n`)}`,
  'mistakes of a configuration': (bytes) =>
    `rules:\n${repeat(bytes, (index) => `  unknown-kei${index}: off\n`)}`,
}
