import { describe, expect, test } from 'vitest'
import { lint } from '../../src/core.js'
import { completeExample } from '../support/fixtures.js'

const findings = (target: string, text: string, env?: Record<string, string>): string[] =>
  lint(completeExample(text).text, { target, ...(env && { env }) }).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  )

const edge = (address: string): string =>
  `listeners: [{binding: edge, address: "${address}", options: {advertise: "localhost:3022"}}]`

describe('remedies', () => {
  test.each([
    ['tls:[::]:3022', 'tls:0.0.0.0:3022'],
    ['tls:[::0]:443', 'tls:0.0.0.0:443'],
    ['wss::::3022', 'wss:0.0.0.0:3022'],
  ])('an edge listener on %s can listen on %s', (address, instead) => {
    expect(findings('2.0', edge(address))).toContainEqual(
      expect.stringMatching(new RegExp(`^error bad-format: .*must be \`${instead}\``)),
    )
  })

  test('an enrolled router needs no address of a controller', () => {
    const text = 'ctrl: {endpointsFile: endpoints.yml}'
    expect(findings('2.0', text)).toEqual([
      expect.stringMatching(
        /^info no-endpoint: .*Enroll the router; the token names its controllers/,
      ),
    ])
    expect(findings('1.3', 'ctrl: {}').join('\n')).toContain('Add `endpoint`')
  })

  test('a list under `endpoint` is moved to `endpoints`', () => {
    const text = completeExample('ctrl: {endpoint: ["tls:a.b:1", "tls:b.b:1"]}').text
    const [found] = lint(text, { target: '1.6' })
    expect(found?.message).toContain('Write the list under `endpoints`')
    expect(found?.fix?.title).toBe('rename `endpoint` to `endpoints`')
  })

  test('an advertised IPv6 address is never said to be missing in the request', () => {
    const link = (target: string): string[] =>
      findings(
        target,
        'link: {listeners: [{binding: transport, bind: "tls:0.0.0.0:6000", advertise: "tls:[2001:db8::1]:6000"}], dialers: [{binding: transport}]}',
      )
    expect(link('2.0')).toEqual([expect.stringMatching(/^error advertise-ipv6: .*IPv6/)])
    expect(link('2.0').join()).not.toContain('[2001')
  })
})

describe('variables', () => {
  const proxy = (password: string): string =>
    `proxy: {type: http, address: "a.b:1", username: u, password: '${password}'}`

  test.each(['pa$word', 'pa$-x', '$ecret', 'a$1', '${A}$b', 'x$$y'])(
    'a password %s has a variable in it',
    (password) => {
      expect(findings('2.0', proxy(password))).toEqual([
        expect.stringMatching(/^warning unbraced-variable: /),
      ])
    },
  )

  test.each(['${PROXY_PASSWORD}', '$PROXY_PASSWORD', 'pa$'])(
    'a password %s is as written, or one variable',
    (password) => {
      expect(findings('2.0', proxy(password))).toEqual([])
    },
  )

  test('a known environment says what is set', () => {
    expect(findings('2.0', proxy('pa$word'), { word: 'x' })).toEqual([])
    expect(findings('2.0', proxy('pa$word'), {})).toEqual([
      expect.stringMatching(/^warning unset-variable: /),
    ])
  })

  test.each([
    ['ROUTER_HOME', { ROUTER_HOMES: 'x' }, 'ROUTER_HOMES'],
    [
      'ZITI_ROUTER_ADVERTISED_HOST',
      { ZITI_ROUTER_ADVERTISED_ADDRESS: 'x' },
      'ZITI_ROUTER_ADVERTISED_ADDRESS',
    ],
    ['ROUTER_NAME', { ZITI_ROUTER_NAME: 'x' }, 'ZITI_ROUTER_NAME'],
    ['HOST', { HOME: 'x' }, undefined],
    ['DATA', { ROUTER: 'x' }, undefined],
  ])('%s may be meant as one of %j', (name, env, meant) => {
    const found = findings('2.0', `edge: {db: "/var/\${${name}}/db"}`, env).join('\n')
    expect(found).toContain('is not set')
    expect(/Did you mean `(\w+)`/.exec(found)?.[1]).toBe(meant)
  })
})

test.each([[['all']], [['router.link']], [['router.link.v2']], [['router.metrics']]])(
  'managedConfig.allow: %j matches types',
  (allow) => {
    expect(
      findings('2.1', `managedConfig: {allow: ${JSON.stringify(allow)}}`).filter((line) =>
        line.includes('unmatched'),
      ),
    ).toEqual([])
  },
)

test.each([
  ['*', 'all'],
  ['ALL', 'all'],
  ['router.*', 'all'],
  ['router.link.*', 'router.link'],
  ['link', 'router.link'],
])('managedConfig.allow: %s matches nothing; %s does', (entry, instead) => {
  expect(findings('2.1', `managedConfig: {allow: ["${entry}"]}`)).toContainEqual(
    expect.stringMatching(new RegExp(`^warning managed-config-unmatched: .*write \`${instead}\``)),
  )
})

describe('a value with a wrong escape sequence', () => {
  test.each([
    ['identity: {cert: a, server_cert: b, key: c, ca: "C:\\ziti\\ca"}', 1],
    ['ctrl:\n  endpoint: "C:\\ziti"', 1],
    ['csr:\n  sans:\n    dns:\n      - localhost\n      - "C:\\ziti"', 1],
    ['edge:\n  db: "a\\tb\\\\c\\zd"', 1],
  ])('gives one finding: %s', (text, count) => {
    const found = findings('2.0', text)
    expect(found).toHaveLength(count)
    expect(found[0]).toContain('yaml-syntax')
  })
})
