import { describe, expect, test } from 'vitest'
import { formatPath, toPath } from '../../src/document/diagnostic.js'
import { parseDocument } from '../../src/document/document.js'
import type { Json } from '../../src/document/record.js'
import { findModel } from '../../src/schema/model.js'
import {
  findSchemaValue,
  listJsonParts,
  mapJsonParts,
  sortJsonParts,
  visitDocument,
} from '../../src/schema/visit.js'

const { schema } = findModel('2.0.3') ?? expect.unreachable()

const environment = { KIND: 'tunnel' }

/** The paths that are visited in a text. */
function listVisited(text: string): string[] {
  const paths: string[] = []
  visitDocument({ document: parseDocument(text), environment }, schema, (visited) => {
    paths.push(formatPath(toPath(visited)))
    return true
  })
  return paths.slice(1)
}

describe('a document', () => {
  test.each([
    ['listeners: [{binding: tunnel, options: {mode: host}}]', true],
    ['listeners: [{binding: "${KIND}", options: {mode: host}}]', true],
    ['listeners: [{binding: edge, options: {mode: host}}]', false],
    ['a: &a {mode: host}\nlisteners: [{binding: tunnel, options: *a}]', true],
  ])('is visited by the variant of its bindings: %s', (text, isKnown) => {
    expect(listVisited(text).includes('listeners[0].options.mode')).toBe(isKnown)
  })

  test('is visited ignoring case where the router does', () => {
    expect(listVisited('csr: {Country: US}\nLink: {}')).toEqual(['csr', 'csr.Country'])
  })

  test('that aliases expand is visited in part', () => {
    const repeat = (item: string): string => `[${Array.from({ length: 1000 }, () => item).join()}]`
    const text = `a: &a {bindPoints: ${repeat('{}')}}\nweb: ${repeat('*a')}`
    expect(listVisited(text).length).toBeLessThan(100_001)
  })

  test.each([
    [['listeners', 0, 'options', 'mode'], 'text'],
    [['listeners', 0, 'options', 'strange'], undefined],
    [['listeners', 1], undefined],
    [[], 'map'],
  ])('has what the schema says at %j', (path, kind) => {
    const document = parseDocument(
      'listeners: [{binding: "${KIND}", options: {mode: host, strange: 1}}]',
    )
    expect(findSchemaValue({ document, environment }, schema, path)?.value.kind).toBe(kind)
  })
})

describe('plain data', () => {
  const listener = { zzz: 1, options: { mode: 'host' }, binding: 'tunnel' }
  const item = schema.child('listeners')?.item

  test('keeps its order, or takes that of the schema', () => {
    const steps = (parts: readonly { step: string | number }[]): unknown[] =>
      parts.map(({ step }) => step)
    expect(steps(listJsonParts(listener, item))).toEqual(['zzz', 'options', 'binding'])
    expect(steps(sortJsonParts(listener, item))).toEqual(['binding', 'options', 'zzz'])
  })

  test('is changed without the entries that become nothing', () => {
    const change = ({ value, key }: { value: Json; key: unknown }): Json | undefined =>
      key ? value : undefined
    expect(mapJsonParts(listener, item, change)).toEqual({
      options: { mode: 'host' },
      binding: 'tunnel',
    })
  })
})
