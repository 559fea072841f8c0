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
} from '../../src/fix/edit.js'
import { applyEdits, selectCompatible } from '../../src/fix/edits.js'
import type { Edit, Path } from '../../src/document/diagnostic.js'

const edited = (
  text: string,
  edit: (document: Document) => Edit[] | undefined,
): string | undefined => {
  const edits = edit(parseDocument(text))
  return edits && applyEdits(text, edits)
}

describe('an entry is removed', () => {
  const cases: [what: string, before: string, path: Path, after: string | undefined][] = [
    ['with its line', 'a: 1\nb: 2\nc: 3\n', ['b'], 'a: 1\nc: 3\n'],
    [
      'with the comment behind it, and none around it',
      '# one\na: 1 # of a\n# two\nb: 2\n',
      ['a'],
      '# one\n# two\nb: 2\n',
    ],
    ['with all below it', 'a:\n  b:\n    - 1\n\n    - 2\nc: 3\n', ['a'], 'c: 3\n'],
    ['with a block of text', 'a: |\n  one\n  two\nb: 2\n', ['a'], 'b: 2\n'],
    ['from a last line without end', 'a: 1\nb: 2', ['b'], 'a: 1\n'],
    ['with the line ends of Windows', 'a: 1\r\nb: 2\r\nc: 3\r\n', ['b'], 'a: 1\r\nc: 3\r\n'],
    ['behind a byte order mark', '\ufeffa: 1\nb: 2\n', ['a'], '\ufeffb: 2\n'],
    [
      'behind the dash of a list',
      'l:\n  - a: 1\n    b: 2\n  - c: 3\n',
      ['l', 0, 'a'],
      'l:\n  - b: 2\n  - c: 3\n',
    ],
    [
      'behind the dash, unless a comment follows',
      'l:\n  - a: 1\n    # of b\n    b: 2\n',
      ['l', 0, 'a'],
      undefined,
    ],
    ['and leaves an empty map', 'a: # why\n  b: 1\nc: 3\n', ['a', 'b'], 'a: {} # why\nc: 3\n'],
    [
      'and leaves an empty map in a list',
      'l:\n  - a: 1\n  - b: 2\n',
      ['l', 0, 'a'],
      'l:\n  - {}\n  - b: 2\n',
    ],
    ['from the start of a flow map', 'a: { b: 1, c: 2 }\n', ['a', 'b'], 'a: { c: 2 }\n'],
    ['from the end of a flow map', 'a: { b: 1, c: 2 }\n', ['a', 'c'], 'a: { b: 1 }\n'],
    ['unless an alias needs it', 'a: &x { b: 1 }\nc: *x\n', ['a'], undefined],
    ['unless it came through an alias', 'a: &x { b: 1, d: 2 }\nc: *x\n', ['c', 'b'], undefined],
    ['unless it was merged', 'a: &x { b: 1, d: 2 }\nc:\n  <<: *x\n', ['c', 'b'], undefined],
    ['from a list', 'l:\n  - 1\n  - 2\n', ['l', 0], 'l:\n  - 2\n'],
    ['from a flow list', 'l: [1, 2, 3]\n', ['l', 1], 'l: [1, 3]\n'],
    ['unless it is all that the list has', 'l:\n  - 1\n', ['l', 0], undefined],
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
    ['in its place', 'a:\n  b : 1 # why\n', ['a', 'b'], 'c', 'a:\n  c : 1 # why\n'],
    ['whatever its quotes', '"a": 1\n', ['a'], 'b', 'b: 1\n'],
    ['unless that is there', 'a: 1\nb: 2\n', ['a'], 'b', undefined],
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
    ['unless an alias repeats it', 'a: &x 15\nb: *x\n', ['a'], '15s', undefined],
    ['unless it is an alias', 'a: &x 15\nb: *x\n', ['b'], '15s', undefined],
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
      'edge:\n  csr:\n    country: US\n    sans:\n      dns: [a]\n  x: 1\nlink: {}\n',
      ['edge', 'csr'],
      ['csr'],
      'edge:\n  x: 1\ncsr:\n  country: US\n  sans:\n    dns: [a]\nlink: {}\n',
    ],
    [
      'out of a section that had nothing else',
      'edge:\n  csr:\n    country: US\n',
      ['edge', 'csr'],
      ['csr'],
      'edge: {}\ncsr:\n  country: US\n',
    ],
    [
      'down into a section',
      'l:\n  - binding: edge\n    advertise: a:1\n    options:\n      mtu: 1\n',
      ['l', 0, 'advertise'],
      ['l', 0, 'options', 'advertise'],
      'l:\n  - binding: edge\n    options:\n      mtu: 1\n      advertise: a:1\n',
    ],
    [
      'into a section that is not there',
      'l:\n  - binding: edge\n    advertise: a:1 # why\n',
      ['l', 0, 'advertise'],
      ['l', 0, 'options', 'advertise'],
      'l:\n  - binding: edge\n    options:\n      advertise: a:1 # why\n',
    ],
    ['into an empty section', 'a: 1\nb:\nc: 2\n', ['a'], ['b', 'a'], 'b:\n  a: 1\nc: 2\n'],
    ['into a flow map', 'a: 1\nb: { c: 2 }\n', ['a'], ['b', 'a'], 'b: { c: 2, a: 1 }\n'],
    ['out of a flow map', 'b: { c: 2, a: 1 }\n', ['b', 'a'], ['a'], 'b: { c: 2 }\na: 1\n'],
    ['to another name', 'a: 1\nb:\n  c: 2\n', ['a'], ['b', 'd'], 'b:\n  c: 2\n  d: 1\n'],
    [
      'with a block of text',
      'e:\n    a: |\n        one\n          two\n    b: 2\n',
      ['e', 'a'],
      ['a'],
      'e:\n    b: 2\na: |\n    one\n      two\n',
    ],
    [
      'with the line ends of Windows',
      'e:\r\n  a: 1\r\n  b: 2\r\n',
      ['e', 'a'],
      ['a'],
      'e:\r\n  b: 2\r\na: 1\r\n',
    ],
    ['behind a last line without end', 'e:\n  a: 1\n  b: 2', ['e', 'a'], ['a'], 'e:\n  b: 2\na: 1'],
    ['unless something is there', 'e:\n  a: 1\na: 2\n', ['e', 'a'], ['a'], undefined],
  ]
  test.each(cases)('%s', (_, before, from, to, after) => {
    expect(edited(before, (document) => moveEntry(document, from, to))).toBe(after)
  })
})

describe('an entry is added', () => {
  const cases: [what: string, before: string, path: Path, after: string | undefined][] = [
    ['behind the last one', 'a:\n  b: 1\n\nc: 2\n', ['a'], 'a:\n  b: 1\n  k: 1\n\nc: 2\n'],
    ['at the end of the file', 'a: 1\n# end\n', [], 'a: 1\nk: 1\n# end\n'],
    ['below maps that are made', 'a: 1\n', ['b', 'c'], 'a: 1\nb:\n  c:\n    k: 1\n'],
    ['to an empty flow map', 'a: {}\n', ['a'], 'a: {k: 1}\n'],
    ['unless it is there', 'k: 1\n', [], undefined],
  ]
  test.each(cases)('%s', (_, before, path, after) => {
    expect(
      edited(before, (document) => addEntry(document, path, { name: 'k', rest: ' 1', below: [] })),
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
