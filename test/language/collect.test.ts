import { describe, expect, test } from 'vitest'
import { createCollector } from '../../src/language/collect.js'
import type { KnownValue } from '../../src/language/collect.js'
import { viewOf } from '../../src/language/view.js'
import { largeFile } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

describe('what is collected from the values of a file', () => {
  test('has the names of keys, and those of lists for their items', () => {
    const collect = createCollector(({ name, node }) =>
      node.kind === 'text' ? [`${name} ${node.value}`] : [],
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
    const collect = createCollector((value) => {
      asked.push(value)
      return [value.name]
    })
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
})
