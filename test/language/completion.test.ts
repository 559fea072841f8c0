import { describe, expect, test } from 'vitest'
import { complete, resolveCompletion, viewOf } from '../../src/language/index.js'
import { labels, offered } from '../support/editor.js'

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

describe('everywhere a person can stand', () => {
  const cases: [where: string, marked: string, wanted: readonly string[]][] = [
    ['in an empty section', 'identity:\n  |\n', identity],
    ['in an empty section above another', 'identity:\n  |\nctrl:\n  endpoint: tls:a:1\n', identity],
    ['between keys', 'identity:\n  cert: a\n  |\n  key: b\n', identity.slice(2)],
    ['behind keys', 'identity:\n  cert: a\n  key: b\n  |', identity.slice(2)],
    ['before keys', 'identity:\n  |\n  cert: a\n', identity.slice(1)],
    ['in half a word', 'identity:\n  ser|\nctrl:\n', identity],
    [
      'in a word with its colon',
      'identity:\n  ce|rt: a\n  key: b\n',
      ['cert', ...identity.slice(2)],
    ],
    ['in quotes', 'identity:\n  "ce|": a\n', identity],
    ['in open quotes', 'identity:\n  "ce|\n', identity],
    ['in an indentation of four', 'identity:\n    cert: a\n    |\n', identity.slice(1)],
    [
      'at the edge, where more of the section follows',
      'identity:\n  cert: a\n|\n  key: b\n',
      identity.slice(2),
    ],
    ['too far right', 'identity:\n  cert: a\n      |\n', identity.slice(1)],
    ['behind tabs', 'identity:\n\t|\n', identity],
    ['in lines that end as on Windows', 'identity:\r\n  cert: a\r\n  |\r\n', identity.slice(1)],
    ['in braces', 'identity: { cert: a, | }\n', identity.slice(1)],
    ['in braces that are open', 'identity: { cert: a, k|', identity.slice(1)],
    ['in braces over several lines', 'identity: {\n  cert: a,\n  |\n}\n', identity.slice(1)],
    ['in a file written as JSON', '{"v": 3, "identity": {"cert": "a", "|"}}', identity.slice(1)],
    ['below a broken line', 'identity:\n  cert: a\n  b c\n  |\n', identity.slice(1)],
    ['above a broken line', 'identity:\n  |\n  - [\nctrl:\n', identity],
    ['below a quote that is never closed', 'ctrl:\n  endpoint: "tls:\nidentity:\n  |\n', identity],
    ['under the key of a list', 'listeners:\n  |', kinds],
    ['behind the colon of a list', 'listeners: |', kinds],
    ['at the colon of a list', 'listeners:|', kinds],
    ['behind a dash', 'listeners:\n  - |', [...kinds, 'binding', 'address', 'options', 'service']],
    ['at a dash', 'listeners:\n  -|', [...kinds, 'binding', 'address', 'options', 'service']],
    ['below an item, in the column of its dash', 'listeners:\n  - binding: edge\n  |', kinds],
    [
      'below an item, in the column of its keys',
      'listeners:\n  - binding: edge\n    |',
      ['address', 'options'],
    ],
    [
      'below a text of a list, too far right',
      'csr:\n  sans:\n    dns:\n      - "a"\n        |\n      - b\n',
      ['- localhost', '- entry of dns'],
    ],
    [
      'below a list in brackets of a list, too far right',
      'plugins:\n  - [a]\n    |\n',
      ['- entry of plugins'],
    ],
    [
      'below an item with an anchor, in the column of its keys',
      'listeners:\n  - &a binding: edge\n    |',
      ['address', 'options'],
    ],
    ['between items', 'listeners:\n  - binding: edge\n  |\n  - binding: tunnel\n', kinds],
    ['in a list in brackets', 'listeners: [ | ]', kinds],
    [
      'in braces in a list',
      'listeners: [ { binding: proxy, | } ]',
      ['address', 'service', 'options'],
    ],
    ['for a value', 'listeners:\n  - binding: |', bindings],
    ['for a value, at the colon', 'listeners:\n  - binding:|', bindings],
    ['for a value, in quotes', 'listeners:\n  - binding: "|"', bindings],
    [
      'for a value, in open quotes',
      "listeners:\n  - binding: 'ed|\n    address: tls:a:1\n",
      bindings,
    ],
    ['for a value, in braces', 'listeners: [{binding:|}]', bindings],
    ['for a value on the next line', 'listeners:\n  - binding:\n      |', bindings],
    ['for a value, before a comment', 'listeners:\n  - binding: | # which\n', bindings],
    ['for a value that is there', 'listeners:\n  - binding: ed|ge\n', bindings],
  ]
  test.each(cases)('%s', (_, marked, wanted) => {
    expect(labels(marked)).toEqual(wanted)
  })

  const none: [where: string, marked: string][] = [
    ['in a block of text', 'identity:\n  cert: |\n'.replace('|', '>') + '    cer|\n'],
    ['in prose of a comment', '# what the router says|\nv: 3\n'],
    ['behind the end of the document', 'v: 3\n---\nidentity:\n  |\n'],
    ['in the indentation of something', 'identity:\n |  cert: a\n'],
    ['before a dash', 'listeners:\n  |- binding: edge\n'],
    ['where the value is below', 'listeners: |\n  - binding: edge\n'],
    ['below a key that is none', 'foo:\n  |\n'],
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
    const options = offered('edge:\n  |\n')
    expect(options.at(-1)).toMatchObject({
      label: 'csr',
      deprecated: true,
      detail: expect.stringContaining('deprecated'),
    })
  })

  test('has keys that change nothing behind the others', () => {
    expect(labels('transport:\n  |\n')).toEqual([
      'protocol',
      'proxy',
      'handshakeTimeout',
      'dtls',
      'wss',
    ])
    expect(
      labels('transport:\n  |\nlisteners:\n  - binding: edge\n    address: wss:0.0.0.0:443\n'),
    ).toEqual(['protocol', 'wss', 'proxy', 'handshakeTimeout', 'dtls'])
  })

  const releases: [what: string, marked: string, key: string, target: string, there: boolean][] = [
    ['a key that came later', 'ctrl:\n  options:\n    |', 'connectTimeout', '2.0', false],
    ['the same since it came', 'ctrl:\n  options:\n    |', 'connectTimeout', '2.1.0-pre2', true],
    ['a section that came later', '|', 'managedConfig', '2.0', false],
    ['a section that is gone', '|', 'ha', '2.0', false],
    ['the same while it was there', '|', 'ha', '1.2', true],
    [
      'an option of a tunneler for a tunneler',
      'listeners:\n  - binding: tunnel\n    options:\n      |',
      'resolver',
      '2.0',
      true,
    ],
    [
      'an option of a tunneler for SDKs',
      'listeners:\n  - binding: edge\n    options:\n      |',
      'resolver',
      '2.0',
      false,
    ],
    [
      'an option of SDKs for a tunneler',
      'listeners:\n  - options:\n      |\n    binding: tunnel\n',
      'lookupSessionTimeout',
      '2.0',
      false,
    ],
    ['a name in another case, where that is read', 'csr:\n  SANS: {}\n  |', 'sans', '2.0', false],
    [
      'a name of two words that is there, where case does not matter',
      'csr:\n  |\n  organizationalUnit: Ziti\n',
      'organizationalUnit',
      '2.0',
      false,
    ],
    ['a key below one that came later', 'connectEvents:\n  |', 'batchInterval', '1.0', false],
    [
      'a key of an entry below one that came later',
      'ctrl:\n  listeners:\n    - |',
      'bind',
      '1.6',
      false,
    ],
    [
      'an entry below one that came later',
      'ctrl:\n  listeners:\n    |',
      'controller listener',
      '1.6',
      false,
    ],
    ['the same since it came', 'ctrl:\n  listeners:\n    |', 'controller listener', '2.0', true],
    [
      'a value of a key below one that came later',
      'connectEvents:\n  enabled: |',
      'true',
      '1.0',
      false,
    ],
  ]
  test.each(releases)('%s: %j has %s in %s: %s', (_, marked, key, target, there) => {
    expect(labels(marked, target).includes(key)).toBe(there)
  })

  const values: [what: string, marked: string, wanted: readonly string[]][] = [
    ['switches, the default first', 'connectEvents:\n  enabled: |', ['true', 'false']],
    ['switches that are off', 'enableDebugOps: |', ['false', 'true']],
    ['the only number', 'v: |', ['3']],
    ['a default and bounds', 'forwarder:\n  linkDialWorkerCount: |', ['32', '2', '10000']],
    [
      'numbers with the decimal point that they must have',
      'ctrl:\n  rateLimiter:\n    successThreshold: |',
      ['0.9', '0.0', '1.0'],
    ],
    [
      'durations within bounds, the default first',
      'connectEvents:\n  batchInterval: |',
      ['3s', '250ms', '500ms', '1s', '2s', '5s', '10s', '15s', '30s', '1m', '10m'],
    ],
    [
      'modes',
      'listeners:\n  - binding: tunnel\n    options: { mode: | }',
      ['tproxy', 'host', 'proxy'],
    ],
    [
      'an address for every protocol',
      'listeners:\n  - binding: edge\n    address: |',
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
      'csr:\n  sans: { dns: [r.example.com] }\nlink:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:7777\n      advertise: tls:|',
      [
        'tls:r.example.com:7777',
        'wss:r.example.com:443',
        'dtls:r.example.com:7777',
        'tcp:r.example.com:7777',
        'udp:r.example.com:7777',
        'ws:r.example.com:80',
      ],
    ],
    [
      'a port that is free',
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options: { advertise: a.example.com:3022 }\n  - binding: edge\n    address: tls|',
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
      'csr:\n  sans:\n    dns: [|]\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options: { advertise: a.example.com:3022 }\n',
      ['a.example.com', 'localhost'],
    ],
    [
      'groups of the file',
      'link:\n  dialers:\n    - { binding: transport, groups: [red] }\n  listeners:\n    - binding: transport\n      groups: [|]\n',
      ['default', 'red'],
    ],
    [
      'no item twice',
      'link:\n  dialers:\n    - { binding: transport, groups: [red, |] }\n',
      ['default'],
    ],
  ]
  test.each(values)('%s', (_, marked, wanted) => {
    expect(labels(marked)).toEqual(wanted)
  })

  test('is never there twice', () => {
    const twice = [
      '|',
      'listeners:\n- binding: edge\n|',
      'listeners:\n  - |',
      'listeners:\n  - binding: proxy\n    |',
    ]
      .map((marked) => labels(marked))
      .filter((found) => new Set(found).size < found.length)
    expect(twice).toEqual([])
  })
})

describe('in comments', () => {
  test.each(['# |\nv: 3\n', 'v: 3 # rou|\n', '#|'])(
    '%j offers what suppresses findings',
    (marked) => {
      expect(labels(marked)).toEqual([
        '# routerfile disable-next-line',
        '# routerfile disable-line',
        '# routerfile disable-file',
        '# routerfile disable',
        '# routerfile enable',
      ])
    },
  )

  test('offers rules, first those that the line breaks, and none that is named', () => {
    const found = labels('v: 3\n# routerfile disable-next-line un|\nfoo: 1\n')
    expect(found[0]).toBe('unknown-key')
    expect(found).toContain('wrong-type')
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
