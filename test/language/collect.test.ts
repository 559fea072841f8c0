import { describe, expect, test } from 'vitest'
import { createCollector } from '../../src/language/collect.js'
import type { CollectedPart, KnownValue } from '../../src/language/collect.js'
import { viewOf } from '../../src/language/view.js'
import { largeFile } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

const concatenate = <Item>(
  own: readonly Item[],
  parts: readonly CollectedPart<readonly Item[]>[],
): readonly Item[] => [...own, ...parts.flatMap(({ result }) => result)]

describe('what is collected from the values of a file', () => {
  test('has the names of keys, and those of lists for their items', () => {
    const collect = createCollector(
      ({ name, node }): readonly string[] =>
        node.kind === 'text' ? [`${name} ${node.value}`] : [],
      concatenate,
    )
    const text = yaml`
      v: 3
      unknown:
        cert: a
      identity:
        cert: b
        unknown: c
      plugins: [d, e]
    `
    expect(collect(viewOf(text))).toEqual(['cert b', 'plugins[] d', 'plugins[] e'])
  })

  test('is asked again only where the file changed', () => {
    const asked: KnownValue[] = []
    const collect = createCollector((value): readonly string[] => {
      asked.push(value)
      return [value.name]
    }, concatenate)
    const text = largeFile(1000)
    const before = viewOf(text)
    const found = collect(before)
    const all = asked.splice(0).length
    expect(all).toBeGreaterThan(500)
    expect(
      collect(viewOf(text.replace('connectTimeout: 5s', 'connectTimeout: 6s'), {}, { before })),
    ).toEqual(found)
    // The file, the list of listeners, the listener and its options, with the values in them that are no maps.
    expect(asked.length).toBeLessThan(40)
  })

  test('is that of the whole file after entries of a list were added, removed and swapped', () => {
    const create = () =>
      createCollector(
        ({ name, node }): readonly string[] =>
          node.kind === 'text' ? [`${name} ${node.value}`] : [],
        concatenate,
      )
    const collect = create()
    const listener = (port: number): string =>
      `  - binding: edge\n    address: tls:0.0.0.0:${port}\n`
    const format = (ports: readonly number[]): string =>
      `v: 3\nlisteners:\n${ports.map(listener).join('')}`
    const versions = [
      [1, 2, 3, 4],
      [1, 2, 9, 3, 4],
      [2, 9, 3, 4],
      [2, 9, 3],
      [3, 9, 2],
      [5, 3, 9, 2, 6],
      [3],
      [3, 3, 3],
    ]
    let before = viewOf(format(versions[0] ?? []))
    for (const version of versions) {
      before = viewOf(format(version), {}, { before })
      expect(collect(before)).toEqual(create()(viewOf(format(version))))
    }
  })
})
