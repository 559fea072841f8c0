import { describe, expect, test } from 'vitest'
import { rules } from '../../src/generated/rules.js'
import { lint } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { selectSamples } from '../support/recorded.js'

describe('titles of fixes', () => {
  const targets = ['0.31.4', '1.1.15', '1.4.3', '2.0.3', '2.1.0-pre2']
  const texts = [
    ...rules.flatMap(({ examples }) =>
      examples.bad.map((example) => completeExample(example).text),
    ),
    ...selectSamples(50).map(({ text }) => text),
  ]
  const titles = new Set(
    texts.flatMap((text) =>
      targets.flatMap((target) => lint(text, { target }).flatMap(({ fix }) => fix?.title ?? [])),
    ),
  )

  test('are many', () => {
    expect(titles.size).toBeGreaterThan(40)
  })

  test.each([...titles])('%s: names the edit', (title) => {
    expect(title).toMatch(/^(add|copy|correct|double|indent|move|quote|remove|rename|replace) /)
    expect(title).not.toMatch(/\bit\b/)
  })
})
