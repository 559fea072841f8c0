import { describe, expect, test } from 'vitest'
import { complete, resolveCompletion, viewOf } from '../../src/language/index.js'
import { accepted, labels, offered } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

const kinds = [
  'edge listener',
  'tunnel (tproxy) listener',
  'tunnel (host) listener',
  'tunnel (proxy) listener',
  'transport listener',
  'transport (UDP) listener',
  'proxy listener',
  'proxy (UDP) listener',
]
const identity = ['cert', 'key', 'server_cert', 'ca', 'server_key', 'alt_server_certs']
const bindings = ['edge', 'tunnel', 'transport', 'transport_udp', 'proxy', 'proxy_udp']

describe('wherever a cursor can be', () => {
  const cases: [where: string, marked: string, wanted: readonly string[]][] = [
    [
      'in an empty section',
      yaml`
      identity:
        |
    `,
      identity,
    ],
    [
      'in an empty section above another',
      yaml`
      identity:
        |
      ctrl:
        endpoint: tls:a:1
    `,
      identity,
    ],
    [
      'between keys',
      yaml`
      identity:
        cert: a
        |
        key: b
    `,
      identity.slice(2),
    ],
    [
      'behind keys',
      yaml`
      identity:
        cert: a
        key: b
        |`,
      identity.slice(2),
    ],
    [
      'before keys',
      yaml`
      identity:
        |
        cert: a
    `,
      identity.slice(1),
    ],
    [
      'in half a word',
      yaml`
      identity:
        ser|
      ctrl:
    `,
      identity,
    ],
    [
      'in a word with its colon',
      yaml`
        identity:
          ce|rt: a
          key: b
      `,
      ['cert', ...identity.slice(2)],
    ],
    [
      'in quotes',
      yaml`
      identity:
        "ce|": a
    `,
      identity,
    ],
    [
      'in open quotes',
      yaml`
      identity:
        "ce|
    `,
      identity,
    ],
    [
      'in an indentation of four',
      yaml`
      identity:
          cert: a
          |
    `,
      identity.slice(1),
    ],
    [
      'at the edge, where more of the section follows',
      yaml`
        identity:
          cert: a
        |
          key: b
      `,
      identity.slice(2),
    ],
    [
      'too far right',
      yaml`
      identity:
        cert: a
            |
    `,
      identity.slice(1),
    ],
    ['behind tabs', 'identity:\n\t|\n', identity],
    ['in lines that end as on Windows', 'identity:\r\n  cert: a\r\n  |\r\n', identity.slice(1)],
    ['in braces', 'identity: { cert: a, | }\n', identity.slice(1)],
    ['in braces that are open', 'identity: { cert: a, k|', identity.slice(1)],
    [
      'in braces over several lines',
      yaml`
      identity: {
        cert: a,
        |
      }
    `,
      identity.slice(1),
    ],
    ['in a file written as JSON', '{"v": 3, "identity": {"cert": "a", "|"}}', identity.slice(1)],
    [
      'below a broken line',
      yaml`
      identity:
        cert: a
        b c
        |
    `,
      identity.slice(1),
    ],
    [
      'above a broken line',
      yaml`
      identity:
        |
        - [
      ctrl:
    `,
      identity,
    ],
    [
      'below a quote that is never closed',
      yaml`
      ctrl:
        endpoint: "tls:
      identity:
        |
    `,
      identity,
    ],
    [
      'under the key of a list',
      yaml`
      listeners:
        |`,
      kinds,
    ],
    ['behind the colon of a list', 'listeners: |', kinds],
    ['at the colon of a list', 'listeners:|', kinds],
    [
      'behind a dash',
      yaml`
      listeners:
        - |`,
      [...kinds, 'binding', 'address', 'options', 'service'],
    ],
    [
      'at a dash',
      yaml`
      listeners:
        -|`,
      [...kinds, 'binding', 'address', 'options', 'service'],
    ],
    [
      'below an item, in the column of its dash',
      yaml`
      listeners:
        - binding: edge
        |`,
      kinds,
    ],
    [
      'below an item, in the column of its keys',
      yaml`
        listeners:
          - binding: edge
            |`,
      ['address', 'options'],
    ],
    [
      'below a text of a list, too far right',
      yaml`
        csr:
          sans:
            dns:
              - "a"
                |
              - b
      `,
      ['- localhost', '- entry of dns'],
    ],
    [
      'below a list in brackets of a list, too far right',
      yaml`
        plugins:
          - [a]
            |
      `,
      ['- entry of plugins'],
    ],
    [
      'below an item with an anchor, in the column of its keys',
      yaml`
        listeners:
          - &a binding: edge
            |`,
      ['address', 'options'],
    ],
    [
      'between items',
      yaml`
      listeners:
        - binding: edge
        |
        - binding: tunnel
    `,
      kinds,
    ],
    ['in a list in brackets', 'listeners: [ | ]', kinds],
    [
      'in braces in a list',
      'listeners: [ { binding: proxy, | } ]',
      ['address', 'service', 'options'],
    ],
    [
      'for a value',
      yaml`
      listeners:
        - binding: |`,
      bindings,
    ],
    [
      'for a value, at the colon',
      yaml`
      listeners:
        - binding:|`,
      bindings,
    ],
    [
      'for a value, in quotes',
      yaml`
      listeners:
        - binding: "|"`,
      bindings,
    ],
    [
      'for a value, in open quotes',
      yaml`
        listeners:
          - binding: 'ed|
            address: tls:a:1
      `,
      bindings,
    ],
    ['for a value, in braces', 'listeners: [{binding:|}]', bindings],
    [
      'for a value on the next line',
      yaml`
      listeners:
        - binding:
            |`,
      bindings,
    ],
    [
      'for a value, before a comment',
      yaml`
      listeners:
        - binding: | # which
    `,
      bindings,
    ],
    [
      'for a value that is there',
      yaml`
      listeners:
        - binding: ed|ge
    `,
      bindings,
    ],
  ]
  test.each(cases)('%s', (_, marked, wanted) => {
    expect(labels(marked)).toEqual(wanted)
  })

  const none: [where: string, marked: string][] = [
    [
      'in a block of text',
      yaml`
      identity:
        cert: |
    `.replace('|', '>') + '    cer|\n',
    ],
    [
      'in prose of a comment',
      yaml`
      # what the router says|
      v: 3
    `,
    ],
    [
      'behind the end of the document',
      yaml`
      v: 3
      ---
      identity:
        |
    `,
    ],
    [
      'in the indentation of something',
      yaml`
      identity:
       |  cert: a
    `,
    ],
    [
      'before a dash',
      yaml`
      listeners:
        |- binding: edge
    `,
    ],
    [
      'where the value is below',
      yaml`
      listeners: |
        - binding: edge
    `,
    ],
    [
      'below a key that is none',
      yaml`
      foo:
        |
    `,
    ],
  ]
  test.each(none)('nothing %s', (_, marked) => {
    expect(labels(marked)).toEqual([])
  })
})

describe('what is offered', () => {
  test('begins with required keys, then the usual ones, and ends with old ones that are marked as such', () => {
    const found = offered('|\nlink:\n')
    expect(found.slice(0, 7).map(({ label }) => label)).toEqual([
      'v',
      'identity',
      'ctrl',
      'csr',
      'edge',
      'dialers',
      'listeners',
    ])
    expect(found.map(({ sortText }) => sortText)).toEqual(
      found.map(({ sortText }) => sortText).toSorted(),
    )
    const options = offered(yaml`
      edge:
        |
    `)
    expect(options.at(-1)).toMatchObject({
      label: 'csr',
      deprecated: true,
      detail: expect.stringContaining('deprecated'),
    })
  })

  const options: [mode: string, first: readonly string[], last: string][] = [
    ['host', ['connectTimeout', 'getCircuitTimeout', 'circuitStartTimeout'], 'lanIf'],
    ['tproxy', ['resolver', 'lanIf', 'dnsSvcIpRange'], 'services'],
    ['proxy', ['services', 'connectTimeout', 'getCircuitTimeout'], 'resolver'],
  ]
  test.each(options)('begins with what people set in mode %s', (mode, first, last) => {
    const found = labels(
      `listeners:\n  - binding: tunnel\n    options:\n      mode: ${mode}\n      |\n`,
    )
    expect(found.slice(0, 3)).toEqual(first)
    expect(found.indexOf(last)).toBeGreaterThan(found.indexOf('retxScale'))
  })

  test('is an alias after a star, the nearest anchor first, with its value', () => {
    const text = yaml`
      # not &this
      x: &timeout 7s
      y: &timeout 8s
      z: &map {a: 1}
      ctrl:
        defaultRequestTimeout: *|
        startupTimeout: &later 5s
    `
    expect(offered(text).map(({ label, detail, kind }) => ({ label, detail, kind }))).toEqual([
      { label: '*map', detail: undefined, kind: 'alias' },
      { label: '*timeout', detail: '8s', kind: 'alias' },
    ])
    expect(accepted(text, '*timeout')).toContain('  defaultRequestTimeout: *timeout\n')
    expect(accepted(text.replace('*|', '*ti|me'), '*timeout')).toContain(': *timeout\n')
  })

  test.each([
    ['a merge key', 'x: &shared {a: 1}\nctrl:\n  <<: *|\n'],
    ['an item', 'x: &shared a\ncsr:\n  sans:\n    dns:\n      - *|\n'],
    ['a list in brackets', 'x: &shared a\ncsr: {sans: {dns: [*|]}}\n'],
    ['an unknown key', 'x: &shared a\ny: *|\n'],
  ])('is an alias after the star of %s', (_, marked) => {
    expect(labels(marked)).toEqual(['*shared'])
  })

  test('is no alias within quotes, nor of a secret', () => {
    expect(labels('x: &shared a\nctrl:\n  endpoint: "*|"\n')).not.toContain('*shared')
    const [offer] = offered('password: &shared hunter22\ntransport: *|\n')
    expect(offer?.detail ?? '').not.toContain('hunter22')
  })

  test('is the name of an interface of the machine', () => {
    const marked = yaml`
      listeners:
        - binding: tunnel
          options:
            lanIf: |
    `
    expect(offered(marked, undefined, { interfaces: ['eth0', 'lo'] })).toMatchObject([
      { label: 'eth0', detail: 'interface of this machine' },
      { label: 'lo' },
    ])
  })

  test('has keys that change nothing behind the others', () => {
    expect(
      labels(yaml`
      transport:
        |
    `),
    ).toEqual(['protocol', 'proxy', 'handshakeTimeout', 'dtls', 'wss'])
    expect(
      labels(yaml`
        transport:
          |
        listeners:
          - binding: edge
            address: wss:0.0.0.0:443
      `),
    ).toEqual(['protocol', 'wss', 'proxy', 'handshakeTimeout', 'dtls'])
  })

  const releases: [what: string, marked: string, key: string, target: string, there: boolean][] = [
    [
      'a key that came later',
      yaml`
      ctrl:
        options:
          |`,
      'connectTimeout',
      '2.0',
      false,
    ],
    [
      'the same since it came',
      yaml`
      ctrl:
        options:
          |`,
      'connectTimeout',
      '2.1.0-pre2',
      true,
    ],
    ['a section that came later', '|', 'managedConfig', '2.0', false],
    ['a section that is gone', '|', 'ha', '2.0', false],
    ['the same while it was there', '|', 'ha', '1.2', true],
    [
      'an option of a tunneler for a tunneler',
      yaml`
        listeners:
          - binding: tunnel
            options:
              |`,
      'resolver',
      '2.0',
      true,
    ],
    [
      'an option of a tunneler for SDKs',
      yaml`
        listeners:
          - binding: edge
            options:
              |`,
      'resolver',
      '2.0',
      false,
    ],
    [
      'an option of SDKs for a tunneler',
      yaml`
        listeners:
          - options:
              |
            binding: tunnel
      `,
      'lookupSessionTimeout',
      '2.0',
      false,
    ],
    [
      'a name in another case, where that is read',
      yaml`
      csr:
        SANS: {}
        |`,
      'sans',
      '2.0',
      false,
    ],
    [
      'a name of two words that is there, where case does not matter',
      yaml`
        csr:
          |
          organizationalUnit: Ziti
      `,
      'organizationalUnit',
      '2.0',
      false,
    ],
    [
      'a key below one that came later',
      yaml`
      connectEvents:
        |`,
      'batchInterval',
      '1.0',
      false,
    ],
    [
      'a key of an entry below one that came later',
      yaml`
        ctrl:
          listeners:
            - |`,
      'bind',
      '1.6',
      false,
    ],
    [
      'an entry below one that came later',
      yaml`
        ctrl:
          listeners:
            |`,
      'controller listener',
      '1.6',
      false,
    ],
    [
      'the same since it came',
      yaml`
      ctrl:
        listeners:
          |`,
      'controller listener',
      '2.0',
      true,
    ],
    [
      'a value of a key below one that came later',
      yaml`
        connectEvents:
          enabled: |`,
      'true',
      '1.0',
      false,
    ],
  ]
  test.each(releases)('%s: %j has %s in %s: %s', (_, marked, key, target, there) => {
    expect(labels(marked, target).includes(key)).toBe(there)
  })

  const values: [what: string, marked: string, wanted: readonly string[]][] = [
    [
      'switches, the default first',
      yaml`
      connectEvents:
        enabled: |`,
      ['true', 'false'],
    ],
    ['switches that are off', 'enableDebugOps: |', ['false', 'true']],
    ['the only number', 'v: |', ['3']],
    [
      'a default and bounds',
      yaml`
      forwarder:
        linkDialWorkerCount: |`,
      ['32', '2', '10000'],
    ],
    [
      'numbers with the decimal point that they must have',
      yaml`
        ctrl:
          rateLimiter:
            successThreshold: |`,
      ['0.9', '0.0', '1.0'],
    ],
    [
      'durations within bounds, the default first',
      yaml`
        connectEvents:
          batchInterval: |`,
      ['3s', '250ms', '500ms', '1s', '2s', '5s', '10s', '15s', '30s', '1m', '10m'],
    ],
    [
      'modes',
      yaml`
        listeners:
          - binding: tunnel
            options: { mode: | }`,
      ['tproxy', 'host', 'proxy'],
    ],
    [
      'an address for every protocol',
      yaml`
        listeners:
          - binding: edge
            address: |`,
      [
        'tls:0.0.0.0:3022',
        'wss:0.0.0.0:443',
        'dtls:0.0.0.0:3022',
        'tcp:0.0.0.0:3022',
        'udp:0.0.0.0:3022',
      ],
    ],
    [
      'the port beside',
      yaml`
        csr:
          sans: { dns: [r.example.com] }
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:7777
              advertise: tls:|`,
      ['tls:r.example.com:7777'],
    ],
    [
      'a port that is free',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options: { advertise: a.example.com:3022 }
          - binding: edge
            address: tls|`,
      [
        'tls:0.0.0.0:3023',
        'wss:0.0.0.0:443',
        'dtls:0.0.0.0:3023',
        'tcp:0.0.0.0:3023',
        'udp:0.0.0.0:3023',
      ],
    ],
    [
      'hosts that are advertised',
      yaml`
        csr:
          sans:
            dns: [|]
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options: { advertise: a.example.com:3022 }
      `,
      ['a.example.com', 'localhost'],
    ],
    [
      'groups of the file',
      yaml`
        link:
          dialers:
            - { binding: transport, groups: [red] }
          listeners:
            - binding: transport
              groups: [|]
      `,
      ['default', 'red'],
    ],
    [
      'no item twice',
      yaml`
        link:
          dialers:
            - { binding: transport, groups: [red, |] }
      `,
      ['default'],
    ],
  ]
  test.each(values)('%s', (_, marked, wanted) => {
    expect(labels(marked)).toEqual(wanted)
  })

  test('is never there twice', () => {
    const twice = [
      '|',
      yaml`
        listeners:
        - binding: edge
        |`,
      yaml`
        listeners:
          - |`,
      yaml`
        listeners:
          - binding: proxy
            |`,
    ]
      .map((marked) => labels(marked))
      .filter((found) => new Set(found).size < found.length)
    expect(twice).toEqual([])
  })
})

describe('in comments', () => {
  test.each([
    yaml`
    # |
    v: 3
  `,
    'v: 3 # rou|\n',
    '#|',
  ])('%j offers what suppresses findings', (marked) => {
    expect(labels(marked)).toEqual([
      '# routerfile disable-next-line',
      '# routerfile disable-line',
      '# routerfile disable-file',
      '# routerfile disable',
      '# routerfile enable',
    ])
  })

  test('offers rules, first those that the line breaks, and none that is named', () => {
    const found = labels(yaml`
      v: 3
      # routerfile disable-next-line un|
      foo: 1
    `)
    expect(found[0]).toBe('unknown-key')
    expect(found).toContain('wrong-type')
    // A line ends here for the router's reader, but not for editors.
    const inReaderLines = labels('v: 3 # one\x85# routerfile disable-next-line un|\nfoo: 1\n')
    expect(inReaderLines[0]).toBe('unknown-key')
    expect(labels('# routerfile disable unknown-key, |\n')).not.toContain('unknown-key')
    expect(labels('# routerfile disable unknown-key -- be|\n')).toEqual([])
  })
})

describe('documentation', () => {
  test('comes when it is asked for', () => {
    const view = viewOf('forwarder:\n  \n')
    const completion = complete(view, 13).find(({ label }) => label === 'linkDialWorkerCount')
    expect(completion?.detail).toBe('integer, default 32')
    expect(
      completion?.resolve && resolveCompletion(view, completion.resolve).documentation,
    ).toMatch(/between 2 and 10000/)
    expect(resolveCompletion(view, { path: 'no.such.key' }).documentation).toBe('')
  })
})
