import { describe, expect, test } from 'vitest'
import { toFileText, toShownText } from '../../../web/playground/text-form.js'

describe('the text of a file', () => {
  test.for([
    '',
    'v: 3',
    'v: 3\n',
    'v: 3\r\n\r\n',
    '\ufeffv: 3\r\na: 1\nb\rc',
    '\ufeff',
    '\n\r\n\r',
  ])('is as it was if nothing is edited: %j', (text) =>
    expect(toFileText(toShownText(text), text)).toBe(text),
  )

  test.for([
    ['in lines that end alike', 'a\r\nb\r\n', 'new\na\nb\nend', 'new\r\na\r\nb\r\nend'],
    ['after a byte order mark', '\ufeffa\nb', 'new\na\nb', '\ufeffnew\na\nb'],
    ['in one line of many ends', 'a\r\nb\nc\r\nd\r\n', 'a\nB\nc\nd\n', 'a\r\nB\nc\r\nd\r\n'],
    ['before lines of many ends', 'a\r\nb\nc\r\n', 'x\na\nb\nc\n', 'x\r\na\r\nb\nc\r\n'],
    [
      'around a line of many ends',
      'a\r\nb\nc\r\nd',
      'x\na\nb\nc\ny\nd',
      'x\r\na\r\nb\nc\r\ny\r\nd',
    ],
    ['in a text without lines', '', 'a\nb\n', 'a\nb\n'],
  ] as const)('keeps its form when it is edited %s', ([, read, shown, expected]) => {
    expect(toFileText(shown, read)).toBe(expected)
  })
})
