import { describe, expect, it } from 'vitest'
import { parseYaml, resolveAlias } from '../../src/yaml/index.js'
import type { Node } from '../../src/yaml/index.js'
import { yaml } from '../support/yaml.js'
import { marked } from './marked.js'

function valueOf(text: string): Node {
  const { root, problems } = parseYaml(text)
  expect(problems).toEqual([])
  const map = root && resolveAlias(root)
  const value = map?.kind === 'map' ? map.pairs[0]?.value : undefined
  if (value === undefined) throw new Error('the text has no first value')
  return value
}

// The text with the first value between marks, and what the value is.
const values: [string, object][] = [
  ['a: «b» # c\n', { kind: 'text', value: 'b', style: 'plain' }],
  ['a:   «b c»  \n', { kind: 'text', value: 'b c' }],
  ['a: «"b\\n"»\n', { kind: 'text', value: 'b\n', style: 'double' }],
  ["a: «'b''c'»\n", { kind: 'text', value: "b'c", style: 'single' }],
  ['a: «b\n  c»\nd: 1\n', { kind: 'text', value: 'b c' }],
  ['a: «b\n\n\n  c»\n', { kind: 'text', value: 'b\n\nc' }],
  ['a: «b\u2028  c»\n', { kind: 'text', value: 'b\u2028c' }],
  ['a: «"b\n  c\n\n  d"»\n', { kind: 'text', value: 'b c\nd' }],
  ['a: «"b \\\n  \\ c"»\n', { kind: 'text', value: 'b  c' }],
  ["a: «'b\n\n  c'»\n", { kind: 'text', value: 'b\nc' }],
  ['a: «|\n  b\n  c»\nd: 1\n', { kind: 'text', value: 'b\nc\n', style: 'literal' }],
  ['a: «|-\n  b»\n\nd: 1\n', { kind: 'text', value: 'b' }],
  ['a: «|+\n  b»\n\nd: 1\n', { kind: 'text', value: 'b\n\n' }],
  ['a: «|1\n  b»\n', { kind: 'text', value: ' b\n' }],
  ['a: «|2-\n    b»\n', { kind: 'text', value: '  b' }],
  ['a: «|\n\n   b\n    c»\n', { kind: 'text', value: '\nb\n c\n' }],
  [
    'a: «>\n  b\n  c\n\n  d\n   e\n  f»\n',
    { kind: 'text', value: 'b c\nd\n e\nf\n', style: 'folded' },
  ],
  ['a: «|»\nb: 1\n', { kind: 'text', value: '' }],
  ['a: «|\r\n  b\r\n  c»\r\n', { kind: 'text', value: 'b\nc\n' }],
  ['a:«»\n', { kind: 'null', value: null, style: 'plain' }],
  ['a:«» # c\nb: 1\n', { kind: 'null' }],
  ['a: &x«»\nb: 1\n', { kind: 'null', anchor: 'x' }],
  ['? a«»\n', { kind: 'null' }],
  ['{a«», b: 1}', { kind: 'null' }],
  ['{a:«» , b: 1}', { kind: 'null' }],
  ['a: !!str &x «b»\n', { kind: 'text', tag: 'tag:yaml.org,2002:str', anchor: 'x' }],
  ['a: !own «b»\n', { kind: 'text', tag: '!own' }],
  ['a: !<x:y> «1»\n', { kind: 'text', value: '1', tag: 'x:y' }],
  ['%TAG !e! tag:e,2000:\n---\na: !e!x «1»\n', { kind: 'text', tag: 'tag:e,2000:x' }],
  ['a: «[b, [c]]»\n', { kind: 'list', isFlow: true }],
  ['a: «{b: 1,\n  c: 2}»\n', { kind: 'map', isFlow: true }],
  ['a:\n  «b: 1\n  c: 2»\n\nd: 1\n', { kind: 'map', isFlow: false }],
  ['a: &x !own\n  «b: 1»\n', { kind: 'map', anchor: 'x', tag: '!own' }],
  ['a:\n  «- b\n  - c»\nd: 1\n', { kind: 'list', isFlow: false }],
  ['a:\n«- b\n- c»\nd: 1\n', { kind: 'list', isFlow: false }],
  ['a:\n  «- b\n  -»\n', { kind: 'list' }],
  ['a: «[b: c]»\n', { kind: 'list', items: [{ kind: 'map', isFlow: true, start: 4, end: 8 }] }],
]

describe('a node', () => {
  it.each(values)('is where it is written in %j', (source, shape) => {
    const { text, span } = marked(source)
    expect(valueOf(text)).toMatchObject({ ...shape, ...span })
  })

  it('that is an alias knows its target', () => {
    const { root } = parseYaml(yaml`
      a: &x {b: 1}
      c: *x
    `)
    const pairs = root?.kind === 'map' ? root.pairs : []
    expect(pairs[1]?.value).toMatchObject({ kind: 'alias', name: 'x', start: 16, end: 18 })
    expect(pairs[1] && resolveAlias(pairs[1].value)).toBe(pairs[0]?.value)
  })

  it('is named by the last anchor before the alias', () => {
    const { root } = parseYaml(yaml`
      a: &x 1
      b: *x
      c: &x 2
      d: *x
    `)
    const pairs = root?.kind === 'map' ? root.pairs : []
    expect(pairs.map(({ value }) => resolveAlias(value))).toMatchObject(
      [1n, 1n, 2n, 2n].map((value) => ({ value })),
    )
  })

  it('keeps every pair as written', () => {
    const { root } = parseYaml(yaml`
      a: 1
      a: 2
      <<: {a: 3}
    `)
    expect(root).toMatchObject({
      start: 0,
      end: 20,
      pairs: [
        { key: { value: 'a', start: 0, end: 1 }, value: { value: 1n } },
        { key: { value: 'a', start: 5, end: 6 }, value: { value: 2n } },
        { key: { value: '<<' }, value: { kind: 'map' } },
      ],
    })
  })

  it('that was named by an alias nobody knows is null', () => {
    const { root } = parseYaml(yaml`
      a: *x
      b: 1
    `)
    expect(root).toMatchObject({ pairs: [{ value: { kind: 'null' } }, { value: { value: 1n } }] })
  })
})
