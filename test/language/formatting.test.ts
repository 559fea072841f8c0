import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { format, onTypeFormat, viewOf } from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

const formatted = (text: string): string => applyEdits(text, format(viewOf(text)))

describe('formatting', () => {
  const cases: [what: string, before: string, after: string][] = [
    [
      'indents by two spaces',
      yaml`
        a:
           b: 1
           c:
              d: 1
        e:
          f: 1
          g:
            h: 1
      `,
      yaml`
        a:
          b: 1
          c:
            d: 1
        e:
          f: 1
          g:
            h: 1
      `,
    ],
    [
      'indents by what the file uses most',
      yaml`
        a:
            b:
                c: 1
        d:
          e: 1
      `,
      yaml`
        a:
            b:
                c: 1
        d:
            e: 1
      `,
    ],
    [
      'puts the dashes of lists where most are',
      yaml`
        a:
          - 1
        b:
          - 1
        c:
        - 1
      `,
      yaml`
        a:
          - 1
        b:
          - 1
        c:
          - 1
      `,
    ],
    [
      'leaves dashes below their key where most are',
      yaml`
        a:
        - 1
        b:
        - x: 1
          y:
            z: 1
      `,
      yaml`
        a:
        - 1
        b:
        - x: 1
          y:
            z: 1
      `,
    ],
    [
      'writes one space behind dashes, and moves along what stands below',
      yaml`
        a:
          -   b: 1
              c:
                d: 1
          -
            e: 1
      `,
      yaml`
        a:
          - b: 1
            c:
              d: 1
          -
            e: 1
      `,
    ],
    [
      'writes one space behind colons',
      'a:    1\nb:\t2\nc: # why\n  d:   &x   1\n',
      yaml`
        a: 1
        b: 2
        c: # why
          d: &x   1
      `,
    ],
    [
      'writes one space behind commas',
      yaml`
        a: [1,2,   3]
        b: {c: 1,d: 2}
        e: {"f":1}
      `,
      yaml`
        a: [1, 2, 3]
        b: {c: 1, d: 2}
        e: {"f": 1}
      `,
    ],
    [
      'leaves what comments hold alone',
      yaml`
        #one
        a:   1 #two   words
        #!three
        #a:
        #  b:   1
        #   aligned   with the line above
      `,
      yaml`
        #one
        a: 1 #two   words
        #!three
        #a:
        #  b:   1
        #   aligned   with the line above
      `,
    ],
    [
      'moves comments along with what they stand above',
      yaml`
        a:
            # of b
            b: 1
            # of a
        # of c
        c:
          d:
            e: 1
          f:
            g: 1
      `,
      yaml`
        a:
          # of b
          b: 1
          # of a
        # of c
        c:
          d:
            e: 1
          f:
            g: 1
      `,
    ],
    [
      'drops spaces at ends of lines',
      'a: 1  \n# b \t\n   \nc: 2\n',
      yaml`
      a: 1
      # b

      c: 2
    `,
    ],
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
      yaml`
        a:
            b: |
                x
                  y

                z
            c: plain
              more
        d:
          e:
            f: 1
          g:
            h: 1
      `,
      yaml`
        a:
          b: |
              x
                y

              z
          c: plain
            more
        d:
          e:
            f: 1
          g:
            h: 1
      `,
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
    [
      'ends no text at the end of a file',
      yaml`
      a: |
        x`,
      yaml`
      a: |
        x`,
    ],
    ['keeps what follows the document', 'a:   1\n...\nb:   2  ', 'a: 1\n...\nb:   2  '],
    [
      'keeps a broken section, and puts the others into shape',
      yaml`
        a:
            b: "x
            c:   1
        d:   1
      `,
      yaml`
        a:
            b: "x
            c:   1
        d: 1
      `,
    ],
    ['does nothing to an empty text', '', ''],
    ['only drops spaces from a text without entries', '  \n \n', '\n\n'],
  ]
  test.each(cases)('%s', (_, before, after) => {
    expect(formatted(before)).toBe(after)
    expect(format(viewOf(after))).toEqual([])
  })

  test('changes only the lines of a range', () => {
    const text = yaml`
      a:   1
      b:   2
      c:   3
    `
    expect(applyEdits(text, format(viewOf(text), { start: 8, end: 9 }))).toBe(
      yaml`
        a:   1
        b: 2
        c:   3
      `,
    )
  })

  test('indents all parts of a map alike', () => {
    const text = yaml`
      x:
        y: 1
      z:
        y: 1
      a:
          b:   1
          c: 2
    `
    expect(applyEdits(text, format(viewOf(text), { start: 30, end: 31 }))).toBe(
      text.replace('b:   1', 'b: 1'),
    )
  })
})

describe('after a typed line end comes', () => {
  const cases: [what: string, marked: string, after: string][] = [
    [
      'the indentation below a key',
      yaml`
      ctrl:
      |`,
      'ctrl:\n  ',
    ],
    [
      'that of the file',
      yaml`
      a:
          b: 1
      ctrl:
      |`,
      'a:\n    b: 1\nctrl:\n    ',
    ],
    [
      'the same below a key with a comment',
      yaml`
      ctrl: # why
      |
      v: 3
    `,
      'ctrl: # why\n  \nv: 3\n',
    ],
    [
      'the same below a key with an anchor',
      yaml`
      ctrl: &c
      |`,
      'ctrl: &c\n  ',
    ],
    [
      'the indentation of the entry above',
      yaml`
        ctrl:
          endpoint: tls:a:1
        |`,
      'ctrl:\n  endpoint: tls:a:1\n  ',
    ],
    [
      'the column of the key behind a dash',
      yaml`
        listeners:
          - binding: edge
        |`,
      'listeners:\n  - binding: edge\n    ',
    ],
    [
      'the indentation below a key behind a dash',
      yaml`
        listeners:
          - options:
        |`,
      'listeners:\n  - options:\n      ',
    ],
    [
      'where the dashes of lists are, below the key of one',
      yaml`
        x:
        - 1
        listeners:
        |`,
      yaml`
        x:
        - 1
        listeners:
      `,
    ],
    [
      'the next dash',
      yaml`
        csr:
          sans:
            dns:
              - a
        |`,
      'csr:\n  sans:\n    dns:\n      - a\n      - ',
    ],
    [
      'the column of the key of a list, in place of an empty dash',
      'csr:\n  sans:\n    dns:\n      - a\n      - \n|',
      'csr:\n  sans:\n    dns:\n      - a\n    ',
    ],
    [
      'the indentation of a text',
      yaml`
      identity:
        cert: >-
      |`,
      'identity:\n  cert: >-\n    ',
    ],
    [
      'nothing else inside a text',
      yaml`
        identity:
          cert: >
            a:
        |`,
      yaml`
        identity:
          cert: >
            a:
      `,
    ],
    ['nothing else behind a comment', '  # a:\n|', '  # a:\n'],
    [
      'nothing else behind a blank line',
      yaml`
      ctrl:

      |`,
      yaml`
      ctrl:

    `,
    ],
    [
      'nothing else before more text',
      yaml`
      ctrl:
      |endpoint: a
    `,
      yaml`
      ctrl:
      endpoint: a
    `,
    ],
    [
      'nothing else in brackets',
      yaml`
      ctrl: {
      |`,
      'ctrl: {\n',
    ],
  ]
  test.each(cases)('%s', (_, marked, after) => {
    const { text, view, offset } = cursor(marked)
    expect(applyEdits(text, onTypeFormat(view, offset, '\n'))).toBe(after)
  })

  const dashes: [where: string, before: string, after: string][] = [
    ['after one that was added', 'dns:\n  - a\n  - -|', 'dns:\n  - a\n  -|'],
    ['in the middle of a list', 'dns:\n  - a\n  - -|\n  - b\n', 'dns:\n  - a\n  -|\n  - b\n'],
    ['below a map', 'x:\n- a: 1\n- -|', 'x:\n- a: 1\n-|'],
    ['and a space after it', 'dns:\n  - a\n  - - |', 'dns:\n  - a\n  - |'],
    ['at the start of a list', 'dns:\n  - -|', 'dns:\n  - -|'],
    ['before another entry', 'dns:\n  - a\n  - -|b', 'dns:\n  - a\n  - -|b'],
    ['below a list of lists', 'dns:\n  - - a\n  - -|', 'dns:\n  - - a\n  - -|'],
    ['below another list', 'dns:\n    - a\n  - -|', 'dns:\n    - a\n  - -|'],
    ['in a value', 'dns:\n  - a\n  - a-|', 'dns:\n  - a\n  - a-|'],
    ['in the first line', '- -|', '- -|'],
  ]
  test.each(dashes)('a second dash %s', (_, before, after) => {
    const { text, offset } = cursor(before)
    expect(applyEdits(text, onTypeFormat(viewOf(text), offset, text[offset - 1] ?? ''))).toBe(
      after.replace('|', ''),
    )
  })

  test('nothing behind another character', () => {
    expect(onTypeFormat(viewOf('ctrl:\n'), 6, ':')).toEqual([])
  })
})
