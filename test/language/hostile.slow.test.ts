import { expect, test } from 'vitest'
import { codeActions, viewOf } from '../../src/language/index.js'
import { measureGrowth } from '../support/growth.js'

const start =
  'v: 3\nidentity: { cert: a, key: b, ca: c }\nctrl: { endpoint: "tls:a.example.com:1" }\n'

/** Lines of a file, by their number. */
const repeat = (count: number, toLine: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => toLine(index)).join('')

test.each([
  ['unknown keys', (index: number) => `linkDialWorkerCoun${index}: 1\n`],
  ['equal keys', () => 'a:\n'],
  ['values that are not allowed', (index: number) => `x${index}: {mode: hots}\n`],
])('the menu of an editor for a selection with many %s', (_, toLine) => {
  const run = (count: number): void => {
    const text = start + repeat(count, toLine)
    expect(codeActions(viewOf(text), { start: 0, end: text.length }).length).toBeLessThan(2000)
  }
  expect(measureGrowth(run, 1000, 4000)).toBeLessThan(1.5)
})
