import { describe, expect, test } from 'vitest'
import { createFixEncoder, findEmbedded } from '../../src/embedded/embedded.js'
import { fixEmbedded } from '../../src/fix/fix-embedded.js'
import { selectCompatible } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import { coversHost } from '../../src/lint/listeners.js'
import { lint } from '../../src/lint/lint.js'
import { isRouterFile } from '../../src/recognition/recognize.js'

const base = `v: 3
identity:
  cert: a.cert
  server_cert: b.cert
  key: a.key
  ca: a.ca
ctrl:
  endpoint: tls:ctrl.example.com:6262
link:
  dialers:
    - binding: transport
`

const listeners = (count: number, option = ''): string =>
  `listeners:\n${Array.from(
    { length: count },
    (_, index) =>
      `  - binding: edge\n    address: tls:0.0.0.0:${index + 1}\n    options:\n      advertise: h${index}.example.com:${index + 1}\n${option}`,
  ).join('')}`

describe('fixes that add to one list', () => {
  test.each([
    ['in brackets', '[localhost]'],
    ['on lines', '\n      - localhost'],
  ])('%s are made together', (_, list) => {
    const text = `${base}csr:\n  sans:\n    dns: ${list}\n${listeners(100)}`
    let runs = 0
    const fixed = fix(text, {
      unsafe: true,
      diagnose: (changed) => {
        runs += 1
        return lint(changed)
      },
    })
    expect(fixed.applied.filter(({ rule }) => rule === 'advertise-not-in-csr')).toHaveLength(100)
    expect(lint(fixed.text).filter(({ rule }) => rule === 'advertise-not-in-csr')).toEqual([])
    expect(runs).toBeLessThan(6)
  })

  test('are made one at a time where the first makes the list', () => {
    const text = `${base}csr:\n  sans:\n    dns: []\n${listeners(3)}`
    const fixed = fix(text, { unsafe: true })
    for (const host of ['h0.example.com', 'h1.example.com', 'h2.example.com'])
      expect(fixed.text).toMatch(new RegExp(`[\\[ ]${host.replaceAll('.', '\\.')}[,\\]]`))
  })
})

test('of edits that touch, the first ones are made, and insertions only with those of their rule', () => {
  const insert = (text: string, rule?: string) => ({
    edits: [{ start: 5, end: 5, text }],
    ...(rule !== undefined && { rule }),
  })
  const select = (groups: Parameters<typeof selectCompatible>[0]) =>
    selectCompatible(groups).map((group) => groups.indexOf(group))
  expect(select([insert(', a', 'r'), insert(', b', 'r'), insert(', c', 's')])).toEqual([0, 1])
  expect(select([insert(', a'), insert(', b')])).toEqual([0])
  expect(select([insert('a', 'r'), insert('b', 'r')])).toEqual([0])
  expect(
    select([
      { edits: [{ start: 8, end: 9, text: '' }] },
      { edits: [{ start: 1, end: 3, text: '' }] },
      { edits: [{ start: 3, end: 4, text: '' }] },
      { edits: [{ start: 5, end: 7, text: '' }] },
      { edits: [{ start: 9, end: 10, text: '' }] },
    ]),
  ).toEqual([0, 1, 3])
})

test('fixes in a long string of another file are tried out until that takes too long, and made all', () => {
  const count = 500
  const inner = base + listeners(count, '      getSessionTimeout: 60\n')
  const outer = `apiVersion: v1\nkind: ConfigMap\ndata:\n  router.yaml: |\n${inner.replaceAll(/^(?=.)/gm, '    ')}`
  const [file] = findEmbedded(outer, isRouterFile)
  if (!file) throw new Error('no router file was found')
  const encode = createFixEncoder(outer)
  const fixes = lint(inner).flatMap((found) => (found.fix ? [encode(found.fix, file)] : []))
  expect(fixes.length).toBeGreaterThanOrEqual(count)
  expect(fixes[0]).toBeDefined()
  expect(fixes.filter(Boolean).length * inner.length).toBeLessThan(20_000_000)
  const { applied } = fixEmbedded(outer, { unsafe: true }, isRouterFile)
  expect(applied.length).toBeGreaterThanOrEqual(count)
})

test.each([
  ['a.example.com', true],
  ['A.Example.com.', true],
  ['b.example.com', false],
  ['b.wild.example.com', true],
  ['b.c.wild.example.com', false],
  ['wild.example.com', false],
  ['a..example.com', false],
  ['.example.com', false],
  ['', false],
  ['192.0.2.1', true],
  ['[2001:db8::1]', true],
  ['2001:DB8:0::1', true],
  ['192.0.2.2', false],
])('a certificate covers %j: %s', (host, expected) => {
  const covered = {
    names: ['a.example.com', '*.wild.example.com'],
    addresses: ['192.0.2.1', '2001:db8::1', 'none'],
  }
  expect(coversHost(covered, host)).toBe(expected)
})
