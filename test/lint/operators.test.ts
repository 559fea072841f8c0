import { describe, expect, test } from 'vitest'
import type { Answers } from '../../src/core.js'
import { describe as describeKey, generate, lint, load } from '../../src/core.js'
import { completeExample } from '../support/fixtures.js'
import { printed, realReports } from '../support/reports.js'

/** A text of sections, the release, and what is found there: "severity rule path: a part of the message". */
type Row = [name: string, target: string, text: string, expected: readonly string[]]

const findings = (text: string, target: string): string[] =>
  lint(completeExample(text).text, { target }).map(
    ({ severity, rule, path, message }) => `${severity} ${rule} ${path.join('.')}: ${message}`,
  )

/** Old releases read the request of the base under `edge`; nothing is said about that here. */
const aboutRequest = /^info (?:unread-key csr|deprecated-key edge\.csr)|^error edge-without-csr/

function expectFindings(target: string, text: string, expected: readonly string[]): void {
  const found = findings(text, target).filter((line) => !aboutRequest.test(line))
  expect(found).toHaveLength(expected.length)
  expected.forEach((part, index) => {
    const [place = '', ...words] = part.split(': ')
    expect(found[index]).toContain(`${place}: `)
    for (const word of words) expect(found[index]).toContain(word)
  })
}

const tunnel = (options: string): string =>
  `listeners:\n  - {binding: edge, address: "tls:0.0.0.0:3022", options: {advertise: "localhost:3022"}}\n  - {binding: tunnel, options: {${options}}}`

const identity = (ca: string, rest = ''): string =>
  `identity: {cert: a.cert, server_cert: b.cert, key: c.key${ca}${rest}}`

describe('a value that another release accepts', () => {
  test.each<Row>([
    [
      'a list',
      '2.0',
      tunnel('mode: tproxy, lanIf: [eth0, eth1]'),
      ['error wrong-type listeners.1.options.lanIf: From 2.1.0-pre1 on'],
    ],
    [
      'a list, at the release before',
      '1.7',
      tunnel('mode: tproxy, dnsUpstream: ["udp://10.0.0.2:53"]'),
      ['error wrong-type listeners.1.options.dnsUpstream: From 2.0.0'],
    ],
    [
      'a protocol',
      '1.1.8',
      'ctrl: {endpoint: "dtls:localhost:1"}',
      ['error bad-format ctrl.endpoint: From 1.1.9 on, the router accepts it'],
    ],
    [
      'an address, where lines of releases differ',
      '1.7.0',
      'ctrl: {endpoint: "tls:[::1]:1"}',
      ['error bad-format ctrl.endpoint: From 2.0.0-pre3 on'],
    ],
    [
      'a protocol that is removed',
      '2.0',
      'ctrl: {endpoint: "transwarp:localhost:1"}',
      ['error bad-format ctrl.endpoint: Before 2.0.0-pre3, the router accepted it'],
    ],
    [
      'a protocol that only this line has lost',
      '1.6.20',
      'ctrl: {endpoint: "transwarp:localhost:1"}',
      ['error bad-format ctrl.endpoint: Before 1.6.14, the router accepted it'],
    ],
    [
      'a limit that is new',
      '2.1.0-pre2',
      'listeners: [{binding: edge, address: "tls:0.0.0.0:3022", options: {advertise: "localhost:3022", connectTimeout: 90s}}]',
      ['error value-out-of-range listeners.0.options.connectTimeout: Before 2.1.0-pre2'],
    ],
    ['a protocol that is known', '1.1.9', 'ctrl: {endpoint: "dtls:localhost:1"}', []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })

  test.each([
    ['no release accepts', '2.0', tunnel('mode: tproxy, lanIf: {a: b}')],
    ['the newest releases refuse too', '1.6.20', 'ctrl: {endpoint: "transwarp:localhost:1"}'],
    [
      'the key is new',
      '2.1.0-pre2',
      'ctrl: {endpoint: "tls:localhost:1", options: {connectTimeout: 90s}}',
    ],
  ])('is not promised where %s', (_, target, text) => {
    expect(findings(text, target).join('\n')).not.toMatch(
      / on, the router accepts|connectTimeout.*the router accepted/,
    )
  })
})

describe('a key that this release does not read yet', () => {
  test.each<Row>([
    [
      'the older name',
      '1.3',
      'ctrl: {endpoint: "tls:localhost:1", endpointsFile: /a/endpoints}',
      ['warning newer-key ctrl.endpointsFile: requires 1.4.0 or later: it reads `dataDir`'],
    ],
    [
      'the older name beside it',
      '2.0',
      'ctrl: {endpoint: "tls:localhost:1", options: {connectTimeout: 5s}}',
      ['warning newer-key ctrl.options.connectTimeout: it reads `connectTimeoutMs`'],
    ],
    [
      'the older name in a list',
      '2.0',
      'link: {dialers: [{binding: transport, bindInterface: eth0}]}',
      ['warning newer-key link.dialers.0.bindInterface: it reads `bind`'],
    ],
    [
      'no older name',
      '1.6.14',
      'ctrl: {endpoint: "tls:localhost:1", rateLimiter: {minSize: 5, increaseFactor: 1.5}}',
      [
        'warning newer-key ctrl.rateLimiter.increaseFactor: 2.0.0-pre3 or later, or 1.6.15 to 1.6.20. This release ignores it.',
      ],
    ],
    [
      'where an older line reads it',
      '1.3',
      'metrics: {eventQueueSize: 256}',
      ['warning newer-key metrics.eventQueueSize: 1.5.0 or later, or 1.1.17 to 1.1.20'],
    ],
    ['the older line', '1.1.18', 'metrics: {eventQueueSize: 256}', []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('one entry that a dash splits', () => {
  const split = (first: string, second: string): string =>
    identity(', ca: d.cas', `, alt_server_certs: [${first}, ${second}]`)
  test.each<Row>([
    [
      'is recognized',
      '1.6',
      split('{server_cert: e.cert}', '{server_key: e.key}'),
      [
        'error missing-key identity.alt_server_certs.1: `server_cert` is missing in entry 2 of `alt_server_certs`: Entry 1 has it: remove the second dash',
      ],
    ],
    [
      'is not two entries that have a key in common',
      '1.6',
      split('{server_cert: e.cert, server_key: e.key}', '{server_key: f.key}'),
      ['error missing-key identity.alt_server_certs.1: The router refuses to start.'],
    ],
    [
      'is recognized from its first half',
      '2.0',
      'link: {listeners: [{binding: transport}, {bind: "tls:0.0.0.0:6000", advertise: "tls:localhost:6000"}]}',
      [
        'error missing-key link.listeners.0: Entry 2 has it',
        'error missing-key link.listeners.1: Entry 1 has it',
      ],
    ],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })

  test('is not seen in two whole entries, of which one lacks a key', () => {
    const text = split('{server_cert: e.cert, server_key: e.key}', '{server_key: f.key}')
    expect(findings(text, '1.6').join('\n')).not.toContain('dash')
  })
})

describe('options of dialers', () => {
  const dialers = 'dialers: [{binding: edge, options: {getCircuitTimeout: 20s}}]'
  test.each<Row>([
    ['0.31', '0.31.1', dialers, ['warning no-effect dialers.0.options: use 0.32.0 or later']],
    ['the release before', '0.30.5', dialers, []],
    ['the release after', '0.32.0', dialers, []],
    ['the defaults', '0.31.1', 'dialers: [{binding: edge}]', []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })

  test('of an unknown binding are kept, with defaults, and have no effect', () => {
    const text = completeExample('dialers: [{binding: telnet, options: {mtu: 5}}]').text
    const loaded = load(text, { target: '2.0' })
    expect(loaded).toMatchObject({
      ok: true,
      config: { dialers: [{ binding: 'telnet', options: { mtu: 5, txQueueSize: 1 } }] },
    })
    expect(loaded.diagnostics.map(({ rule }) => rule)).toEqual(['value-not-allowed', 'no-effect'])
  })
})

describe('links', () => {
  const dialer = (rest: string): string => `link: {dialers: [{binding: ${rest}}]}`
  test.each<Row>([
    [
      'a dialer that is skipped',
      '2.0.3',
      dialer('udp, healthyDialBackoff: {minRetryInterval: 5}'),
      [
        'warning value-not-allowed link.dialers.0.binding: The router dials nobody',
        'warning unread-key link.dialers.0.healthyDialBackoff: it skips entries',
      ],
    ],
    [
      'a dialer that is refused',
      '2.1.0-pre2',
      dialer('udp, split: 5'),
      [
        'error value-not-allowed link.dialers.0.binding: refuses to start',
        'error wrong-type link.dialers.0.split: refuses to start',
      ],
    ],
    [
      'not a number',
      '2.1.0-pre2',
      dialer('transport, healthyDialBackoff: {retryBackoffFactor: .nan}'),
      [
        'error value-out-of-range link.dialers.0.healthyDialBackoff.retryBackoffFactor: other than `.nan`',
      ],
    ],
    [
      'not a number, before',
      '2.0.3',
      dialer('transport, healthyDialBackoff: {retryBackoffFactor: .nan}'),
      ['warning not-a-number link.dialers.0.healthyDialBackoff.retryBackoffFactor: NaN'],
    ],
    [
      'a queue of negative size',
      '2.0.3',
      'link: {listeners: [{binding: transport, bind: "tls:localhost:1", options: {maxQueuedConnects: -1}}]}',
      [
        'error value-out-of-range link.listeners.0.options.maxQueuedConnects: The router crashes when it starts',
      ],
    ],
    [
      'a queue that a dialer does not have',
      '2.0.3',
      dialer('transport, options: {maxQueuedConnects: -1}'),
      ['warning no-effect link.dialers.0.options.maxQueuedConnects: accepts no connections'],
    ],
    [
      'a queue size that is not read',
      '2.0.3',
      dialer('transport, options: {outQueueSize: 16}'),
      ['warning wrong-type link.dialers.0.options.outQueueSize: falls back to `64`'],
    ],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('an advertised localhost', () => {
  const listener = (host: string): string =>
    `link: {listeners: [{binding: transport, bind: "tls:0.0.0.0:6000", advertise: "tls:${host}:6000"}]}`
  const away = 'ctrl: {endpoint: "tls:ctrl.example.com:1"}'
  const base =
    'csr: {sans: {dns: [router.example.com, localhost], ip: [127.0.0.1]}}\nlisteners: [{binding: edge, address: "tls:0.0.0.0:3022", options: {advertise: "router.example.com:3022"}}]'
  const place = 'info advertise-loopback link.listeners.0.advertise: their own machine'
  test.each<Row>([
    ['a name', '1.6', `${away}\n${listener('localhost')}`, [place]],
    ['an address', '2.0', `${away}\n${listener('127.0.0.1')}`, [place]],
    ['beside a controller here', '1.6', listener('localhost'), []],
    [
      'beside one of several controllers here',
      '2.0',
      `ctrl: {endpoints: ["tls:a.example.com:1", "tls:127.0.0.1:1"]}\n${listener('localhost')}`,
      [],
    ],
    [
      'where the controller is not known',
      '2.0',
      `ctrl: {endpoint: $CTRL}\n${listener('localhost')}`,
      [],
    ],
    ['of a name like it', '2.0', `${away}\n${listener('router.example.com')}`, []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, `${text}\n${base}`, expected)
  })
})

describe('what is missing', () => {
  test.each<Row>([
    ['a CA bundle', '1.6', identity(''), ['warning no-authorities identity: `ca` is missing']],
    ['no CA bundle that a variable names', '1.6', identity(', ca: $CA'), []],
    ['links', '2.0', 'link: {payloadSenderQueueSize: 256}', ['info no-links link: `link.dialers`']],
    ['no links on purpose', '2.0', 'link: {dialers: []}', []],
    ['links that the controller supplies', '2.1', 'managedConfig: {allow: [all]}\nlink: {}', []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })

  test('nothing, in a part of a file', () => {
    expect(lint('ctrl: {endpoint: "tls:a:1"}\n').map(({ rule }) => rule)).not.toContain('no-links')
  })
})

describe('what to write', () => {
  test.each<Row>([
    [
      'for a key without value',
      '0.33',
      tunnel('mode: tproxy, lanIf: '),
      ['error empty-value listeners.1.options.lanIf: Write a value, or remove the key.'],
    ],
    [
      'for a required key without value',
      '1.6',
      'listeners: [{binding: edge, address: , options: {advertise: "localhost:1"}}]',
      ['error empty-value listeners.0.address: starts. Write a value.'],
    ],
    [
      'for an entry without value',
      '1.6',
      'csr: {sans: {dns: [localhost], ip: [~]}}',
      ['error empty-value csr.sans.ip.0: Write a value, or remove the entry.'],
    ],
    [
      'for a key that is missing',
      '1.6',
      'listeners: [{binding: edge, address: "tls:0.0.0.0:1", options: {}}]',
      ['error missing-key listeners.0.options: missing in `options`: Add `advertise`, HOST:PORT'],
    ],
    [
      'for a placeholder among the names',
      '1.6',
      'csr: {sans: {dns: [localhost, "<no value>"]}}',
      ['warning placeholder csr.sans.dns.1: Write the value instead'],
    ],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('an advertised host that is empty', () => {
  const edge = tunnel('mode: host').replace('localhost:3022', ':3022')
  const other =
    'listeners: [{binding: edge, address: "tls:0.0.0.0:1", options: {advertise: "localhost:1"}}, {binding: transport, address: "tls:0.0.0.0:2", options: {advertise: ":2"}}]'
  test.each<Row>([
    ['stops the router', '1.4', edge, ['error advertise-wildcard listeners.0: refuses to start']],
    ['is of no use', '1.3', edge, ['warning advertise-wildcard listeners.0: Nobody can connect']],
    ['where nobody connects', '1.4', other, ['error advertise-wildcard listeners.1: refuses']],
    ['where nobody connects or looks', '1.3', other, []],
  ])('%s: %s', (_, target, text, expected) => {
    const found = findings(text, target).filter((line) => line.includes('advertise-wildcard'))
    expect(found).toHaveLength(expected.length)
    expected.forEach((part, index) => {
      for (const word of part.split(': ')) expect(found[index]).toContain(word)
    })
  })
})

describe('identity files', () => {
  const cert = (path: string): string =>
    `identity: {cert: ${path}, server_cert: b.cert, key: c.key, ca: d.cas}`
  test.each([
    ['/router.cert', {}, true],
    ['$ZITI_HOME/router.cert', { ZITI_HOME: '' }, true],
    ['$ZITI_HOME/router.cert', { ZITI_HOME: '/home/ziti' }, false],
    ['$ZITI_HOME/router.cert', undefined, false],
    ['/etc/router.cert', {}, false],
    ['router.cert', {}, false],
  ])('%s with %j is in the root directory: %s', (path, env, is) => {
    const { text } = completeExample(cert(path))
    const rules = lint(text, { target: '0.31', ...(env && { env }) }).map(({ rule }) => rule)
    expect(rules.includes('root-directory-path')).toBe(is)
  })
})

describe('a listener for browsers', () => {
  const wss =
    'listeners: [{binding: edge, address: "wss:0.0.0.0:443", options: {advertise: "localhost:443"}}]'
  const alternative = identity(
    ', ca: d.cas',
    ', alt_server_certs: [{server_cert: e, server_key: f}]',
  )
  test.each<Row>([
    [
      'without their certificate',
      '1.6',
      wss,
      ['info wss-certificate listeners.0.address: alt_server_certs'],
    ],
    ['with it', '1.6', `${alternative}\n${wss}`, []],
    ['that no browser reaches', '2.0.3', wss, ['warning wss-refuses-browsers listeners.0.address']],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('the DNS server of a tunneler', () => {
  const port = 'info unused-dns-server listeners.1.options'
  test.each<Row>([
    ['mode host', '1.1', tunnel('mode: host'), [`${port}: 127.0.0.1:53`]],
    ['mode proxy', '0.33', tunnel('mode: proxy, services: [a:1]'), [`${port}: 127.0.0.1:53`]],
    ['mode tproxy', '1.1', tunnel('mode: tproxy'), []],
    ['another port', '1.1', tunnel('mode: host, resolver: "udp://127.0.0.1:5300"'), []],
    ['since 1.2', '1.2', tunnel('mode: host'), []],
    [
      'a host name',
      '0.33',
      tunnel('mode: tproxy, resolver: "udp://router.example.com:53"'),
      ['info resolver-unusable listeners.1.options.resolver: router.example.com: local IP'],
    ],
    ['an address', '2.0', tunnel('mode: tproxy, resolver: "udp://10.0.0.1:53"'), []],
    ['this machine', '2.0', tunnel('mode: tproxy, resolver: "udp://localhost:53"'), []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('a router without edge', () => {
  const example = (without: readonly string[]): string =>
    completeExample({ text: 'v: 3', without: ['edge', 'listeners', ...without] }).text
  test.each([
    ['1.5.0', [], ['error crashes-without-edge']],
    ['1.5.4', [], []],
    ['1.4.3', [], []],
    ['1.0', ['csr'], ['info csr-missing']],
    ['1.3', ['csr'], ['info csr-missing']],
    ['1.4', ['csr'], ['error csr-missing']],
    ['1.3', [], []],
  ])('%s without %j', (target, without, expected) => {
    expect(
      lint(example(without), { target }).map(({ severity, rule }) => `${severity} ${rule}`),
    ).toEqual(expected)
  })
})

describe('a boolean in quotes', () => {
  test.each(['"false"', '"no"', '"true"'])('%s is ignored, and that is said', (value) => {
    expectFindings('2.0', `enableDebugOps: ${value}`, [
      'warning wrong-type enableDebugOps: falls back to `false`',
    ])
  })

  test('false is a boolean', () => {
    expectFindings('2.0', 'enableDebugOps: false', [])
  })
})

describe('a tunneler without edge', () => {
  const text = 'v: 3\nlisteners: [{binding: tunnel, options: {mode: proxy, services: [a:1]}}]'
  test.each([
    ['1.5.3', ['warning tunnel-without-edge']],
    ['1.4.3', ['warning tunnel-without-edge']],
    ['1.5.4', []],
  ])('%s', (target, rules) => {
    const example = completeExample({ text, without: ['edge', 'listeners'] })
    expect(
      lint(example.text, { target }).map(({ severity, rule }) => `${severity} ${rule}`),
    ).toEqual(rules)
    expect(load(example.text, { target }).ok).toBe(true)
  })
})

describe('a list of controllers at 1.1', () => {
  const controllers = 'ctrl: {endpoints: ["tls:localhost:1", "tls:localhost:2"]}'
  test.each<Row>([
    ['without ha', '1.1', controllers, ['info ha-not-enabled ctrl.endpoints: `ha`']],
    ['with ha', '1.1', `${controllers}\nha: {enabled: true}`, []],
    [
      'with ha off',
      '1.2',
      `${controllers}\nha: {enabled: false}`,
      ['info ha-not-enabled ctrl.endpoints: `ha`'],
    ],
    ['of one', '1.1', 'ctrl: {endpoints: ["tls:localhost:1"]}', []],
    ['before clusters', '1.0', controllers, []],
    ['since the controller says it', '1.3', controllers, []],
  ])('%s: %s', (_, target, text, expected) => {
    expectFindings(target, text, expected)
  })
})

describe('what is generated for old releases', () => {
  const base: Answers = { advertise: ['router.example.com'], tunnel: 'host' }
  const make = (answers: Answers): string => {
    const made = generate({ ...base, ...answers }, { now: 0 })
    return made.ok ? made.text : ''
  }
  const several = ['a.example.com:1', 'b.example.com:1']

  test.each([
    ['follows the data model of a cluster', '1.1', several, true],
    ['needs nothing for one controller', '1.1', ['a.example.com:1'], false],
    ['needs nothing since 1.3', '1.3', several, false],
  ])('%s', (_, target, controllers, has) => {
    expect(make({ target, controllers }).includes('ha:')).toBe(has)
  })

  test('does not open port 53 in mode host', () => {
    const controllers = ['a.example.com:1']
    expect(make({ target: '1.1', controllers })).toContain('resolver: udp://127.0.0.1:53053')
    expect(make({ target: '1.2', controllers })).not.toContain('resolver')
    const tunnelOptions = { resolver: 'udp://127.0.0.1:5300' }
    expect(make({ target: '1.1', controllers, tunnelOptions })).toContain('udp://127.0.0.1:5300')
  })
})

describe('words', () => {
  test('a clamped value is that of the nearest limit', () => {
    const [interval] = describeKey('connectEvents.batchInterval', { target: '1.6' })
    expect(interval?.outcomes.range).toBe('the router clamps it to the nearest limit')
    const [sync] = describeKey('connectEvents.fullSyncInterval', { target: '1.6' })
    expect(sync?.outcomes.range).toBe('the router clamps it to `1s` or `24h`')
  })

  test('the summary of obsolete keys names what replaced them', async () => {
    const text = 'forwarder: {idleSessionTimeout: 10, latencyProbeInterval: 10}'
    expect(await printed('pretty', realReports({ 'a.yml': completeExample(text).text }))).toMatch(
      /2 obsolete keys are ignored: `idleSessionTimeout` \(use `idleCircuitTimeout`\),\s+`latencyProbeInterval`/,
    )
  })

  test('a key is not moved to where it is already', () => {
    const text = 'ctrl: {endpoint: "tls:localhost:1", cert: a.cert}'
    expectFindings('2.0', text, ['warning misplaced-key ctrl.cert: `identity.cert` is set; remove'])
  })

  test('a key of another binding is not sent to where it is already', () => {
    expectFindings('2.0', 'dialers: [{binding: transport, options: {mode: host}}]', [
      'warning misplaced-key dialers.0.options.mode: move it to an entry with `binding',
    ])
  })

  test('an unknown binding says nothing about the other keys of its entry', () => {
    const text = 'dialers: [{binding: $KIND, options: {connectTimeoutMs: 3000}}]'
    expectFindings('2.0', text, [])
  })
})

test('a key that belongs elsewhere is not taken for a missing one that its name resembles', () => {
  const text = `v: 3\n${identity(', ca: d.ca')}\ncert: a.cert\ncsr: {sans: {dns: [a]}}\nlink: {dialers: [{binding: transport}]}\n`
  const found = lint(text, { target: '2.0' }).map(({ rule, path }) => `${rule} ${path.join('.')}`)
  expect(found).toEqual(['missing-key ', 'misplaced-key cert'])
})
