import { describe, expect, test } from 'vitest'
import { complete, viewOf } from '../src/language/index.js'
import { lint } from '../src/index.js'
import { parseTemplateValues } from '../src/project/variable-lines.js'
import { measureGrowth } from './support/growth.js'

/** What somebody writes, by its size, and what reads it. An action whose work explodes needs no large size. */
type Growing = readonly [what: string, size: number, run: (size: number) => unknown]

describe('work grows with a text, not faster', () => {
  const completeIn = (text: string): unknown => complete(viewOf(text), text.length)

  const repetitions: Growing[] = [
    [
      'ids behind a word that suppresses nothing',
      10,
      (size) => lint(`v: 3 # routerfile ignore ${'a---,'.repeat(size)}!`),
    ],
    [
      'ids of many words behind such a word',
      6,
      (size) => lint(`v: 3 # routerfile off ${'an-id-of-words ,'.repeat(size)}!`),
    ],
    [
      'ids with blanks behind such a word',
      6,
      (size) => lint(`v: 3 # routerfile on ${'ab--cd-ef  ,'.repeat(size)}?`),
    ],
    ['comments with Windows line ends', 11, (size) => completeIn(`${'# a\r\n'.repeat(size)}v: `)],
    ['blank lines with Windows line ends', 11, (size) => completeIn(`${'\r\n'.repeat(size)}v: `)],
    ['separators and blanks', 6, (size) => completeIn(`${' ---\r\n\r\n'.repeat(size)}v: `)],
    [
      'comments and blank lines of values',
      10,
      (size) => parseTemplateValues(`${'# a\n\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
    [
      'blank lines of values',
      11,
      (size) => parseTemplateValues(`${'\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
    [
      'comments that are indented, of values',
      10,
      (size) => parseTemplateValues(`${' \n # a\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
  ]

  test.each(repetitions)('%s', (_, size, run) => {
    expect(measureGrowth(run, size)).toBeLessThan(3)
  })
})
