import { describe, expect, it } from 'vitest'
import { readFields, parseYaml, resolveAlias } from '../../src/yaml/index.js'
import type { MapNode } from '../../src/yaml/index.js'
import { yaml } from '../support/yaml.js'
import { plain, read } from './marked.js'

/** The map that is the value of the last entry at the root. */
function lastMap(text: string): MapNode {
  const { root } = parseYaml(text)
  const map = root?.kind === 'map' ? root.pairs[root.pairs.length - 1]?.value : undefined
  const target = map && resolveAlias(map)
  if (target?.kind !== 'map') throw new Error('the last value is no map')
  return target
}

// What a map ends up with.
const merged: [string, unknown][] = [
  ['{a: 1, a: 2}', { a: 2 }],
  ['{a: {b: 1}, a: {c: 2}}', { a: { c: 2 } }],
  ['{<<: {a: 1}, b: 2}', { a: 1, b: 2 }],
  ['{a: 2, <<: {a: 1}}', { a: 1 }],
  ['{<<: {a: 1}, a: 2}', { a: 2 }],
  ['{<<: [{a: 1}, {a: 2, b: 2}]}', { a: 1, b: 2 }],
  ['{<<: [{a: 1}, {a: 2}], <<: {a: 3}}', { a: 3 }],
  ['{<<: {a: 1, <<: {a: 2, b: 2}}}', { a: 2, b: 2 }],
  ['{<<: {<<: {a: 2, b: 2}, a: 1}}', { a: 1, b: 2 }],
  ['{"<<": {a: 1}}', { '<<': { a: 1 } }],
  ['{!!str <<: {a: 1}}', { '<<': { a: 1 } }],
  ['{! "<<": {a: 1}}', { a: 1 }],
  ['{!!merge "<<": {a: 1}}', { a: 1 }],
  ['{1: a, "1": b, 1.0: c, 01: d}', { 'int 1': 'd', 1: 'b', 'float 1': 'c' }],
  ['{0.0: a, -0.0: b}', { 'float 0': 'b' }],
  ['{yes: a, on: b, ~: c, null: d}', { 'bool true': 'b', 'null null': 'd' }],
  ['{<<: []}', {}],
]

describe('the fields of a map', () => {
  it.each(merged)('%s are what is left', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  it('come from aliases, too', () => {
    const text = yaml`
      a: &a {x: 1, z: 1}
      b: &b {z: 2}
      c: {x: 0, <<: [*b, *a], z: 3}
    `
    expect(plain(lastMap(text))).toEqual({ x: 1, z: 3 })
  })

  it('are in written order, merged ones at the place of the merge key', () => {
    const entries = [
      ...readFields(lastMap('m: {a: 1, b: 1, <<: {c: 1, a: 2}, d: 1, b: 2}\n')).table.values(),
    ]
    expect(entries.map(({ key, isMerged }) => [key.value, isMerged])).toEqual([
      ['c', true],
      ['a', true],
      ['d', false],
      ['b', false],
    ])
  })

  it('tell which pairs of the map were overwritten, and by what', () => {
    const map = lastMap('m: {a: 1, b: 1, <<: {a: 2, c: 2}, b: 3, c: 3}\n')
    const { table, lostPairs } = readFields(map)
    const entries = [...table.values()]
    expect(lostPairs.map(({ pair }) => pair)).toEqual([map.pairs[0], map.pairs[1]])
    expect(lostPairs.map(({ winner }) => entries.indexOf(winner))).toEqual([0, 1])
  })

  it('with an alias as key have its value and its place', () => {
    const entries = [
      ...readFields(
        lastMap(yaml`
      a: &a word
      b: {*a : 1}
    `),
      ).table.values(),
    ]
    expect(entries[0]?.key).toMatchObject({ kind: 'text', value: 'word', start: 15, end: 17 })
  })

  it('keep every NaN apart', () => {
    expect(readFields(lastMap('m: {.nan: 1, .nan: 2}\n')).table.size).toBe(2)
  })

  it('of a map that merges itself are those it has without the merge', () => {
    const text = 'a: &a {b: 1, <<: *a, c: 2}\n'
    expect(parseYaml(text).problems).toMatchObject([{ code: 'recursive-anchor' }])
    expect([...readFields(lastMap(text)).table.values()].map(({ key }) => key.value)).toEqual([
      'b',
      'c',
    ])
  })

  it('come through a chain of a thirty thousand merges', () => {
    let text = 'k0: &k0 {a: 1}\n'
    for (let index = 1; index <= 30_000; index++)
      text += `k${index}: &k${index} {<<: *k${index - 1}}\n`
    expect(plain(lastMap(text))).toEqual({ a: 1 })
  })
})
