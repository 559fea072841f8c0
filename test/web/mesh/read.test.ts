import { describe, expect, test } from 'vitest'
import { formatMeshJson } from '../../../src/cli/commands/mesh/json.js'
import { predictLinks } from '../../../src/mesh/mesh.js'
import { findLine } from '../../../web/mesh/nearest-line.js'
import { placeMesh } from '../../../web/mesh/placed-mesh.js'
import { readMesh } from '../../../web/mesh/read.js'
import { parseReport } from '../../../web/mesh/report.js'
import { samples } from '../../../web/mesh/samples.js'

const createFile = (name: string, listener = '', dialer = ''): { name: string; text: string } => ({
  name: `${name}.yml`,
  text: `v: 3
identity: { cert: ${name}.cert, server_cert: ${name}.chain, key: ${name}.key, ca: ${name}.cas }
ctrl: { endpoint: "tls:ctrl.example.com:6262" }
csr: { sans: { dns: [${name}.example.com] } }
link:
  dialers:
    - binding: transport
      ${dialer}
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:${name}.example.com:10080
      ${listener}
`,
})

describe('router files', () => {
  const files = [createFile('north'), createFile('south'), createFile('east', 'groups: [wset]')]
  const mesh = readMesh(files)

  test('have the links that the library predicts', () => {
    const { links } = predictLinks(
      files.map(({ name, text }) => ({ name: name.replace('.yml', ''), text })),
    )
    expect(links.length).toBe(2 + 1)
    expect(
      mesh.links.map(({ between, protocol, certain }) => [between, protocol, certain]),
    ).toEqual(links.map(({ between, protocol, certain }) => [between, protocol, certain]))
  })

  test('have dials with the lines of their listeners', () => {
    const dials = mesh.links.flatMap((link) => link.dials)
    expect(dials.length).toBeGreaterThan(0)
    for (const { to, address, line } of dials) {
      expect(address).toBe(`tls:${to}.example.com:10080`)
      expect(line).toBe(10)
    }
  })

  test('are found in ConfigMaps, at the lines of these', () => {
    const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')
    const [north, south] = [createFile('north', 'extra: 1'), createFile('south')]
    const text = `kind: ConfigMap\nmetadata: { name: south }\ndata:\n  router.yaml: |\n${indent(south.text)}`
    const other = `kind: ConfigMap\nmetadata: { name: sites }\ndata:\n  north.yaml: |\n${indent(north.text)}`
    const found = readMesh([
      { name: 'south.yaml', text },
      { name: 'sites.yaml', text: other },
    ])
    expect(found.refused).toEqual([])
    expect(found.routers.map(({ name, file, line }) => [name, file, line])).toEqual([
      ['north', 'sites.yaml', 9],
      ['south', 'south.yaml', 9],
    ])
    expect(found.routers[0]?.findings).toMatchObject([{ rule: 'unknown-key', line: 17 }])
    expect(found.links.flatMap(({ dials }) => dials.map(({ line }) => line))).toEqual([14, 14])
  })

  test('have findings at their lines, also on the links that they are about', () => {
    const east = mesh.routers.find(({ name }) => name === 'east')
    expect(east?.findings.map(({ rule, line }) => [rule, line])).toContainEqual([
      'fleet-lonely-group',
      13,
    ])
    const odd = readMesh([createFile('a', 'extra: 1'), createFile('b')])
    expect(odd.links[0]?.findings).toMatchObject([{ rule: 'unknown-key', router: 'a', line: 13 }])
  })

  test('say why others do not link, once for both if the reason is the same', () => {
    const { missing, routers } = readMesh(files, { disabled: ['south'] })
    expect(routers.find(({ name }) => name === 'south')?.obstacle).toBe('is disabled')
    expect(missing.filter(({ between }) => between.includes('south'))).toEqual(
      ['east', 'north'].map((from) => ({
        between: [from, 'south'],
        reasons: [{ from, to: 'south', why: 'south is disabled' }],
      })),
    )
  })

  test('are read for the release of each file', () => {
    const { routers } = readMesh([
      { ...createFile('new', '', 'split: true'), target: '2.0' },
      { ...createFile('old', '', 'split: true'), target: '0.31' },
    ])
    expect(routers.map(({ name, findings }) => [name, findings.map(({ rule }) => rule)])).toEqual([
      ['new', []],
      ['old', ['unread-key']],
    ])
  })

  test('are separated from other files', () => {
    const { routers, refused } = readMesh([
      createFile('north'),
      { name: 'compose.yml', text: 'services:\n  web:\n    image: nginx\n' },
      { name: 'token.jwt', text: 'eyJhbGciOiJFUzI1NiJ9.eyJlbSI6ImVyb3R0In0.c2ln' },
    ])
    expect(routers.map(({ name }) => name)).toEqual(['north'])
    expect(refused).toEqual([
      expect.stringMatching(
        /^compose\.yml is not a router file; it looks like a Docker Compose file/,
      ),
      expect.stringMatching(/^token\.jwt is not a router file; it looks like an enrollment token/),
    ])
  })

  test('are shown up to a limit, which is said', () => {
    const { routers, refused } = readMesh(files, { limit: 2 })
    expect(routers.map(({ name }) => name)).toEqual(['north', 'south'])
    expect(refused.join()).toContain('first 2 of 3')
  })

  test('show no secret in reasons', () => {
    const secret = 'hunter2-of-north'
    const file = createFile('north', `password: ${secret}`)
    expect(JSON.stringify(readMesh([file, createFile('south')]))).not.toContain(secret)
  })
})

describe('a report', () => {
  const outline = { between: ['a', 'b'] as const, protocol: 'tls', certain: true, doubts: [] }
  const prediction = {
    routers: ['a', 'b', 'c'].map((name) => ({ name, dials: ['default'], listens: ['default'] })),
    links: [
      {
        ...outline,
        links: [
          {
            interfaces: ['default', 'default'] as const,
            dials: [{ from: 'a', to: 'b', address: 'tls:b:1' }],
          },
        ],
      },
    ],
    outlines: [outline],
    missing: [{ from: 'a', to: 'c', why: 'c is disabled', cause: 'not running' as const }],
  }

  test('of a live network shows how it differs', () => {
    const text = [
      ...formatMeshJson(prediction, {
        real: [],
        missing: [outline],
        unexpected: [{ between: ['b', 'c'], protocol: 'wss' }],
      }),
    ].join('')
    const mesh = readMesh([{ name: 'live.json', text }])
    expect(mesh.links.map(({ between, state }) => [...between, state])).toEqual([
      ['a', 'b', 'missing'],
      ['b', 'c', 'unexpected'],
    ])
    expect(mesh.links[0]?.dials).toEqual([{ from: 'a', to: 'b', address: 'tls:b:1' }])
    expect(mesh.realCount).toBe(0)
    expect(placeMesh(mesh).lines.map(({ state }) => state)).toEqual(['missing', 'unexpected'])
  })

  test.each([
    '',
    'ctrl: {}',
    '{',
    '{"routers":[]}',
    '[1]',
    '{"routers":{},"links":[]}',
    '{"a":'.repeat(100_000),
  ])('is not %#', (text) => {
    expect(parseReport(text)).toBeUndefined()
  })

  test('leaves out what is not as it should be', () => {
    const text = JSON.stringify({
      routers: [{ name: 'a' }, { name: 1 }, null],
      links: [{ between: ['a'], protocol: 'tls' }, { between: ['a', 'x'], protocol: 'tls' }, 7],
      missing: [{ from: 'a' }],
      live: 5,
    })
    expect(readMesh([{ name: 'x.json', text }])).toEqual({
      routers: [
        { name: 'a', canMove: false, groups: 'no links', memberOf: [], findings: [], line: 1 },
      ],
      nearGroups: [],
      links: [],
      missing: [],
      parts: [['a']],
      refused: [],
    })
  })
})

const smallSamples = samples.filter(({ title }) => !title.includes('200'))

test.each(smallSamples)('the sample "$title" has links and something to find', ({ files }) => {
  const { links, missing, refused } = readMesh(files())
  expect(links.length).toBeGreaterThan(0)
  expect(missing.length).toBeGreaterThan(0)
  expect(refused).toEqual([])
})

test('a click takes the nearest line within its distance', () => {
  const lines = [
    { from: { x: 0, y: 0 }, to: { x: 100, y: 0 } },
    { from: { x: 0, y: 10 }, to: { x: 100, y: 10 } },
    { from: { x: 50, y: 50 }, to: { x: 50, y: 50 } },
  ]
  expect(findLine(lines, { x: 40, y: 7 }, 8)).toBe(lines[1])
  expect(findLine(lines, { x: 107, y: 0 }, 8)).toBe(lines[0])
  expect(findLine(lines, { x: 51, y: 51 }, 8)).toBe(lines[2])
  expect(findLine(lines, { x: 40, y: 30 }, 8)).toBeUndefined()
})
