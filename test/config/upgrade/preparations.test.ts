import { expect, test } from 'vitest'
import { findNextReleaseLine, listPreparations } from '../../../src/config/upgrade/preparations.js'

test.each<[from: string, to: string, parts: string[]]>([
  ['1.1.20', '2.0.3', ['to 1.6.20 first', 'the controllers first']],
  ['0.30.4', '2.1.0-pre2', ['to 1.6.20, then to 2.0.3 first', 'the controllers first']],
  ['1.6.20', '2.0.3', ['a router of 2.0.3 does not work with controllers of 1.6.20']],
  ['1.6.5', '1.7.0', ['the controllers first']],
  ['1.6.20', '2.1.0-pre2', ['to 2.0.3 first', 'the controllers first']],
  ['1.7.2', '2.0.3', []],
  ['2.0.0', '2.0.3', []],
  ['2.0.3', '2.1.0-pre2', []],
  ['1.1.20', '1.6.20', []],
  ['2.0.3', '1.6.20', []],
  ['2.0.3', '1.1.20', []],
])('from %s to %s', (from, to, parts) => {
  const notes = listPreparations(from, to)
  expect(notes).toHaveLength(parts.length)
  parts.forEach((part, index) => expect(notes[index]).toContain(part))
})

test.each([
  ['0.30.4', '1.6'],
  ['1.6.12', '2.0'],
  ['1.7.2', '2.0'],
  ['2.0.0', undefined],
  ['2.1.0-pre2', undefined],
])('the next line after %s is %s', (from, next) => {
  expect(findNextReleaseLine(from)).toBe(next)
})
