import { describe, expect, test } from 'vitest'
import { lint, load } from '../../src/index.js'

const write = (count: number): string =>
  `v: 3\n${Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join('')}`

const listUnknown = (text: string): string[] =>
  lint(text).flatMap(({ rule, message }) => (rule === 'unknown-key' ? [message] : []))

describe('of a rule with very many findings', () => {
  test('ten thousand are listed, and one says how many more there are', () => {
    const found = lint(write(10_500)).filter(({ rule }) => rule === 'unknown-key')
    expect(found).toHaveLength(10_001)
    expect(found.at(-1)?.message).toBe(
      '500 more findings of `unknown-key` from here on are not listed.',
    )
    expect(found.at(-1)?.range.start.line).toBe(10_001)
    expect(found.at(-1)?.severity).toBe(found[0]?.severity)
  })

  test('all are listed up to ten thousand, and none is lost that a comment hides', () => {
    expect(listUnknown(write(10_000))).toHaveLength(10_000)
    expect(listUnknown(write(10_001)).at(-1)).toContain('1 more finding of')
    const count = 10_500
    const lines = write(count).split('\n')
    const hideNext = '# routerfile disable-next-line unknown-key -- why'
    expect(listUnknown([...lines, hideNext, 'a: 1', ''].join('\n'))).toHaveLength(10_001)
    expect(listUnknown([hideNext, ...lines.slice(1)].join('\n'))).toHaveLength(10_001)
    expect(listUnknown(`# routerfile disable-file unknown-key -- why\n${write(count)}`)).toEqual([])
    expect(
      lint(
        lines
          .slice(1, -1)
          .map((line) => `${line} # routerfile disable-line\n`)
          .join(''),
      ).filter(({ rule }) => rule === 'unknown-key' || rule === 'unused-suppression'),
    ).toEqual([])
  })

  test('errors stay errors', () => {
    const text = `${write(0)}link: {dialers: [${'{binding: 5}, '.repeat(10_500)}]}\n`
    expect(load(text).ok).toBe(false)
  })
})
