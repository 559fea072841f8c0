import { describe, expect, test } from 'vitest'
import { describe as describeKey, effective, lint, load } from '../../src/index.js'
import { hover } from '../../src/language/index.js'
import { cursor, labels } from '../support/editor.js'
import { completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

const edgeListener = (address: string, more = ''): string => `
listeners:
  - binding: edge
    address: ${address}
    options:
      advertise: localhost:3022
${more}`

/** What is found in a file with these sections: severity, rule and path, without what is said of another rule's key. */
const found = (target: string, text: string, env?: Record<string, string>): string[] =>
  lint(completeExample(text.trim()).text, { target, ...(env && { env }) }).map(
    ({ severity, rule, path }) => `${severity} ${rule} ${path.join('.')}`,
  )

const messages = (target: string, text: string): string =>
  lint(completeExample(text.trim()).text, { target })
    .map(({ message }) => message)
    .join('\n')

test.each([
  ['1.2', 'when it starts', 'when it starts'],
  ['1.3', 'on first use', 'on first use'],
  ['1.4', 'when it starts', 'on first use'],
  ['1.6', 'when it starts', 'on first use'],
  ['2.0', 'when it starts', 'when it starts'],
])('%s reads the type of tunnel options before the options', (target, ofType, ofNothing) => {
  const of = (options: string): string =>
    messages(target, `listeners: [{binding: tunnel, options: ${options}}]`)
  for (const options of ['5', '[]', '[a]', 'x'])
    expect(of(options)).toContain(`The router crashes ${ofType}`)
  expect(of('')).toContain(`The router crashes ${ofNothing}`)
})

const heartbeats = (...lines: string[]): string =>
  ['ctrl:', '  endpoint: tls:localhost:6262', ...lines].join('\n')

test.each([
  ['"8"', '`linkDialWorkerCount` is `8` (a string), but must be an integer without quotes. '],
  ['0x', '`linkDialWorkerCount` is `0x` (a string), but must be an integer. '],
  ['08', '`linkDialWorkerCount`: `08` reads as a floating-point number; write an integer. '],
  [
    '8.5',
    '`linkDialWorkerCount` is `8.5` (a number with a decimal point), but must be an integer. ',
  ],
])('a count of %s: only a quoted value gets the advice to remove quotes', (value, message) => {
  expect(messages('2.0', `forwarder: { linkDialWorkerCount: ${value} }`)).toContain(message)
})

describe('waits of 0 or less', () => {
  const check = 'ctrl.heartbeats.checkInterval'
  const close = 'ctrl.heartbeats.closeUnresponsiveTimeout'
  test.each([
    ['2.0.3', ['  heartbeats: { checkInterval: 0s }'], [`error value-out-of-range ${check}`]],
    ['2.0.3', ['  heartbeats: { checkInterval: -1ns }'], [`error value-out-of-range ${check}`]],
    ['2.1', ['  heartbeats: { checkInterval: 0s }'], [`error value-out-of-range ${check}`]],
    ['1.6.20', ['  heartbeats: { checkInterval: 0s }'], ['warning unread-key ctrl.heartbeats']],
    [
      '1.6.20',
      ['  options: {}', '  heartbeats: { checkInterval: 0s }'],
      [`error value-out-of-range ${check}`],
    ],
    [
      '2.0.3',
      ['  heartbeats: { closeUnresponsiveTimeout: "0" }'],
      [`error value-out-of-range ${close}`],
    ],
    ['2.1', ['  heartbeats: { closeUnresponsiveTimeout: "0" }'], [`info doubtful-value ${close}`]],
    [
      '2.0.3',
      ['  heartbeats: { checkInterval: 0s, closeUnresponsiveTimeout: 10s }'],
      [`warning stored-elsewhere ${close}`],
    ],
    [
      '2.0.3',
      ['  heartbeats: { closeUnresponsiveTimeout: 0s, checkInterval: 10s }'],
      [`error value-out-of-range ${close}`],
    ],
    ['2.0.3', ['  startupTimeout: -5s'], ['info doubtful-value ctrl.startupTimeout']],
    [
      '2.0.3',
      ['  defaultRequestTimeout: 0s'],
      ['warning value-out-of-range ctrl.defaultRequestTimeout'],
    ],
    [
      '2.0.3',
      ['  rateLimiter: { minSize: 5, timeout: 0 }'],
      ['warning value-out-of-range ctrl.rateLimiter.timeout'],
    ],
  ])('%s %j', (target, lines, expected) => {
    expect(found(target, heartbeats(...lines))).toEqual(expected)
  })

  test.each([
    [
      '2.0.3',
      'forwarder: { xgressCloseCheckInterval: 0 }',
      'warning',
      'crashes when it first waits',
    ],
    ['2.0.3', 'forwarder: { xgressCloseCheckInterval: -1 }', 'warning', 'crashes when'],
    ['2.0.3', 'forwarder: { faultTxInterval: 0 }', 'info', 'does not report faulted circuits'],
    ['1.6', 'forwarder: { faultTxInterval: 0 }', 'info', 'does not report faulted circuits'],
    ['2.0.3', 'interfaceDiscovery: { checkInterval: 0s }', 'warning', 'without a pause'],
    ['2.0.3', 'metrics: { reportInterval: 0s }', 'error', 'crashes when it starts'],
    ['2.0.3', 'healthChecks: { ctrlPingCheck: { timeout: 0 } }', 'warning', 'fails at once'],
    ['2.0.3', 'tls: { handshakeTimeout: -1s }', 'warning', 'Every TLS handshake fails'],
    [
      '2.0.3',
      'edge: { heartbeatIntervalSeconds: 60, sessionValidateChunkSize: 0 }',
      'warning',
      'never ends',
    ],
    [
      '1.6.20',
      `identity: { cert: a, key: b, server_cert: c, ca: d, alt_server_certs: [{ server_cert: e }] }\ntransport: { wss: { pingInterval: 0 } }${edgeListener('wss:0.0.0.0:3022')}`,
      'warning',
      'first WebSocket client',
    ],
    [
      '2.0.3',
      edgeListener('tls:0.0.0.0:3022', '      txQueueSize: -1'),
      'warning',
      'first circuit',
    ],
    [
      '2.0.3',
      edgeListener('tls:0.0.0.0:3022', '      mtu: -1'),
      'warning',
      'write to a circuit fails',
    ],
    [
      '2.0.3',
      edgeListener('tls:0.0.0.0:3022', '      getCircuitTimeout: 0s'),
      'warning',
      'times out at once',
    ],
  ])('%s %s is a finding of severity %s: %s', (target, text, severity, part) => {
    const rules = { 'health-checks-unpublished': 'off' } as const
    expect(lint(completeExample(text.trim()).text, { target, rules })).toMatchObject([
      { severity, message: expect.stringContaining(part) },
    ])
  })

  test('the value that does harm later is loaded as written', () => {
    const result = load(completeExample('forwarder: { xgressCloseCheckInterval: -1 }').text)
    expect(result).toMatchObject({
      ok: true,
      config: { forwarder: { xgressCloseCheckInterval: -1 } },
    })
  })

  test('a number that becomes another, doubtful one is worth a warning', () => {
    expect(found('2.0.3', 'forwarder: { faultTxInterval: 9223372036854775807 }')).toEqual([
      'warning wrapped-number forwarder.faultTxInterval',
    ])
  })
})

describe('queues larger than any memory', () => {
  const huge = '9223372036854775807'
  test.each([
    ['2.0.3', `metrics: { eventQueueSize: ${huge} }`, 'error', 'crashes when it starts'],
    ['1.6.20', `metrics: { eventQueueSize: ${huge} }`, 'error', 'crashes when it starts'],
    ['2.0.3', 'metrics: { eventQueueSize: 15 }', 'warning', 'falls back to `16`'],
    ['2.0.3', `metrics: { messageQueueSize: ${huge} }`, 'error', 'crashes when it starts'],
    ['2.0.3', `link: { dialers: [], payloadSenderQueueSize: ${huge} }`, 'warning', 'first link'],
    ['2.0.3', `link: { dialers: [], ackSenderQueueSize: ${huge} }`, 'warning', 'first link'],
    [
      '2.1',
      edgeListener('tls:0.0.0.0:3022', `      outQueueSize: ${huge}`),
      'warning',
      'first SDK',
    ],
    [
      '2.0.3',
      heartbeats(
        '  listeners:',
        '    - bind: tls:127.0.0.1:6262',
        `      options: { maxQueuedConnects: ${huge} }`,
      ),
      'error',
      'crashes when it starts',
    ],
  ])('%s %s is a finding of severity %s: %s', (target, text, severity, part) => {
    expect(lint(completeExample(text.trim()).text, { target })).toMatchObject([
      { severity, message: expect.stringContaining(part) },
    ])
  })

  test('what fits is fine', () => {
    expect(messages('2.0.3', 'metrics: { eventQueueSize: 2147483648 }')).toBe('')
  })
})

describe('variables instead of a value', () => {
  /** What is wrong, if anything, whatever the variable holds: with the complete environment and without one. */
  test.each([
    ['v: ${X}', 'error wrong-type v'],
    ['forwarder: { faultTxInterval: "${X}" }', 'error wrong-type forwarder.faultTxInterval'],
    [
      yaml`
      forwarder:
        linkDialWorkerCount: $X`,
      'error wrong-type forwarder.linkDialWorkerCount',
    ],
    ['edge:\n  heartbeatIntervalSeconds: ${X}0', 'error wrong-type edge.heartbeatIntervalSeconds'],
    ['enableDebugOps: ${X}', 'warning wrong-type enableDebugOps'],
    ['dialers: ${X}', 'warning wrong-type dialers'],
    ['csr: ${X}', 'error wrong-type csr'],
    ['link:\n  dialers:\n    - ${X}', 'error wrong-type link.dialers.0'],
    ['metrics:\n  eventQueueSize: ${X}', 'error wrong-type metrics.eventQueueSize'],
    [
      heartbeats('  rateLimiter: { minSize: 5, successThreshold: "${X}" }'),
      'error wrong-type ctrl.rateLimiter.successThreshold',
    ],
    ['connectEvents:\n  maxQueuedEvents: ${X}', 'warning wrong-type connectEvents.maxQueuedEvents'],
    [
      edgeListener('tls:0.0.0.0:3022', '      randomDrops: ${X}'),
      'error wrong-type listeners.0.options.randomDrops',
    ],
  ])('%s gives a string: %s', (text, expected) => {
    expect(found('2.0', text)).toEqual([expected])
    expect(found('2.0', text, { X: '7' })).toEqual([expected])
  })

  test.each([
    'metrics:\n  reportInterval: ${X}',
    'healthChecks:\n  linkCheck:\n    interval: ${X}\nweb: [{name: a, apis: [{binding: health-checks}], bindPoints: [{interface: 0.0.0.0:8081, address: localhost:8081}]}]',
    'forwarder:\n  unresponsiveLinkTimeout: ${X}',
    'connectEvents:\n  enabled: ${X}',
    'ctrl:\n  endpoint: ${X}',
    'ctrl:\n  endpoint: quic:${X}',
    'csr:\n  country: ${X}\n  sans:\n    dns: [localhost]\n    ip: ["$X"]',
    'proxy:\n  type: ${X}',
    edgeListener('${X}', '      connectTimeout: ${X}'),
  ])('%s is right where a string is', (text) => {
    expect(found('2.0', text)).toEqual([])
  })

  test('are not read in the names of keys', () => {
    expect(found('2.0', 'forwarder:\n  ${X}: 5')).toEqual(['warning unknown-key forwarder.${X}'])
  })

  const open = `${heartbeats('  defaultRequestTimeout: ${T}', '  heartbeats: { sendInterval: "${S}" }')}
connectEvents:
  enabled: \${E}
link:
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:3023
      advertise: tls:\${HOST}:3023`

  test('are loaded as they are written where the value is text, else as the default, so that each field has its type', () => {
    const result = load(completeExample(open).text)
    if (!result.ok) throw new Error('not loaded')
    const { ctrl, connectEvents, link } = result.config
    expect(ctrl.defaultRequestTimeout).toBe(5000)
    expect(ctrl.heartbeats.sendInterval).toBe(10_000)
    expect(ctrl.heartbeats.checkInterval).toBe(1000)
    expect(connectEvents?.enabled).toBe(true)
    expect(link.listeners?.[0]?.advertise).toBe('tls:${HOST}:3023')
  })

  test('are shown among the effective values as the file has them', () => {
    const rows = effective(completeExample(open).text).filter(
      ({ origin }) => origin === 'environment',
    )
    expect(rows.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['ctrl.heartbeats.sendInterval', '${S}'],
      ['ctrl.defaultRequestTimeout', '${T}'],
      ['link.listeners.0.advertise', 'tls:${HOST}:3023'],
      ['connectEvents.enabled', '${E}'],
    ])
  })

  test('give the value that they hold, where the environment is known', () => {
    const env = { T: '7s', S: '2m', E: 'false', HOST: 'localhost' }
    const result = load(completeExample(open).text, { env })
    expect(result).toMatchObject({
      ok: true,
      config: { ctrl: { defaultRequestTimeout: 7000 }, connectEvents: { enabled: false } },
    })
  })
})

describe('names of interfaces and paths', () => {
  const dialer = (bind: string): string =>
    `link:\n  dialers:\n    - binding: transport\n      bind: ${bind}`
  const ctrl = (bind: string): string => heartbeats(`  bind: ${bind}`)

  test.each([
    ['""', 'must be the name or an IP address'],
    ['tls:127.0.0.1', 'without a protocol or port'],
    ['tls::6262', 'without a protocol or port'],
    ['tls:127.0.0.1:6262', '`127.0.0.1`'],
    ['"tls:[fe80::1]:6262"', '`fe80::1`'],
    ['localhost:0', 'without a protocol or port'],
    ['https://192.0.2.1', '`192.0.2.1`'],
    ['10.0.0.0/8', 'must be the name or an IP address'],
    ['0.0.0.0', 'belongs to no interface'],
    ['"0:0:0:0:0:0:0:1"', 'must be the name or an IP address'],
  ])('%s is not an interface', (bind, part) => {
    for (const text of [ctrl(bind), dialer(bind)])
      expect(lint(completeExample(text).text)).toMatchObject([
        { severity: 'error', message: expect.stringContaining(part) },
      ])
  })

  test.each(['eth0', '127.0.0.1', '"::1"', 'fe80::1', '"7"', 'Ethernet 2', '${X}'])(
    '%s may be one',
    (bind) => {
      expect([ctrl(bind), dialer(bind)].flatMap((text) => found('2.0', text))).toEqual([])
    },
  )

  test('an IPv6 address is not one before 1.6.16', () => {
    expect(messages('1.6.14', ctrl('"::1"'))).toContain('does not support IPv6 addresses')
    expect(messages('1.6.16', ctrl('"::1"'))).toBe('')
  })

  test.each([
    ['2.0', heartbeats('  endpointsFile: ""'), 'error value-out-of-range ctrl.endpointsFile'],
    ['1.6.20', heartbeats('  endpointsFile: ""'), 'error value-out-of-range ctrl.endpointsFile'],
    ['2.0', 'plugins: [""]', 'error value-out-of-range plugins.0'],
    [
      '2.0',
      yaml`
        edge:
          heartbeatIntervalSeconds: 60
          db: ""`,
      'warning value-out-of-range edge.db',
    ],
    [
      '2.0',
      yaml`
      trace:
        path: ""`,
      'error value-out-of-range trace.path',
    ],
  ])('%s %s names nothing', (target, text, expected) => {
    expect(found(target, text)).toContain(expected)
  })

  test('profiles are off without a path', () => {
    expect(
      found(
        '2.0',
        yaml`
      profile:
        cpu:
          path: ""`,
      ),
    ).toEqual([])
  })
})

describe('addresses', () => {
  const listeners = (bind: string): string[] => [
    heartbeats('  listeners:', `    - bind: "${bind}"`),
    `link:\n  listeners:\n    - binding: transport\n      bind: "${bind}"\n      advertise: tls:localhost:6262`,
    edgeListener(`"${bind}"`),
  ]

  test.each([
    ['tls://127.0.0.1:3022', '`tls:127.0.0.1:3022`'],
    ['tls: 127.0.0.1:3022', '`tls:127.0.0.1:3022`'],
    ['tls:no such host:3022', '`no such host` is not a host'],
    ['wss://0.0.0.0:3022', '`wss:0.0.0.0:3022`'],
  ])('%s loads, and cannot be listened on', (bind, part) => {
    for (const text of listeners(bind))
      expect(lint(completeExample(text.trim()).text)).toMatchObject([
        {
          severity: 'error',
          rule: 'bad-format',
          message: expect.stringMatching(/refuses to start/),
        },
      ])
    expect(messages('2.0', listeners(bind)[0] ?? '')).toContain(part)
  })

  test('what is dialed is taken with its slashes, and reaches nothing', () => {
    const text = yaml`
      ctrl:
        endpoint: tls://localhost:6262`
    expect(found('2.0', text)).toEqual(['warning read-differently ctrl.endpoint'])
    expect(messages('2.0', text)).toContain('write `tls:localhost:6262`')
    expect(load(completeExample(text).text)).toMatchObject({
      ok: true,
      config: { ctrl: { endpoints: ['tls://localhost:6262'] } },
    })
  })

  test('ports are numbers: zeros before them do not count', () => {
    const text = `${heartbeats('  listeners:', '    - bind: tls:127.0.0.1:06262')}\n${edgeListener('tls:0.0.0.0:03022')}`
    expect(found('2.0', text)).toEqual([])
    const result = load(completeExample(text.replace('com:6262', 'com:006262')).text)
    expect(result).toMatchObject({
      ok: true,
      config: {
        ctrl: {
          endpoints: ['tls:localhost:6262'],
          listeners: [{ bind: 'tls:127.0.0.1:6262' }],
        },
        listeners: [{ address: 'tls:0.0.0.0:3022' }],
      },
    })
    expect(
      load(
        completeExample(yaml`
      ctrl:
        endpoint: tls:a:00`).text,
      ),
    ).toMatchObject({
      config: { ctrl: { endpoints: ['tls:a:0'] } },
    })
  })
})

describe('transport.westworld3', () => {
  const section = (...lines: string[]): string =>
    ['transport:', '  westworld3:', ...lines.map((line) => `    ${line}`)].join('\n')
  const listener = (protocol: string): string =>
    `link:\n  listeners:\n    - binding: transport\n      bind: ${protocol}:0.0.0.0:6262\n      advertise: tls:localhost:6262\n`
  const below = (target: string, text: string): string[] =>
    found(target, text).filter((line) => line.includes('transport.'))

  test.each([
    [['{}'], ['missing-key transport.westworld3']],
    [['profile_version: 2'], ['value-out-of-range transport.westworld3.profile_version']],
    [['profile_version: "1"'], ['wrong-type transport.westworld3.profile_version']],
    [
      ['profile_version: 1', 'tx_portal_min_sz: 16k', 'tx_portal_max_sz: 1.5'],
      [
        'wrong-type transport.westworld3.tx_portal_min_sz',
        'wrong-type transport.westworld3.tx_portal_max_sz',
      ],
    ],
    [['profile_version: 1', 'instrument: metrics'], ['wrong-type transport.westworld3.instrument']],
    [
      ['profile_version: 1', 'instrument: { path: /tmp }'],
      ['missing-key transport.westworld3.instrument'],
    ],
    [
      ['profile_version: 1', 'instrument: { name: metric }'],
      ['value-not-allowed transport.westworld3.instrument.name'],
    ],
    [
      ['profile_version: 1', 'instrument: { name: metrics, path: 1, snapshot_ms: 1s, enabled: 1 }'],
      ['path', 'snapshot_ms', 'enabled'].map(
        (key) => `wrong-type transport.westworld3.instrument.${key}`,
      ),
    ],
    [['profile_version: 1', 'foo: 1'], ['unknown-key transport.westworld3.foo']],
  ])('%j is wrong in releases that read it', (lines, expected) => {
    const text =
      lines[0] === '{}'
        ? yaml`
      transport:
        westworld3: {}`
        : section(...lines)
    const rules = (target: string, whole: string): string[] =>
      below(target, whole).map((line) => line.replace(/^(warning|error) /, ''))
    for (const target of ['0.31', '1.3', '1.6.13', '1.7']) {
      expect(rules(target, text)).toEqual(expect.arrayContaining(expected))
      expect(rules(target, text)).toHaveLength(expected.length + (text.includes('{ path') ? 1 : 0))
    }
  })

  test.each(['transwarp', 'transwarptls'])(
    'keeps a router from starting that listens on %s',
    (protocol) => {
      const wrong = section('profile_version: 2')
      expect(below('0.31', wrong)).toEqual([
        'warning value-out-of-range transport.westworld3.profile_version',
      ])
      expect(below('0.31', listener(protocol) + wrong)).toEqual([
        'error value-out-of-range transport.westworld3.profile_version',
      ])
      expect(below('0.31', `${listener(protocol)}transport:\n  westworld3: {}`)).toEqual([
        'error missing-key transport.westworld3',
      ])
    },
  )

  const sound = section(
    'profile_version: 1',
    'retx_scale: 1.5',
    'instrument: { name: metrics, path: /tmp/westworld3 }',
  )

  test('is loaded with its defaults', () => {
    const result = load(completeExample(sound).text, { target: '1.3' })
    expect(result).toMatchObject({
      ok: true,
      config: {
        transport: {
          westworld3: {
            profile_version: 1,
            tx_portal_min_sz: 16384,
            tx_portal_max_sz: 4194304,
            instrument: {
              name: 'metrics',
              path: '/tmp/westworld3',
              snapshot_ms: 1000,
              enabled: false,
            },
          },
        },
      },
    })
  })

  test.each(['1.6.14', '2.0', '2.1'])('is obsolete in %s', (target) => {
    expect(found(target, sound)).toEqual(['info obsolete-key transport.westworld3'])
    expect(describeKey('transport.westworld3', { target })).toMatchObject([
      { read: false, text: expect.stringContaining('removed in 1.6.14 and 2.0') },
    ])
    expect(describeKey('transport.westworld3.instrument.snapshot_ms', { target })).toMatchObject([
      { read: false, releases: ['<1.6.14', '>=1.7.0 <2.0.0-pre3'], unit: 'ms' },
    ])
  })

  test('is offered and explained in an editor, with the keys that people use', () => {
    expect(labels(`v: 3\n${section('pro|')}\n`, '0.31')).toEqual([
      'profile_version',
      'tx_portal_min_sz',
      'tx_portal_max_sz',
      'instrument',
    ])
    expect(labels(`v: 3\n${section('instrument:', '  n|')}\n`, '0.31')).toEqual(
      expect.arrayContaining(['name', 'path', 'snapshot_ms', 'enabled']),
    )
    expect(labels(`v: 3\n${section('instrument:', '  name: |')}\n`, '0.31')).toEqual(
      expect.arrayContaining(['metrics', 'trace', 'nil']),
    )
    const { view, offset } = cursor(`v: 3\n${section('tx_portal|_min_sz: 1')}\n`, {
      target: '0.31',
    })
    expect(hover(view, offset)?.contents).toContain('- default: `16384`')
  })
})

describe('doubtful values', () => {
  const tunnel = (...lines: string[]): string =>
    `${edgeListener('tls:0.0.0.0:3022')}  - binding: tunnel\n    options:\n${lines.map((line) => `      ${line}\n`).join('')}`
  const options = 'listeners.1.options'

  test.each([
    [
      '2.0',
      ['mode: proxy', 'services: ["a:70000"]'],
      `warning tunnel-service-port ${options}.services.0`,
    ],
    [
      '2.0',
      ['mode: proxy', 'services: ["a:-1"]'],
      `warning tunnel-service-port ${options}.services.0`,
    ],
    [
      '2.0',
      ['mode: proxy', 'services: ["a:70000:udp"]'],
      `warning tunnel-service-port ${options}.services.0`,
    ],
    [
      '2.0',
      ['mode: proxy', 'services: ["a:80", "b:80"]'],
      `warning tunnel-service-port ${options}.services.1`,
    ],
    [
      '2.0',
      ['mode: proxy', 'services: ["a:80", "b:080:tcp"]'],
      `warning tunnel-service-port ${options}.services.1`,
    ],
    [
      '2.0',
      ['mode: proxy', 'services: ["a:3022"]'],
      `warning tunnel-service-port ${options}.services.0`,
    ],
    [
      '2.0',
      ['mode: tproxy', 'resolver: "udp://127.0.0.1"'],
      `warning resolver-unusable ${options}.resolver`,
    ],
    [
      '2.0',
      ['mode: tproxy', 'resolver: "udp://127.0.0.1:"'],
      `warning resolver-unusable ${options}.resolver`,
    ],
    [
      '2.0',
      ['mode: tproxy', 'resolver: "udp://127.0.0.1:0"'],
      `warning resolver-unusable ${options}.resolver`,
    ],
    [
      '2.0',
      ['mode: tproxy', 'dnsUpstream: ["tcp://10.0.0.53"]'],
      `warning resolver-unusable ${options}.dnsUpstream.0`,
    ],
    [
      '2.1',
      ['mode: tproxy', 'resolver: ["udp://[::1]"]'],
      `warning resolver-unusable ${options}.resolver.0`,
    ],
    ['2.1', ['mode: tproxy', 'lanIf: [""]'], `error lan-interface-empty ${options}.lanIf.0`],
  ])('%s %j', (target, lines, expected) => {
    expect(found(target, tunnel(...lines))).toEqual([expected])
  })

  test.each([
    ['mode: proxy', 'services: ["a:80", "b:80:udp", "c:81"]'],
    ['mode: proxy', 'services: ["a:${PORT}"]'],
    [
      'mode: tproxy',
      'resolver: "udp://[::1]:53?response=servfail"',
      'dnsUpstream: udp://10.0.0.53:53',
    ],
    ['mode: tproxy', 'resolver: ${RESOLVER}'],
  ])('%s %s is fine', (...lines) => {
    expect(found('2.0', tunnel(...lines))).toEqual([])
  })

  test('what an older router does with a port that it cannot open is said for that router', () => {
    const text = tunnel('mode: proxy', 'services: ["a:70000"]')
    expect(messages('1.6', text)).toContain('The router stops when a controller offers the service')
    expect(messages('2.0', text)).toContain('The service is not reachable here')
  })

  const sans = (line: string): string => `csr:\n  sans:\n    ${line}`
  test.each([
    ['dns: [localhost, "https://x.y"]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, "x y"]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, "*"]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, "a.*.b"]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, "me@x.y"]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, ""]', 'warning san-malformed csr.sans.dns.1'],
    ['dns: [localhost, "192.0.2.1"]', 'warning ip-among-names csr.sans.dns.1'],
    [
      yaml`
      dns: [localhost]
          ip: [x]`,
      'error value-out-of-range csr.sans.ip.0',
    ],
    [
      yaml`
      dns: [localhost]
          email: [x]`,
      'warning san-malformed csr.sans.email.0',
    ],
    [
      yaml`
      dns: [localhost]
          email: ["mailto:a@b.c"]`,
      'warning san-malformed csr.sans.email.0',
    ],
    [
      yaml`
      dns: [localhost]
          uri: [router/1]`,
      'warning san-malformed csr.sans.uri.0',
    ],
  ])('%s', (line, expected) => {
    expect(found('2.0', sans(line))).toEqual([expected])
  })

  test.each(['dns: [localhost, "*.x.y", "x.y.", "a_b", "1host"]', 'dns: [localhost, "${HOST}"]'])(
    '%s is fine',
    (line) => {
      expect(found('2.0', sans(line))).toEqual([])
    },
  )

  test.each([
    [
      yaml`
      proxy:
        type: http
        address: a:70000`,
      'warning unreachable-port proxy.address',
    ],
    [
      yaml`
      proxy:
        type: http
        address: tls:a:3128`,
      'warning unreachable-port proxy.address',
    ],
    [
      yaml`
      ctrl:
        endpoints: ["tls:a:1", "tls:b:0"]`,
      'warning unreachable-port ctrl.endpoints.1',
    ],
    [
      yaml`
        edge:
          apiProxy: { listener: "127.0.0.1:1080", upstream: "a:65536" }`,
      'warning unreachable-port edge.apiProxy.upstream',
    ],
  ])('%s', (text, expected) => {
    expect(found('2.0', text).filter((line) => !line.startsWith('info'))).toEqual([expected])
  })
})
