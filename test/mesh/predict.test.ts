import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MeshFile } from '../../src/core.js'
import { predictLinks } from '../../src/core.js'
import { findParts } from '../../src/mesh/predict.js'
import { nameRouter } from '../../src/mesh/router.js'

/** What matters of a router: groups of its dialers and listeners. Without groups, they have the default group. */
type RouterParts = {
  dial?: readonly string[]
  listen?: readonly string[]
  ctrl?: string
  sans?: string
  disabled?: true
  target?: string
  more?: string
}

/** `tls:host:6000 groups: [x]` as lines of an entry. */
const formatEntry = (entry: string): string =>
  [
    '    - binding: transport',
    ...entry
      .split('; ')
      .filter(Boolean)
      .map((line) => `      ${line}`),
  ].join('\n')

const formatEntries = (name: string, entries: readonly string[] | undefined): string =>
  entries ? `  ${name}:\n${entries.map(formatEntry).join('\n')}\n` : ''

function createFile(name: string, parts: RouterParts): MeshFile {
  const { dial, listen, ctrl = 'tls:127.0.0.1:6262', sans = 'localhost', more = '' } = parts
  const link = formatEntries('dialers', dial) + formatEntries('listeners', listen)
  return {
    name,
    target: parts.target ?? '2.0.3',
    ...(parts.disabled && { disabled: true }),
    text: [
      'v: 3',
      `identity: { cert: ${name}.cert, key: ${name}.key, ca: ca.cert, server_cert: server.cert }`,
      `ctrl: { endpoint: "${ctrl}" }`,
      `csr: { sans: { dns: [${sans}], ip: [127.0.0.1] } }`,
      `link:\n${link || '  heartbeats: {}\n'}`,
      more,
    ].join('\n'),
  }
}

const predict = (routers: Readonly<Record<string, RouterParts>>) =>
  predictLinks(Object.entries(routers).map(([name, parts]) => createFile(name, parts)))

/** `a-b tls`, with a question mark if it is only possible, and the number of links if there are several. */
const formatLinks = (routers: Readonly<Record<string, RouterParts>>): string[] =>
  predict(routers).links.map(
    ({ between, protocol, certain, links }) =>
      `${between.join('-')} ${protocol}${certain ? '' : '?'}${links.length > 1 ? ` x${links.length}` : ''}`,
  )

const at = (port: number, more = ''): string =>
  `bind: "tls:127.0.0.1:${port}"; advertise: "tls:localhost:${port}"; ${more}`

const both = (port: number, groups = ''): RouterParts => ({
  dial: [groups],
  listen: [at(port, groups)],
})

describe('which routers link', () => {
  test.each<[string, Readonly<Record<string, RouterParts>>, readonly string[]]>([
    ['two that dial and listen make one link', { a: both(1001), b: both(1002) }, ['a-b tls']],
    ['a dialer is enough', { a: { dial: [''] }, b: both(1002) }, ['a-b tls']],
    ['without a dialer there is none', { a: { listen: [at(1)] }, b: { listen: [at(2)] } }, []],
    ['without a listener there is none', { a: { dial: [''] }, b: { dial: [''] } }, []],
    [
      'an empty list is the default group',
      { a: { dial: ['groups: []'] }, b: { listen: [at(2, 'groups: [default]')] } },
      ['a-b tls'],
    ],
    [
      'a string is one group',
      { a: { dial: ['groups: eu'] }, b: { listen: [at(2, 'groups: [us, eu]')] } },
      ['a-b tls'],
    ],
    [
      'groups are compared letter by letter',
      { a: { dial: ['groups: [EU]'] }, b: { listen: [at(2, 'groups: [eu]')] } },
      [],
    ],
    [
      'an empty name is a group of its own',
      { a: { dial: ['groups: ""'] }, b: { listen: [at(2)] }, c: { listen: [at(3, 'groups: ""')] } },
      ['a-c tls'],
    ],
    [
      'a mesh that is split',
      {
        a: both(1, 'groups: [eu]'),
        b: both(2, 'groups: [eu]'),
        c: both(3, 'groups: [us]'),
        d: both(4, 'groups: [us]'),
      },
      ['a-b tls', 'c-d tls'],
    ],
    [
      'dialer and listener of one router may be in different groups',
      {
        a: { dial: ['groups: [x]'], listen: [at(1, 'groups: [y]')] },
        b: { dial: ['groups: [x]'], listen: [at(2, 'groups: [y]')] },
        c: { dial: ['groups: [y]'] },
      },
      ['a-c tls', 'b-c tls'],
    ],
    [
      'listeners on one interface make one link',
      { a: { dial: [''] }, b: { listen: [at(2), at(3)] } },
      ['a-b tls'],
    ],
    [
      'listeners on several interfaces make several links',
      {
        a: { dial: [''] },
        b: { listen: [at(2, 'bindInterface: eth0'), at(3, 'bindInterface: eth1')] },
      },
      ['a-b tls x2'],
    ],
    [
      'dialers on several interfaces make several links',
      { a: { dial: ['bind: eth0', 'bind: eth1'] }, b: { listen: [at(2)] } },
      ['a-b tls x2'],
    ],
    [
      'an only dialer has the interface of an only listener',
      { a: both(1), b: { dial: [''], listen: [at(2), at(3)] } },
      ['a-b tls x2'],
    ],
    [
      'dtls and tls make a link each',
      {
        a: { dial: [''] },
        b: { listen: [at(2), 'bind: "dtls:127.0.0.1:3"; advertise: "dtls:localhost:3"'] },
      },
      ['a-b dtls', 'a-b tls'],
    ],
    [
      'wss is possible',
      {
        a: { dial: [''] },
        b: {
          listen: ['bind: "wss:127.0.0.1:3"; advertise: "wss:localhost:3"'],
        },
      },
      ['a-b wss?'],
    ],
    ['a disabled router has none', { a: both(1), b: { ...both(2), disabled: true } }, []],
    [
      'a router that does not start has none, in either direction',
      { a: both(1), b: { ...both(2), more: 'edge: {}' } },
      [],
    ],
    [
      'a host that the certificate lacks stops the router',
      { a: both(1), b: { ...both(2), sans: 'x' } },
      [],
    ],
    [
      'earlier releases start with such a host, and dial others',
      { a: { listen: [at(1)] }, b: { ...both(2), sans: 'x', target: '1.3' }, c: { dial: [''] } },
      ['a-b tls', 'a-c tls'],
    ],
    [
      'a default address is not checked at start, but nobody accepts it',
      { a: both(1), b: { dial: [''], listen: ['bind: "tls:192.0.2.1:2"'] }, c: { dial: [''] } },
      ['a-b tls', 'a-c tls'],
    ],
    [
      'a loopback address is reached on the same machine only',
      {
        a: { dial: [''], ctrl: 'tls:ctrl.example.com:6262' },
        b: { listen: [at(2)] },
        c: { dial: [''] },
      },
      ['b-c tls'],
    ],
    [
      'variables make groups possible',
      { a: { dial: ['groups: "${GROUP}"'] }, b: { listen: [at(2)] } },
      ['a-b tls?'],
    ],
    [
      'one of several routers gets the connections to a shared address',
      { a: { dial: [''] }, b: { listen: [at(2)] }, c: { listen: [at(2)] } },
      ['a-b tls?', 'a-c tls?'],
    ],
  ])('%s', (_, routers, expected) => {
    expect(formatLinks(routers)).toEqual(expected)
  })
})

describe('why routers do not link', () => {
  test.each<[Readonly<Record<string, RouterParts>>, cause: string, why: string]>([
    [{ a: {}, b: both(2) }, 'no dialer', 'a has no link dialer'],
    [{ a: { dial: [''] }, b: { dial: [''] } }, 'no listener', 'b has no link listener'],
    [
      { a: both(1, 'groups: [x]'), b: both(2) },
      'no common group',
      'no common group: a dials `x`, but b listens in `default`',
    ],
    [{ a: both(1), b: { ...both(2), disabled: true } }, 'not running', 'b is disabled'],
    [
      { a: both(1), b: { ...both(2), sans: 'x' } },
      'not running',
      'b does not run: `csr.sans` does not name `localhost`, so its certificate does not cover it',
    ],
    [
      { a: { dial: [''] }, b: { listen: ['bind: "tls:0.0.0.0:2"'] } },
      'address',
      'b: nobody can connect to `tls:0.0.0.0:2`; advertise a name or address of the router',
    ],
    [
      { a: { dial: [''] }, b: { listen: ['bind: "tcp:127.0.0.1:2"'] } },
      'address',
      'b: routers refuse links over tcp, which has no certificates; use tls',
    ],
    [
      { a: { dial: [''], ctrl: 'tls:192.0.2.1:6262' }, b: { listen: [at(2)] } },
      'address',
      'b advertises `tls:localhost:2`, which only routers on the same machine reach',
    ],
    [
      {
        a: { dial: [''] },
        b: { target: '2.1.0-pre2', more: 'managedConfig: { allow: [all] }' },
      },
      'managed',
      'the controller sets the links of b; its file does not',
    ],
  ])('%#', (routers, cause, why) => {
    expect(predict(routers).missing[0]).toEqual({ from: 'a', to: 'b', cause, why })
  })

  test('each pair is in the links or, in both directions, among the missing', () => {
    const { links, missing } = predict({ a: both(1), b: { dial: [''] }, c: { dial: [''] } })
    expect(links.map(({ between }) => between)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect(missing.map(({ from, to }) => from + to)).toEqual(['bc', 'cb'])
  })
})

test('the parts of a network', () => {
  const routers = {
    a: both(1, 'groups: x'),
    b: both(2),
    c: both(3),
    d: both(4, 'groups: x'),
    e: {},
  }
  expect(findParts(predict(routers))).toEqual([['a', 'd'], ['b', 'c'], ['e']])
})

test.each([
  ['north.yml', 'north'],
  ['routers/north.eu.yaml', 'north.eu'],
  ['routers/north/router.yml', 'north'],
  ['router.yaml', 'router'],
  ['routers/north.router.yml', 'north'],
  ['north.eu.router.yaml', 'north.eu'],
  ['routers/north/router.router.yml', 'north'],
  ['.router.yml', '.router'],
  ['C:\\routers\\north\\router.yml', 'north'],
])('the router of %s is %s', (path, name) => {
  expect(nameRouter(path)).toBe(name)
})

type RecordedNetwork = {
  files: Readonly<Record<string, string>>
  links: readonly { from: string; to: string }[]
  routers: readonly { name: string; disabled: boolean }[]
}

/** Networks that real routers made: the folder of the project, and one that a variable names. */
const folders = ['fixtures/mesh', process.env['MESH_NETWORKS'] ?? ''].filter(Boolean)

const recorded = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^(?!answers).*\.json$/.test(name))
    .map((name) => join(folder, name)),
)

test.each(recorded)('predicts the links of %s', (path) => {
  const network: RecordedNetwork = JSON.parse(readFileSync(path, 'utf8'))
  const target = /-([^-]+)\.json$/.exec(path)?.[1] ?? ''
  const { links } = predictLinks(
    Object.entries(network.files).map(([name, text]) => ({
      name,
      text,
      target,
      disabled: network.routers.some((router) => router.name === name && router.disabled),
    })),
  )
  const toPairs = (pairs: readonly (readonly string[])[]): string[] =>
    [...new Set(pairs.map((pair) => [...pair].sort().join(' - ')))].sort()
  expect(toPairs(links.filter(({ certain }) => certain).map(({ between }) => between))).toEqual(
    toPairs(network.links.map(({ from, to }) => [from, to])),
  )
})
