import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fleet, fleetRules, lint } from '../../../src/index.js'
import { completeExample, listExampleFiles, getRegistry } from '../../../src/lint/example.js'
import type { FleetExample, Router } from '../../../src/lint/fleet/rule.js'
import { compareRouters, summarizeRouter } from '../../../src/lint/fleet/fleet.js'
import { inspect } from '../../../src/lint/lint.js'
import { expectWithin } from '../../support/promises.js'
import { expectations, unfinished } from '../../support/fixtures.js'
import { yaml } from '../../support/yaml.js'

const whole = (example: FleetExample) =>
  listExampleFiles(example).map((part) => ({
    path: part.name ?? '',
    ...completeExample(part),
  }))

/** What is found about the files of a fleet: the rule, its file and its line, counted from one. */
const found = (example: FleetExample): string[] => {
  const files = whole(example)
  return fleet(files).flatMap((diagnostics, index) =>
    diagnostics.map(({ rule, range }) => `${rule} ${files[index]?.path} ${range.start.line + 1}`),
  )
}

test('each fleet rule is a file and is listed once, in order', () => {
  const others = ['held', 'index', 'judge', 'partial-keys', 'rule', 'summary']
  const names = readdirSync('src/lint/fleet/rules')
    .map((name) => name.replace('.ts', ''))
    .filter((name) => !others.includes(name))
  expect(fleetRules.map(({ id }) => id)).toEqual(names.map((name) => `fleet-${name}`).sort())
})

describe.each(fleetRules.filter(({ machine }) => !machine))(
  '$id',
  ({ id, summary, why, examples }) => {
    test('has examples, a summary and a reason', () => {
      expect(examples.bad.length).toBeGreaterThan(0)
      expect(examples.good.length).toBeGreaterThan(0)
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(why).toMatch(/\.$/)
    })

    test.each(examples.bad.map((example) => [whole(example), getRegistry(example)] as const))(
      'finds it, there and only it: %#',
      (files, registry) => {
        const diagnostics = fleet(files, registry)
        for (const { message } of diagnostics.flat()) expect(message).not.toMatch(unfinished)
        expect(
          diagnostics.map((list) =>
            list.map(({ rule, range, message }) => ({ rule, line: range.start.line, message })),
          ),
        ).toEqual(
          files.map(({ text }) =>
            expectations(text).map(({ line, part }) => ({
              rule: id,
              line,
              message: expect.stringContaining(part),
            })),
          ),
        )
        expect(
          files
            .flatMap(({ text, ...options }) => lint(text, options))
            .filter(({ severity }) => severity === 'error'),
        ).toEqual([])
      },
    )

    test.each(examples.good.map((example) => [whole(example), getRegistry(example)] as const))(
      'is silent about what is right: %#',
      (files, registry) => {
        expect(fleet(files, registry).flat()).toEqual([])
      },
    )

    test.each(examples.bad.map((example) => [whole(example), getRegistry(example)] as const))(
      'is off where it is switched off: %#',
      (files, registry) => {
        expect(
          fleet(
            files.map((file) => ({ ...file, rules: { [id]: 'off' as const } })),
            registry,
          ).flat(),
        ).toEqual([])
        expect(
          new Set(
            fleet(
              files.map((file) => ({ ...file, rules: { [id]: 'error' as const } })),
              registry,
            )
              .flat()
              .map(({ severity }) => severity),
          ),
        ).toEqual(new Set(['error']))
      },
    )

    test('says nothing of a single file', () => {
      for (const file of examples.bad.flatMap(whole)) expect(fleet([file])).toEqual([[]])
    })
  },
)

const edge = (advertise: string, address = 'tls:0.0.0.0:3022'): string =>
  `listeners:\n  - binding: edge\n    address: ${address}\n    options:\n      advertise: ${advertise}`

const link = (listener: string): string =>
  `link:\n  listeners:\n    - binding: transport\n      ${listener}`

/** Without an edge listener, which would stand on one host too. */
const alone = (text: string) => ({ text, without: ['edge', 'listeners'] })

const dialer = (groups: string): string =>
  `link:\n  dialers:\n    - binding: transport\n      groups: ${groups}`

const ctrl = (endpoint: string): string => `ctrl:\n  endpoint: ${endpoint}`

const cases: readonly [what: string, files: FleetExample, found: readonly string[]][] = [
  [
    'routers on many machines listen on the same port',
    [edge('a.example.com:3022'), edge('b.example.com:3022')],
    [],
  ],
  [
    'edge listeners for the own machine are alike on many machines',
    [edge('localhost:3022'), edge('127.0.0.1:3022')],
    [],
  ],
  [
    'one router advertises one address for edge and for links',
    [
      `${edge('r.example.com:3022')}\n${link(yaml`
        bind: tls:0.0.0.0:3022
              advertise: tls:r.example.com:3022`)}`,
      edge('s.example.com:3022'),
    ],
    [],
  ],
  [
    'an address of a link is advertised as that of an edge listener',
    [
      link(yaml`
        bind: tls:0.0.0.0:3022
              advertise: tls:r.example.com:3022`),
      edge('r.example.com:3022'),
    ],
    ['fleet-same-advertise b.yaml 5'],
  ],
  [
    'a link listener without advertise advertises bind',
    [link('bind: tls:192.0.2.1:6000'), alone(link('bind: tls:192.0.2.1:6000'))],
    ['fleet-same-advertise b.yaml 4'],
  ],
  [
    'two link listeners loop back, and so are on one machine',
    [
      alone(link('bind: tls:127.0.0.1:6000')),
      link(yaml`
        bind: tls:0.0.0.0:6000
              advertise: tls:localhost:6000`),
    ],
    ['fleet-same-advertise b.yaml 5'],
  ],
  [
    'datagrams and streams do not get in the way of each other',
    [alone(link('bind: tls:192.0.2.1:6000')), link('bind: dtls:192.0.2.1:6000')],
    [],
  ],
  [
    'a wildcard is a finding of each file',
    [
      link(yaml`
        bind: tls:0.0.0.0:6000
              advertise: tls:0.0.0.0:6000`),
      link(yaml`
        bind: tls:0.0.0.0:6000
              advertise: tls:0.0.0.0:6000`),
    ],
    [],
  ],
  [
    'an address that a variable holds is not known',
    [edge('${HOST}:3022'), edge('${HOST}:3022')],
    [],
  ],
  [
    'each router after the first that advertises an address is told',
    [
      edge('r.example.com:3022'),
      edge('s.example.com:3022'),
      edge('r.example.com:3022'),
      edge('r.example.com:3022.'),
    ],
    ['fleet-same-advertise c.yaml 5'],
  ],
  [
    'a host has several addresses',
    [
      edge('r.example.com:3022', 'tls:192.0.2.1:3022'),
      edge('r.example.com:3023', 'tls:192.0.2.2:3022'),
    ],
    [],
  ],
  [
    'a web server takes the port of another router',
    [
      `${edge('r.example.com:3022')}\nweb:\n  - name: w\n    apis: [{binding: health-checks}]\n    bindPoints: [{interface: "0.0.0.0:8081", address: "r.example.com:8081"}]`,
      edge('r.example.com:8081', 'tls:0.0.0.0:8081'),
    ],
    ['fleet-shared-port b.yaml 3'],
  ],
  ['routers only dial, and the others are elsewhere', [dialer('[west]'), dialer('[default]')], []],
  [
    'routers only listen, and the others are elsewhere',
    [
      link('bind: tls:192.0.2.1:6000'),
      link(yaml`
      bind: tls:192.0.2.2:6000
            groups: west`),
    ],
    [],
  ],
  [
    'a group of one router that dials and listens',
    [
      `${link(yaml`
        bind: tls:192.0.2.1:6000
              groups: west`)}\n  dialers:\n    - binding: transport\n      groups: west`,
      dialer('west'),
    ],
    [],
  ],
  [
    'a group that only one router is in',
    [
      `${link(yaml`
        bind: tls:192.0.2.1:6000
              groups: [west]`)}\n  dialers:\n    - binding: transport\n      groups: west`,
      yaml`
        metrics:
          messageQueueSize: 10`,
    ],
    ['fleet-lonely-group a.yaml 8', 'fleet-lonely-group b.yaml 17'],
  ],
  [
    'groups that hang on a variable are not known',
    [
      dialer('["${GROUP}"]'),
      link(yaml`
      bind: tls:192.0.2.1:6000
            groups: west`),
    ],
    [],
  ],
  [
    'groups that a known variable holds',
    [
      { text: dialer('["${GROUP}"]'), env: { GROUP: 'west' } },
      link(yaml`
        bind: tls:192.0.2.1:6000
              groups: west`),
    ],
    [],
  ],
  [
    'groups that a known variable gets wrong',
    [
      { text: dialer('["${GROUP}"]'), env: { GROUP: 'est' } },
      link(yaml`
        bind: tls:192.0.2.1:6000
              groups: west`),
    ],
    ['fleet-lonely-group a.yaml 4', 'fleet-lonely-group b.yaml 5'],
  ],
  [
    'a key that one release reads, below a binding that a known variable holds',
    [
      {
        text: yaml`
          listeners:
            - binding: \${KIND}
              options:
                dnsUpstream: udp://192.0.2.53:53`,
        env: { KIND: 'tunnel' },
        target: '2.1',
      },
      { text: yaml`link: {}`, target: '1.6' },
    ],
    ['fleet-release-only-key a.yaml 4'],
  ],
  [
    'groups of a broken file are not known',
    [`${dialer('[west]')}\nmetrics: [`, link('bind: tls:192.0.2.1:6000')],
    [],
  ],
  [
    'the controller sets the links',
    [
      {
        text: yaml`
        managedConfig:
          allow: [router.link]`,
        without: ['link'],
        target: '2.1',
      },
      {
        text: `${link(yaml`
          bind: tls:192.0.2.1:6000
                groups: west`)}\n  dialers:\n    - binding: transport`,
        target: '2.1',
      },
    ],
    [],
  ],
  [
    'a router on the machine of its controller',
    [ctrl('tls:127.0.0.1:6262'), ctrl('tls:ctrl.example.com:6262')],
    [],
  ],
  [
    'a controller that a variable names',
    [ctrl('tls:${CTRL}:6262'), ctrl('tls:ctrl.example.com:6262')],
    [],
  ],
  [
    'two networks of two routers each',
    [ctrl('tls:a:1'), ctrl('tls:a:1'), ctrl('tls:b:1'), ctrl('tls:b:1')],
    [],
  ],
  [
    'files that have nothing to do with each other',
    [ctrl('tls:a:1'), ctrl('tls:b:1'), ctrl('tls:c:1')],
    [],
  ],
  [
    'one router of four has another controller',
    [ctrl('tls:a:1'), ctrl('tls:b:1'), ctrl('tls:A:1'), ctrl('tls:a:1')],
    ['fleet-different-controllers b.yaml 2'],
  ],
  [
    'leftovers of older releases are nothing new',
    [
      {
        text: yaml`
        forwarder:
          latencyProbeInterval: 10`,
        target: '2.0',
      },
      {
        text: yaml`
        metrics:
          messageQueueSize: 10`,
        target: '1.6',
      },
    ],
    [],
  ],
]

test.each(cases)('%s', (_, files, expected) => {
  expect(found(files)).toEqual(expected)
})

test('a text that is not read counts as no router, and keeps its place', () => {
  const file = { path: 'a.yaml', text: completeExample(edge('r.example.com:3022')).text }
  expect(
    fleet([file, { ...file, path: 'b.yaml', target: 'none' }, { ...file, path: 'c.yaml' }]).map(
      (list) => list.map(({ rule }) => rule),
    ),
  ).toEqual([[], [], ['fleet-same-advertise', 'fleet-same-identity']])
})

test('no token is printed', () => {
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.c`
  const messages = fleet(whole([dialer(`[${token}]`), link('bind: tls:192.0.2.1:6000')]))
    .flat()
    .map(({ message }) => message)
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.filter((message) => message.includes('eyJ'))).toEqual([])
})

/** Routers of one fleet that are all alike but for their hosts, or for nothing. */
function many(count: number, host: (index: number) => string): Router[] {
  const text = completeExample(
    `${edge('r.example.com:3022')}\n${link(yaml`
      bind: tls:0.0.0.0:6000
            advertise: tls:r.example.com:6000`)}\n  dialers:\n    - binding: transport`,
  ).text
  const { analysis } = inspect(text, {})
  if (!analysis) throw new Error('the text is not looked at')
  const router = summarizeRouter('r.yaml', analysis)
  return Array.from({ length: count }, (_, index) => ({
    ...router,
    path: `${index}.yaml`,
    advertised: router.advertised.map((item) => ({ ...item, host: host(index) })),
  }))
}

describe('ten thousand routers', () => {
  test('take little memory: less than 4 kB each', () => {
    const [router] = many(1, () => 'r.example.com')
    expect(JSON.stringify(router).length).toBeLessThan(4096)
  })

  test.each([
    ['on as many hosts', (index: number) => `r${index}.example.com`, 0],
    ['on one host', () => 'r.example.com', 2 * 9_999],
  ])('%s are compared at once', (_, host, count) => {
    const routers = many(10_000, host)
    expectWithin(50, () => expect(compareRouters(routers).flat().length).toBe(count))
  })
})
