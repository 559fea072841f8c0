import { describe, expect, test } from 'vitest'
import { findCursors } from '../../src/language/completion/cursor.js'
import { cursor } from '../support/editor.js'

/** What is at the mark: the role with the path, what goes for what is written (in brackets), and what stands in the map besides. */
function shown(marked: string): string[] {
  const { text, offset } = cursor(marked)
  return findCursors(text, offset).map((found) => {
    if (found.role === 'comment') return `comment ${text.slice(found.start, found.offset)}`
    const { role, path, start, end, present } = found
    return `${role} ${path.join('.')} [${text.slice(start, end)}]${present.size > 0 ? ` beside ${[...present].join(' ')}` : ''}`
  })
}

describe('a cursor is found', () => {
  const cases: [where: string, marked: string, found: readonly string[]][] = [
    ['in an empty text', '|', ['key  []']],
    ['on an empty line', 'a:\n  b: 1\n  |\n  c: 2\n', ['key a [] beside b c']],
    ['behind a dash', 'a:\n  - |\n', ['key a.0 []']],
    ['in half a key', 'a:\n  be|\n', ['key a [be]']],
    ['in a flow map', 'a: { b: 1, c| }\n', ['key a [c] beside b']],
    ['in a nested list', 'a:\n  - b:\n      - c: |\n', ['value a.0.b.0.c []']],
    ['in a value', 'a: b|c # d\n', ['value a [bc]']],
    ['in a value in quotes', 'a: "b|c"\n', ['value a ["bc"]']],
    ['in a value of several words', 'a: b c| d\n', ['value a [b c d]']],
    ['at a colon', 'a:|\n', ['value a []']],
    ['at the colon of an address', 'a:\n  - tls:|\n', ['value a.0 [tls:]']],
    ['in a flow list', 'a: [b, |]\n', ['value a.1 []']],
    ['in a comment', 'a: 1 # rou|', ['comment # rou']],
    ['behind what looks like a comment', 'a: "# |"\n', ['value a ["# "]']],
    [
      'in an entry, which alone is looked at',
      'a:\n  - b: 1\n    c: 2\n  - b: 3\n    |\n    d: 4\n  - e: 5\n',
      ['key a.0 [] beside b d'],
    ],
    [
      'in an entry of an entry, whose map is known',
      'a:\n  - b: 1\n    c:\n      - d: 2\n      - |\n    e: 3\n',
      ['key a.0.c.1 []'],
    ],
    ['behind an entry that holds something', 'a:\n  - b:\n      c: 1\n  - |\n', ['key a.1 []']],
    ['behind entries that are texts', 'a:\n  - b\n  - c\n  - |\n', ['key a.2 []']],
    [
      'below a dash that is meant to be further left',
      'a:\n    - b: 1\n    c:\n        |\n',
      ['key a.0.c []'],
    ],
    [
      'twice, where a list has its dashes below its key',
      'a:\n- b: 1\n|',
      ['key a.1 []', 'key  [] beside a'],
    ],
    ['in the map that is meant, by its column', 'a:\n  b:\n    c: 1\n  |\n', ['key a [] beside b']],
    ['left of all that is open', 'a:\n  b:\n    c: 1\n|\n', ['key  [] beside a']],
    ['between columns', 'a:\n  b:\n    c: 1\n   |\n', ['key a [ ] beside b']],
    ['below something broken', 'a: {\nb:\n  c: 1\n  |\n', ['key b [] beside c']],
    ['above something broken', 'a:\n  |\n    - b\n   c\nd: 1\n', ['key a []']],
    ['behind a byte order mark', '\ufeffa|', ['key  [a]']],
    [
      'in a line that ends as on Windows',
      'a:\r\n  b: 1\r\n  c|\r\nd: 1\r\n',
      ['key a [c] beside b'],
    ],
    ['nowhere in a block of text', 'a: >\n  b|\n', []],
    ['nowhere before a comment', 'a: 1\n|# b\n', []],
  ]
  test.each(cases)('%s', (_, marked, found) => {
    expect(shown(marked)).toEqual(found)
  })

  test('far inside a large list, as in a small one', () => {
    const item = 'a:\n  - b: 1\n    c:\n      d: 2\n'.slice(3)
    const text = `a:\n${item.repeat(5000)}`
    const offset = text.indexOf(item, text.length / 2) + item.length - 1
    const [found] = findCursors(`${text.slice(0, offset)}\n    ${text.slice(offset)}`, offset + 5)
    expect(found).toMatchObject({ role: 'key', present: new Set(['b', 'c']), column: 4 })
    expect(found?.role === 'key' && found.document.text.length).toBeLessThan(10_000)
  })
})
