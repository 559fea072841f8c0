import { describe, expect, test } from 'vitest'
import { createEffectiveFile } from '../../src/config/effective-file.js'
import type { Effective } from '../../src/core.js'
import { effective, load } from '../../src/core.js'
import type { Options } from '../../src/lint/lint.js'
import type { Difference, DiffValue } from '../../src/versions/diff.js'
import { diff } from '../../src/versions/diff.js'
import { completeExample } from '../support/fixtures.js'
import type { Sample } from '../support/recorded.js'
import { selectSamples } from '../support/recorded.js'

const router = (text: string): string => completeExample(text).text

const formatValue = ({
  path,
  value,
  origin,
  refused,
  line,
  writtenAs,
  unread,
}: DiffValue): string =>
  [
    `${path.join('.')}=${JSON.stringify(value)}`,
    refused ? 'refused' : origin,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(writtenAs ? [`as ${writtenAs.join('.')}`] : []),
    ...(unread ? [`not ${unread.path.join('.')}`] : []),
  ].join(' ')

function formatDifference(difference: Difference): string {
  if (difference.kind === 'reordered')
    return `${difference.path.join('.')} ${difference.items.map(({ before, after }) => `${before}>${after}`).join(' ')}`
  const before = 'before' in difference ? formatValue(difference.before) : 'nothing'
  const after = 'after' in difference ? formatValue(difference.after) : 'nothing'
  const { moved } = difference
  const move = !moved
    ? ''
    : 'to' in moved
      ? ` to ${moved.to.join('.')}`
      : ` from ${moved.from.join('.')}`
  return `${before} | ${after}${move}`
}

describe('a difference is', () => {
  const cases: [what: string, before: string, after: string, expected: string[]][] = [
    [
      'a value that another line sets',
      'forwarder:\n  faultTxInterval: 1000',
      'forwarder:\n\n  faultTxInterval: 2000',
      ['forwarder.faultTxInterval=1000 file line 2 | forwarder.faultTxInterval=2000 file line 3'],
    ],
    [
      'the item that changed, not the list',
      'csr:\n  sans:\n    dns: [localhost, a.example.com]',
      'csr:\n  sans:\n    dns:\n      - localhost\n      - b.example.com',
      ['csr.sans.dns.1="a.example.com" file line 3 | csr.sans.dns.1="b.example.com" file line 5'],
    ],
    [
      'items that came and went, wherever the others are now',
      'csr:\n  sans:\n    ip: [10.0.0.1, 10.0.0.2, 10.0.0.3]',
      'csr:\n  sans:\n    ip: [10.0.0.2, 10.0.0.3]',
      ['csr.sans.ip.0="10.0.0.1" file line 3 | nothing'],
    ],
    [
      'another order of plain items',
      'ctrl:\n  endpoints: [tls:a:1, tls:b:1]',
      'ctrl:\n  endpoints: [tls:b:1, tls:a:1]',
      ['ctrl.endpoints 1>0 0>1'],
    ],
    [
      'a whole list that the other version does not have',
      'csr:\n  sans:\n    dns: [a]',
      'csr:\n  sans:\n    dns: [a]\n    ip: [10.0.0.1, 10.0.0.2]',
      ['nothing | csr.sans.ip=["10.0.0.1","10.0.0.2"] file line 4'],
    ],
    [
      'a default that a line replaces',
      'forwarder: {}',
      'forwarder:\n  faultTxInterval: 2000',
      ['forwarder.faultTxInterval=15000 default | forwarder.faultTxInterval=2000 file line 2'],
    ],
    [
      'a value that the router refuses',
      'forwarder:\n  linkDialWorkerCount: 1\n  faultTxInterval: 1d',
      'forwarder:\n  linkDialWorkerCount: 4',
      [
        'forwarder.faultTxInterval="1d" refused line 3 | forwarder.faultTxInterval=15000 default',
        'forwarder.linkDialWorkerCount=1 refused line 2 | forwarder.linkDialWorkerCount=4 file line 2',
      ],
    ],
    [
      'another value that the router refuses',
      'forwarder:\n  linkDialWorkerCount: 1',
      'forwarder:\n  linkDialWorkerCount: 0',
      [
        'forwarder.linkDialWorkerCount=1 refused line 2 | forwarder.linkDialWorkerCount=0 refused line 2',
      ],
    ],
    [
      'not a value that both refuse',
      'forwarder:\n  linkDialWorkerCount: 1',
      'forwarder:\n\n  linkDialWorkerCount: 1',
      [],
    ],
    ['not a value that is written otherwise', 'v: 3', 'v: 0x3', []],
    ['not a default that is written', 'forwarder: {}', 'forwarder: { faultTxInterval: 15000 }', []],
    ['not a renamed key', 'ctrl:\n  endpoint: tls:a:1', 'ctrl:\n  endpoints: [tls:a:1]', []],
    [
      'one line for a renamed key with another value',
      'ctrl:\n  endpoint: tls:a:1',
      'ctrl:\n  endpoints: [tls:b:1]',
      [
        'ctrl.endpoints.0="tls:a:1" file line 2 as ctrl.endpoint | ctrl.endpoints.0="tls:b:1" file line 2',
      ],
    ],
    [
      'one line for a key whose spelling was corrected',
      'forwarder:\n  faultTxIntervall: 2000',
      'forwarder:\n  faultTxInterval: 2000',
      [
        'forwarder.faultTxInterval=15000 default not forwarder.faultTxIntervall | forwarder.faultTxInterval=2000 file line 2',
      ],
    ],
  ]
  test.each(cases)('%s', (_, before, after, expected) => {
    expect(diff(router(before), router(after)).map(formatDifference)).toEqual(expected)
  })

  const listeners = (...items: readonly string[]): string =>
    router(`listeners:\n${items.map((item) => `  - { ${item} }\n`).join('')}`)
  const edge =
    'binding: edge, address: "tls:0.0.0.0:3022", options: { advertise: "localhost:3022" }'
  const other = edge.replaceAll('3022', '3023')
  const tunnel = 'binding: tunnel, options: { mode: host }'

  test('no difference of the items before which another one was inserted', () => {
    const found = diff(listeners(edge), listeners(tunnel, edge))
    expect(found.map(({ kind }) => kind)).not.toContain('changed')
    expect(found.every((item) => item.kind === 'added' && item.after.path[1] === 0)).toBe(true)
  })

  test('the order of a list', () => {
    expect(diff(listeners(edge, tunnel), listeners(tunnel, edge)).map(formatDifference)).toEqual([
      'listeners 1>0 0>1',
    ])
    expect(diff(listeners(edge, other), listeners(other, edge)).map(formatDifference)).toEqual([
      'listeners 1>0 0>1',
    ])
  })

  test('one move of a value to another path', () => {
    const connect = (item: string): string => item.replace(/ }$/, ', connectTimeout: 7s }')
    const found = diff(listeners(connect(edge), tunnel), listeners(edge, connect(tunnel)))
    expect(found.map(formatDifference)).toEqual([
      'listeners.0.options.connectTimeout="7s" file line 2 | listeners.0.options.connectTimeout="0s" default to listeners.1.options.connectTimeout',
      'listeners.1.options.connectTimeout="0s" default | listeners.1.options.connectTimeout="7s" file line 3 from listeners.0.options.connectTimeout',
    ])
  })
})

describe('secrets are not in differences', () => {
  const proxy = (rest: string): string => router(`proxy:\n  type: http\n  address: a:1\n${rest}`)

  test.each([
    ['passwords', '  username: a\n  password: geheim-1', '  username: a\n  password: geheim-2'],
    ['what was not set before', '  username: a', '  username: a\n  password: geheim-2'],
  ])('%s', (_, before, after) => {
    const found = diff(proxy(before), proxy(after))
    expect(found).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain('geheim')
  })

  test('keys in the text', () => {
    const identity = (body: string): string =>
      router(
        `identity:\n  cert: a\n  key: "pem:-----BEGIN PRIVATE KEY-----\\n${body}\\n-----END PRIVATE KEY-----\\n"\n  ca: c`,
      )
    const found = diff(identity('Z2VoZWlt'), identity('bm90aGluZyE='))
    expect(found).toHaveLength(1)
    expect(JSON.stringify(found)).not.toMatch(/Z2Vo|bm90|BEGIN/)
  })
})

test('an unknown release has no differences', () => {
  expect(diff('v: 3', 'v: 4', { target: '9.9' })).toEqual([])
})

/** The same difference, seen from the other version. */
function mirror(difference: Difference): Difference {
  switch (difference.kind) {
    case 'reordered':
      return {
        ...difference,
        items: difference.items
          .map(({ before, after }) => ({ before: after, after: before }))
          .sort((left, right) => left.after - right.after),
      }
    case 'added': {
      const { after, moved } = difference
      return { kind: 'removed', before: after, ...(moved && { moved: mirrorMove(moved) }) }
    }
    case 'removed': {
      const { before, moved } = difference
      return { kind: 'added', after: before, ...(moved && { moved: mirrorMove(moved) }) }
    }
    case 'changed': {
      const { before, after, moved } = difference
      return {
        kind: 'changed',
        before: after,
        after: before,
        ...(moved && { moved: mirrorMove(moved) }),
      }
    }
  }
}

type Move = { from: (string | number)[] } | { to: (string | number)[] }

const mirrorMove = (move: Move): Move => ('from' in move ? { to: move.from } : { from: move.to })

const toSet = (differences: readonly Difference[]): string[] =>
  differences.map((difference) => JSON.stringify(sortKeys(difference))).sort()

const sortKeys = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))

/** Values by path without indexes: each counts up in one version and down in the other, so that equal ones vanish. */
class Balance {
  readonly counts = new Map<string, number>()
  add(path: readonly (string | number)[], value: unknown, by: 1 | -1): void {
    // Items of lists are compared one by one.
    if (Array.isArray(value) && value.length > 0) for (const item of value) this.add(path, item, by)
    else this.count(path, value, by)
  }
  private count(path: readonly (string | number)[], value: unknown, by: 1 | -1): void {
    const name = JSON.stringify([path.filter((step) => typeof step === 'string'), value])
    this.counts.set(name, (this.counts.get(name) ?? 0) + by)
  }
  rest(): string[] {
    return [...this.counts]
      .flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
      .sort()
  }
}

const addRows = (balance: Balance, rows: readonly Effective[], by: 1 | -1): void => {
  for (const { path, written } of rows) balance.add(path, written, by)
}

/** Where the differences of two files are not those of their effective values. */
function findFaults(left: Sample, right: Sample, target: string): string[] {
  const options: Options = { target, env: { ...left.env, ...right.env } }
  const [before, after] = withoutDerived(
    effective(left.text, options),
    effective(right.text, options),
  )
  const found = diff(left.text, right.text, options)
  const name = `${left.name}, ${right.name} at ${target}`
  const isSame = JSON.stringify(before.map(toPlain)) === JSON.stringify(after.map(toPlain))
  const balance = new Balance()
  addRows(balance, before, -1)
  addRows(balance, after, 1)
  const said = new Balance()
  for (const difference of found) {
    if (difference.kind === 'reordered') continue
    if ('before' in difference) said.add(difference.before.path, difference.before.value, -1)
    if ('after' in difference) said.add(difference.after.path, difference.after.value, 1)
  }
  const mirrored = toSet(diff(right.text, left.text, options).map(mirror))
  const isHidden = /pem:|password|eyJ|-----BEGIN/.test(left.text + right.text)
  return [
    ...(isSame === (found.length === 0) ? [] : [`${name}: says the contrary`]),
    ...(isHidden || JSON.stringify(balance.rest()) === JSON.stringify(said.rest())
      ? []
      : [`${name}: says ${said.rest().join('; ')}, not ${balance.rest().join('; ')}`]),
    ...(JSON.stringify(mirrored) === JSON.stringify(toSet(found))
      ? []
      : [`${name}: not symmetric`]),
  ]
}

const toPlain = ({ path, value }: Effective): unknown => [path, value]

/** Defaults that are the values of other keys, whose difference is named once, at those keys. */
const isDerived = ({ path, origin }: Effective): boolean =>
  origin === 'default' && (path.at(-1) === 'server_key' || path.at(-1) === 'advertise')

/** Two lists of rows without the derived defaults at places where no file has a value. */
function withoutDerived(before: Effective[], after: Effective[]): [Effective[], Effective[]] {
  const written = new Set(
    [...before, ...after].filter((row) => !isDerived(row)).map(({ path }) => JSON.stringify(path)),
  )
  const select = (rows: Effective[]): Effective[] =>
    rows.filter((row) => !isDerived(row) || written.has(JSON.stringify(row.path)))
  return [select(before), select(after)]
}

describe('over pairs of recorded files', () => {
  const samples = selectSamples(100).filter(({ text }) => text.length < 20_000)
  const pairs = samples
    .slice(1)
    .map((right, index): [Sample, Sample] => [samples[index] ?? right, right])

  test('differences are those of the effective values, and symmetric', () => {
    expect(pairs.length).toBeGreaterThan(100)
    const faults = pairs.flatMap(([left, right], index) =>
      findFaults(left, right, ['2.0', '1.6', '2.1', '1.1'][index % 4] ?? '2.0'),
    )
    expect(faults).toEqual([])
  })

  test('a file has no differences from itself in canonical form', () => {
    let compared = 0
    const faults = samples.flatMap(({ name, text, env = {} }) => {
      const options: Options = { env }
      if (!load(text, options).ok) return []
      compared += 1
      const written = createEffectiveFile(text, options)
      const found = written.hiddenCount > 0 ? [] : diff(text, written.text, options)
      return found.map((difference) => `${name}: ${formatDifference(difference)}`)
    })
    expect(compared).toBeGreaterThan(5)
    expect(faults).toEqual([])
  })
})
