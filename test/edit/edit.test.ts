import { describe, expect, test } from 'vitest'
import type { Document } from '../../src/document/document.js'
import { parseDocument } from '../../src/document/document.js'
import {
  addEntry,
  moveEntry,
  removeAt,
  renameKey,
  replaceScalar,
  formatScalar,
} from '../../src/edit/edit.js'
import { applyEdits, selectCompatible } from '../../src/edit/edits.js'
import type { Edit, Path } from '../../src/document/diagnostic.js'
import { yaml } from '../support/yaml.js'

const edited = (
  text: string,
  edit: (document: Document) => Edit[] | undefined,
): string | undefined => {
  const edits = edit(parseDocument(text))
  return edits && applyEdits(text, edits)
}

describe('an entry is removed', () => {
  const cases: [what: string, before: string, path: Path, after: string | undefined][] = [
    [
      'with its line',
      yaml`
      a: 1
      b: 2
      c: 3
    `,
      ['b'],
      yaml`
      a: 1
      c: 3
    `,
    ],
    [
      'with the comment behind it, and none around it',
      yaml`
        # one
        a: 1 # of a
        # two
        b: 2
      `,
      ['a'],
      yaml`
        # one
        # two
        b: 2
      `,
    ],
    [
      'with all below it',
      yaml`
      a:
        b:
          - 1

          - 2
      c: 3
    `,
      ['a'],
      'c: 3\n',
    ],
    [
      'with a block of text',
      yaml`
      a: |
        one
        two
      b: 2
    `,
      ['a'],
      'b: 2\n',
    ],
    [
      'from a last line without end',
      yaml`
      a: 1
      b: 2`,
      ['b'],
      'a: 1\n',
    ],
    ['with the line ends of Windows', 'a: 1\r\nb: 2\r\nc: 3\r\n', ['b'], 'a: 1\r\nc: 3\r\n'],
    ['behind a byte order mark', '\ufeffa: 1\nb: 2\n', ['a'], '\ufeffb: 2\n'],
    [
      'behind the dash of a list',
      yaml`
        l:
          - a: 1
            b: 2
          - c: 3
      `,
      ['l', 0, 'a'],
      yaml`
        l:
          - b: 2
          - c: 3
      `,
    ],
    [
      'behind the dash, unless a comment follows',
      yaml`
        l:
          - a: 1
            # of b
            b: 2
      `,
      ['l', 0, 'a'],
      undefined,
    ],
    [
      'and leaves an empty map',
      yaml`
      a: # why
        b: 1
      c: 3
    `,
      ['a', 'b'],
      yaml`
      a: {} # why
      c: 3
    `,
    ],
    [
      'and leaves an empty map in a list',
      yaml`
        l:
          - a: 1
          - b: 2
      `,
      ['l', 0, 'a'],
      yaml`
        l:
          - {}
          - b: 2
      `,
    ],
    ['from the start of a flow map', 'a: { b: 1, c: 2 }\n', ['a', 'b'], 'a: { c: 2 }\n'],
    ['from the end of a flow map', 'a: { b: 1, c: 2 }\n', ['a', 'c'], 'a: { b: 1 }\n'],
    [
      'unless an alias needs it',
      yaml`
      a: &x { b: 1 }
      c: *x
    `,
      ['a'],
      undefined,
    ],
    [
      'unless it came through an alias',
      yaml`
      a: &x { b: 1, d: 2 }
      c: *x
    `,
      ['c', 'b'],
      undefined,
    ],
    [
      'unless it was merged',
      yaml`
      a: &x { b: 1, d: 2 }
      c:
        <<: *x
    `,
      ['c', 'b'],
      undefined,
    ],
    [
      'from a list',
      yaml`
      l:
        - 1
        - 2
    `,
      ['l', 0],
      yaml`
      l:
        - 2
    `,
    ],
    ['from a flow list', 'l: [1, 2, 3]\n', ['l', 1], 'l: [1, 3]\n'],
    [
      'unless it is all that the list has',
      yaml`
      l:
        - 1
    `,
      ['l', 0],
      undefined,
    ],
    ['unless the key is written with a question mark', '? a\n: 1\nb: 2\n', ['a'], undefined],
  ]
  test.each(cases)('%s', (_, before, path, after) => {
    expect(edited(before, (document) => removeAt(document, path))).toBe(after)
  })
})

describe('a key gets another name', () => {
  const cases: [
    what: string,
    before: string,
    path: Path,
    name: string,
    after: string | undefined,
  ][] = [
    [
      'in its place',
      yaml`
      a:
        b : 1 # why
    `,
      ['a', 'b'],
      'c',
      yaml`
      a:
        c : 1 # why
    `,
    ],
    ['whatever its quotes', '"a": 1\n', ['a'], 'b', 'b: 1\n'],
    [
      'unless that is there',
      yaml`
      a: 1
      b: 2
    `,
      ['a'],
      'b',
      undefined,
    ],
  ]
  test.each(cases)('%s', (_, before, path, name, after) => {
    expect(edited(before, (document) => renameKey(document, path, name))).toBe(after)
  })
})

describe('a value is replaced', () => {
  const cases: [
    what: string,
    before: string,
    path: Path,
    text: string,
    after: string | undefined,
  ][] = [
    ['in its place', 'a:   15   # s\n', ['a'], '15s', 'a:   15s   # s\n'],
    ['with its quotes', "a: '15'\n", ['a'], '15s', 'a: 15s\n'],
    ['where nothing was', 'a: # why\n', ['a'], '{}', 'a: {} # why\n'],
    ['in a list', 'l: [1, 2]\n', ['l', 1], '3', 'l: [1, 3]\n'],
    ['unless a tag makes something else of it', 'a: !!str 15\n', ['a'], '15s', undefined],
    [
      'unless an alias repeats it',
      yaml`
      a: &x 15
      b: *x
    `,
      ['a'],
      '15s',
      undefined,
    ],
    [
      'unless it is an alias',
      yaml`
      a: &x 15
      b: *x
    `,
      ['b'],
      '15s',
      undefined,
    ],
    ['unless it is a map', 'a: { b: 1 }\n', ['a'], '15s', undefined],
  ]
  test.each(cases)('%s', (_, before, path, text, after) => {
    expect(edited(before, (document) => replaceScalar(document, path, text))).toBe(after)
  })
})

describe('an entry is moved', () => {
  const cases: [what: string, before: string, from: Path, to: Path, after: string | undefined][] = [
    [
      'up, behind the section it was in',
      yaml`
        edge:
          csr:
            country: US
            sans:
              dns: [a]
          x: 1
        link: {}
      `,
      ['edge', 'csr'],
      ['csr'],
      yaml`
        edge:
          x: 1
        csr:
          country: US
          sans:
            dns: [a]
        link: {}
      `,
    ],
    [
      'out of a section that had nothing else',
      yaml`
        edge:
          csr:
            country: US
      `,
      ['edge', 'csr'],
      ['csr'],
      yaml`
        edge: {}
        csr:
          country: US
      `,
    ],
    [
      'down into a section',
      yaml`
        l:
          - binding: edge
            advertise: a:1
            options:
              mtu: 1
      `,
      ['l', 0, 'advertise'],
      ['l', 0, 'options', 'advertise'],
      yaml`
        l:
          - binding: edge
            options:
              mtu: 1
              advertise: a:1
      `,
    ],
    [
      'into a section that is not there',
      yaml`
        l:
          - binding: edge
            advertise: a:1 # why
      `,
      ['l', 0, 'advertise'],
      ['l', 0, 'options', 'advertise'],
      yaml`
        l:
          - binding: edge
            options:
              advertise: a:1 # why
      `,
    ],
    [
      'into an empty section',
      yaml`
      a: 1
      b:
      c: 2
    `,
      ['a'],
      ['b', 'a'],
      yaml`
      b:
        a: 1
      c: 2
    `,
    ],
    [
      'into a flow map',
      yaml`
      a: 1
      b: { c: 2 }
    `,
      ['a'],
      ['b', 'a'],
      'b: { c: 2, a: 1 }\n',
    ],
    [
      'out of a flow map',
      'b: { c: 2, a: 1 }\n',
      ['b', 'a'],
      ['a'],
      yaml`
      b: { c: 2 }
      a: 1
    `,
    ],
    [
      'to another name',
      yaml`
      a: 1
      b:
        c: 2
    `,
      ['a'],
      ['b', 'd'],
      yaml`
      b:
        c: 2
        d: 1
    `,
    ],
    [
      'with a block of text',
      yaml`
        e:
            a: |
                one
                  two
            b: 2
      `,
      ['e', 'a'],
      ['a'],
      yaml`
        e:
            b: 2
        a: |
            one
              two
      `,
    ],
    [
      'with the line ends of Windows',
      'e:\r\n  a: 1\r\n  b: 2\r\n',
      ['e', 'a'],
      ['a'],
      'e:\r\n  b: 2\r\na: 1\r\n',
    ],
    [
      'behind a last line without end',
      yaml`
      e:
        a: 1
        b: 2`,
      ['e', 'a'],
      ['a'],
      yaml`
      e:
        b: 2
      a: 1`,
    ],
    [
      'unless something is there',
      yaml`
      e:
        a: 1
      a: 2
    `,
      ['e', 'a'],
      ['a'],
      undefined,
    ],
  ]
  test.each(cases)('%s', (_, before, from, to, after) => {
    expect(edited(before, (document) => moveEntry(document, from, to))).toBe(after)
  })
})

describe('an entry is added', () => {
  const cases: [what: string, before: string, path: Path, after: string | undefined][] = [
    [
      'behind the last one',
      yaml`
      a:
        b: 1

      c: 2
    `,
      ['a'],
      yaml`
      a:
        b: 1
        k: 1

      c: 2
    `,
    ],
    [
      'at the end of the file',
      yaml`
      a: 1
      # end
    `,
      [],
      yaml`
      a: 1
      k: 1
      # end
    `,
    ],
    [
      'below maps that are made',
      'a: 1\n',
      ['b', 'c'],
      yaml`
      a: 1
      b:
        c:
          k: 1
    `,
    ],
    ['to an empty flow map', 'a: {}\n', ['a'], 'a: {k: 1}\n'],
    ['unless it is there', 'k: 1\n', [], undefined],
  ]
  test.each(cases)('%s', (_, before, path, after) => {
    expect(
      edited(before, (document) =>
        addEntry(document, path, { name: 'k', afterColon: ' 1', linesBelow: [] }),
      ),
    ).toBe(after)
  })
})

test('edits that touch are not made together', () => {
  const groups = [
    { edits: [{ start: 0, end: 2, text: '' }] },
    { edits: [{ start: 2, end: 3, text: '' }] },
    { edits: [{ start: 4, end: 4, text: 'x' }] },
  ]
  expect(selectCompatible(groups)).toEqual([groups[0], groups[2]])
})

test('a text becomes a scalar that is read as that text', () => {
  for (const text of [
    'a',
    'tls:a.b:1',
    '15',
    'yes',
    '%s',
    'a: b',
    'a #b',
    '"',
    '\\',
    '',
    '0x1',
    '1e3',
    '- a',
    '*x',
    '~',
    '/a/b',
    'null',
    '2001:db8::1',
    '12:30',
  ]) {
    const { root } = parseDocument(`k: ${formatScalar(text)}`)
    expect(root?.pairs[0]?.value).toMatchObject({ kind: 'text', value: text })
  }
})
