import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { applyEdits } from '../../src/fix/edits.js'
import { effective, lint } from '../../src/index.js'
import { format, onTypeFormat, viewOf } from '../../src/language/index.js'
import { indentLines, spaceLines } from '../../src/language/formatting.js'
import { isSameDocument } from '../../src/language/same-document.js'
import { cursor } from '../support/editor.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'

const formatted = (text: string): string => applyEdits(text, format(viewOf(text)))

describe('formatting', () => {
  const cases: [what: string, before: string, after: string][] = [
    [
      'indents by two spaces',
      'a:\n   b: 1\n   c:\n      d: 1\ne:\n  f: 1\n  g:\n    h: 1\n',
      'a:\n  b: 1\n  c:\n    d: 1\ne:\n  f: 1\n  g:\n    h: 1\n',
    ],
    [
      'indents by what the file uses most',
      'a:\n    b:\n        c: 1\nd:\n  e: 1\n',
      'a:\n    b:\n        c: 1\nd:\n    e: 1\n',
    ],
    [
      'puts the dashes of lists where most are',
      'a:\n  - 1\nb:\n  - 1\nc:\n- 1\n',
      'a:\n  - 1\nb:\n  - 1\nc:\n  - 1\n',
    ],
    [
      'leaves dashes below their key where most are',
      'a:\n- 1\nb:\n- x: 1\n  y:\n    z: 1\n',
      'a:\n- 1\nb:\n- x: 1\n  y:\n    z: 1\n',
    ],
    [
      'writes one space behind dashes, and moves along what stands below',
      'a:\n  -   b: 1\n      c:\n        d: 1\n  -\n    e: 1\n',
      'a:\n  - b: 1\n    c:\n      d: 1\n  -\n    e: 1\n',
    ],
    [
      'writes one space behind colons',
      'a:    1\nb:\t2\nc: # why\n  d:   &x   1\n',
      'a: 1\nb: 2\nc: # why\n  d: &x   1\n',
    ],
    [
      'writes one space behind commas',
      'a: [1,2,   3]\nb: {c: 1,d: 2}\ne: {"f":1}\n',
      'a: [1, 2, 3]\nb: {c: 1, d: 2}\ne: {"f": 1}\n',
    ],
    [
      'writes a space before the words of comments',
      '#one\na: 1 #two\n#!three\n#region\n#endregion\n#----\n',
      '# one\na: 1 # two\n#!three\n#region\n#endregion\n#----\n',
    ],
    [
      'keeps the columns of what is commented out',
      '#a:\n#  b: 1\n#  - c\n',
      '# a:\n#   b: 1\n#   - c\n',
    ],
    [
      'moves comments along with what they stand above',
      'a:\n    # of b\n    b: 1\n    # of a\n# of c\nc:\n  d:\n    e: 1\n  f:\n    g: 1\n',
      'a:\n  # of b\n  b: 1\n  # of a\n# of c\nc:\n  d:\n    e: 1\n  f:\n    g: 1\n',
    ],
    ['drops spaces at ends of lines', 'a: 1  \n# b \t\n   \nc: 2\n', 'a: 1\n# b\n\nc: 2\n'],
    [
      'leaves two blank lines before a section, one elsewhere, none at the ends',
      '\n\na: 1\n\n\n\nb:\n\n\n  c: 1\n\n\n\n',
      'a: 1\n\n\nb:\n\n  c: 1\n',
    ],
    ['ends the last line', 'a: 1', 'a: 1\n'],
    ['keeps the line ends of Windows', 'a:   1\r\nb:   2', 'a: 1\r\nb: 2\r\n'],
    ['keeps a byte order mark', '\ufeffa:   1\n', '\ufeffa: 1\n'],
    [
      'moves texts of several lines as a whole',
      'a:\n    b: |\n        x\n          y\n\n        z\n    c: plain\n      more\nd:\n  e:\n    f: 1\n  g:\n    h: 1\n',
      'a:\n  b: |\n      x\n        y\n\n      z\n  c: plain\n    more\nd:\n  e:\n    f: 1\n  g:\n    h: 1\n',
    ],
    [
      'keeps the spaces of texts',
      'a: |\n  x  \n\n\n\n  y:   1\nb: "c  \n   d"\n',
      'a: |\n  x  \n\n\n\n  y:   1\nb: "c  \n   d"\n',
    ],
    [
      'keeps the blank lines that a text ends with',
      'a: |+\n  x\n\n\n\nb: 1\n',
      'a: |+\n  x\n\n\n\nb: 1\n',
    ],
    ['ends no text at the end of a file', 'a: |\n  x', 'a: |\n  x'],
    ['keeps what follows the document', 'a:   1\n...\nb:   2  ', 'a: 1\n...\nb:   2  '],
    [
      'keeps a broken section, and puts the others into shape',
      'a:\n    b: "x\n    c:   1\nd:   1\n',
      'a:\n    b: "x\n    c:   1\nd: 1\n',
    ],
    ['does nothing to an empty text', '', ''],
    ['only drops spaces from a text without entries', '  \n \n', '\n\n'],
  ]
  test.each(cases)('%s', (_, before, after) => {
    expect(formatted(before)).toBe(after)
    expect(format(viewOf(after))).toEqual([])
  })

  test('changes only the lines of a range', () => {
    const text = 'a:   1\nb:   2\nc:   3\n'
    expect(applyEdits(text, format(viewOf(text), { start: 8, end: 9 }))).toBe(
      'a:   1\nb: 2\nc:   3\n',
    )
  })

  test('indents no part of a map otherwise than the rest', () => {
    const text = 'x:\n  y: 1\nz:\n  y: 1\na:\n    b:   1\n    c: 2\n'
    expect(applyEdits(text, format(viewOf(text), { start: 30, end: 31 }))).toBe(
      text.replace('b:   1', 'b: 1'),
    )
  })
})

const rank = (text: string, options = {}): unknown => [
  lint(text, options)
    .map(
      ({ rule, severity, message }) =>
        `${rule} ${severity} ${message.replaceAll(/\bline \d+/g, 'line')}`,
    )
    .sort(),
  effective(text, options).map(({ path, value, origin }) => [path, value, origin]),
]

describe('the formatted text', () => {
  const files = ['valid', 'invalid', 'samples', 'loaded'].flatMap(fixtures)

  test.each(files)('of $name says the same, and stays as it is', ({ text, options }) => {
    const after = formatted(text)
    expect(after.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    expect(rank(after, options)).toEqual(rank(text, options))
    expect(format(viewOf(after, options))).toEqual([])
  })

  test.each(files)('of $name needs no second thought', ({ text }) => {
    const view = viewOf(text)
    expect(
      isSameDocument(
        view.document,
        parseDocument(applyEdits(text, [...spaceLines(view), ...(indentLines(view) ?? [])])),
      ),
    ).toBe(true)
  })

  test('of broken texts says the same, and stays as it is', { timeout: 60_000 }, () => {
    const next = random(11)
    const faults = Array.from({ length: 200 }, (_, index) =>
      mutate(files[index % files.length]?.text ?? '', next),
    ).filter((text) => {
      const after = formatted(text)
      const isOnlySpace = after.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
      return (
        !isOnlySpace ||
        JSON.stringify(rank(after)) !== JSON.stringify(rank(text)) ||
        format(viewOf(after)).length > 0
      )
    })
    expect(faults).toEqual([])
  })
})

describe('behind a line end that is typed stands', () => {
  const cases: [what: string, marked: string, after: string][] = [
    ['the indentation below a key', 'ctrl:\n|', 'ctrl:\n  '],
    ['that of the file', 'a:\n    b: 1\nctrl:\n|', 'a:\n    b: 1\nctrl:\n    '],
    ['the same below a key with a comment', 'ctrl: # why\n|\nv: 3\n', 'ctrl: # why\n  \nv: 3\n'],
    ['the same below a key with an anchor', 'ctrl: &c\n|', 'ctrl: &c\n  '],
    [
      'the indentation of the entry above',
      'ctrl:\n  endpoint: tls:a:1\n|',
      'ctrl:\n  endpoint: tls:a:1\n  ',
    ],
    [
      'the column of the key behind a dash',
      'listeners:\n  - binding: edge\n|',
      'listeners:\n  - binding: edge\n    ',
    ],
    [
      'the indentation below a key behind a dash',
      'listeners:\n  - options:\n|',
      'listeners:\n  - options:\n      ',
    ],
    [
      'where the dashes of lists are, below the key of one',
      'x:\n- 1\nlisteners:\n|',
      'x:\n- 1\nlisteners:\n',
    ],
    [
      'the next dash',
      'csr:\n  sans:\n    dns:\n      - a\n|',
      'csr:\n  sans:\n    dns:\n      - a\n      - ',
    ],
    [
      'the column of the key of a list, in place of an empty dash',
      'csr:\n  sans:\n    dns:\n      - a\n      - \n|',
      'csr:\n  sans:\n    dns:\n      - a\n    ',
    ],
    ['the indentation of a text', 'identity:\n  cert: >-\n|', 'identity:\n  cert: >-\n    '],
    [
      'nothing else inside a text',
      'identity:\n  cert: >\n    a:\n|',
      'identity:\n  cert: >\n    a:\n',
    ],
    ['nothing else behind a comment', '  # a:\n|', '  # a:\n'],
    ['nothing else behind a blank line', 'ctrl:\n\n|', 'ctrl:\n\n'],
    ['nothing else before more text', 'ctrl:\n|endpoint: a\n', 'ctrl:\nendpoint: a\n'],
    ['nothing else in brackets', 'ctrl: {\n|', 'ctrl: {\n'],
  ]
  test.each(cases)('%s', (_, marked, after) => {
    const { text, view, offset } = cursor(marked)
    expect(applyEdits(text, onTypeFormat(view, offset, '\n'))).toBe(after)
  })

  test('nothing behind another character', () => {
    expect(onTypeFormat(viewOf('ctrl:\n'), 6, ':')).toEqual([])
  })
})
