import { describe, expect, test } from 'vitest'
import { findCursors } from '../../../src/language/completion/cursor.js'
import { cursor } from '../../support/editor.js'
import { yaml } from '../../support/yaml.js'

/**
 * What is at the mark: the role with the path, what goes for what is written (in brackets), and what stands in the map
 * besides.
 */
function shown(marked: string): string[] {
  const { text, offset } = cursor(marked)
  return findCursors(text, offset).map((found) => {
    if (found.role === 'comment') return `comment ${text.slice(found.start, found.offset)}`
    const { role, path, start, end, presentKeys } = found
    return `${role} ${path.join('.')} [${text.slice(start, end)}]${presentKeys.size > 0 ? ` beside ${[...presentKeys].join(' ')}` : ''}`
  })
}

describe('a cursor is found', () => {
  const cases: [where: string, marked: string, found: readonly string[]][] = [
    ['in an empty text', '|', ['key  []']],
    [
      'on an empty line',
      yaml`
      a:
        b: 1
        |
        c: 2
    `,
      ['key a [] beside b c'],
    ],
    [
      'behind a dash',
      yaml`
      a:
        - |
    `,
      ['key a.0 []'],
    ],
    [
      'in half a key',
      yaml`
      a:
        be|
    `,
      ['key a [be]'],
    ],
    ['in a flow map', 'a: { b: 1, c| }\n', ['key a [c] beside b']],
    [
      'in a nested list',
      yaml`
      a:
        - b:
            - c: |
    `,
      ['value a.0.b.0.c []'],
    ],
    ['in a value', 'a: b|c # d\n', ['value a [bc]']],
    ['in a value in quotes', 'a: "b|c"\n', ['value a ["bc"]']],
    ['in a value of several words', 'a: b c| d\n', ['value a [b c d]']],
    ['at a colon', 'a:|\n', ['value a []']],
    [
      'at the colon of an address',
      yaml`
      a:
        - tls:|
    `,
      ['value a.0 [tls:]'],
    ],
    ['in a flow list', 'a: [b, |]\n', ['value a.1 []']],
    ['in a comment', 'a: 1 # rou|', ['comment # rou']],
    ['behind what looks like a comment', 'a: "# |"\n', ['value a ["# "]']],
    [
      'in an entry, which alone is looked at',
      yaml`
        a:
          - b: 1
            c: 2
          - b: 3
            |
            d: 4
          - e: 5
      `,
      ['key a.0 [] beside b d'],
    ],
    [
      'in an entry of an entry, whose map is known',
      yaml`
        a:
          - b: 1
            c:
              - d: 2
              - |
            e: 3
      `,
      ['key a.0.c.1 []'],
    ],
    [
      'behind an entry that holds something',
      yaml`
      a:
        - b:
            c: 1
        - |
    `,
      ['key a.1 []'],
    ],
    [
      'behind entries that are texts',
      yaml`
      a:
        - b
        - c
        - |
    `,
      ['key a.2 []'],
    ],
    [
      'below a dash that is meant to be further left',
      yaml`
        a:
            - b: 1
            c:
                |
      `,
      ['key a.0.c []'],
    ],
    [
      'twice, where a list has its dashes below its key',
      yaml`
        a:
        - b: 1
        |`,
      ['key a.1 []', 'key  [] beside a'],
    ],
    [
      'in the map that is meant, by its column',
      yaml`
      a:
        b:
          c: 1
        |
    `,
      ['key a [] beside b'],
    ],
    [
      'left of all that is open',
      yaml`
      a:
        b:
          c: 1
      |
    `,
      ['key  [] beside a'],
    ],
    [
      'between columns',
      yaml`
      a:
        b:
          c: 1
         |
    `,
      ['key a [ ] beside b'],
    ],
    [
      'below something broken',
      yaml`
      a: {
      b:
        c: 1
        |
    `,
      ['key b [] beside c'],
    ],
    [
      'above something broken',
      yaml`
      a:
        |
          - b
         c
      d: 1
    `,
      ['key a []'],
    ],
    ['behind a byte order mark', '\ufeffa|', ['key  [a]']],
    [
      'in a line that ends as on Windows',
      'a:\r\n  b: 1\r\n  c|\r\nd: 1\r\n',
      ['key a [c] beside b'],
    ],
    [
      'nowhere in a block of text',
      yaml`
      a: >
        b|
    `,
      [],
    ],
    [
      'nowhere before a comment',
      yaml`
      a: 1
      |# b
    `,
      [],
    ],
  ]
  test.each(cases)('%s', (_, marked, found) => {
    expect(shown(marked)).toEqual(found)
  })

  test('far inside a large list, as in a small one', () => {
    const item = yaml`
      a:
        - b: 1
          c:
            d: 2
    `.slice(3)
    const text = `a:\n${item.repeat(5000)}`
    const offset = text.indexOf(item, text.length / 2) + item.length - 1
    const [found] = findCursors(`${text.slice(0, offset)}\n    ${text.slice(offset)}`, offset + 5)
    expect(found).toMatchObject({ role: 'key', presentKeys: new Set(['b', 'c']), column: 4 })
    expect(found?.role === 'key' && found.document.text.length).toBeLessThan(10_000)
  })
})
