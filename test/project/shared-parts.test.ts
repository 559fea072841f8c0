import { expect, test } from 'vitest'
import type { Router } from '../../src/lint/fleet/rule.js'
import type { ResultEntry } from '../../src/project/shared-parts.js'
import { formatResults, parseResults } from '../../src/project/shared-parts.js'

const createRouter = (name: string): Router => ({
  path: `${name}.yml`,
  release: '2.0.3',
  advertised: [],
  dialed: undefined,
  listened: [{ name: 'default', path: ['link', 'listeners', 0, 'binding'] }],
  controllers: undefined,
  sockets: Array.from({ length: 9 }, (_, index) => ({
    protocol: 'tls',
    host: '0.0.0.0',
    port: String(3022 + index),
    path: ['listeners', index, 'address'],
  })),
  keys: [],
  names: [name],
  files: {},
})

const createEntry = (name: string): ResultEntry => [
  `/fleet/${name}.yml`,
  [
    {
      digest: name,
      isFleet: true,
      wantsFixes: false,
      report: { diagnostics: [], router: createRouter(name) },
      answers: { found: [['/etc/ziti/router.cert', 'missing']], days: [] },
    },
    { digest: `${name} of another release`, isFleet: true, wantsFixes: true },
    {
      digest: `${name} with strings`,
      isFleet: false,
      wantsFixes: true,
      embedded: [{ diagnostics: [], part: 'a', router: createRouter(name) }],
    },
  ],
]

test('results are read as they were written', () => {
  const entries = ['north', 'south'].map(createEntry)
  // JSON has no undefined fields.
  expect(parseResults(formatResults(entries))).toEqual(JSON.parse(JSON.stringify(entries)))
})

test('what many files have in common is written and kept once', () => {
  const names = Array.from({ length: 100 }, (_, index) => `r${index}`)
  const text = formatResults(names.map(createEntry))
  expect(text.split('0.0.0.0').length - 1).toBe(9)
  const sockets = parseResults(text).map(([, [first]]) => first?.report?.router?.sockets)
  expect(new Set(sockets).size).toBe(1)
  expect(sockets[0]).toHaveLength(9)
})

test.each(['[]', '[["a.yml",[]]]', '{}', 'null', '1'])(
  'a file of another form has no results: %s',
  (text) => {
    expect(parseResults(text)).toEqual([])
  },
)
