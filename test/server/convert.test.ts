import { expect, test } from 'vitest'
import type { Encoding } from '../../server/convert.js'
import { createConverter, toCharacters } from '../../server/convert.js'
import { positionsIn } from '../../src/language/view.js'
import { expectWithin } from '../support/promises.js'

const widths: Readonly<Record<Encoding, (point: string) => number>> = {
  'utf-8': (point) => Buffer.byteLength(point),
  'utf-16': (point) => point.length,
  'utf-32': () => 1,
}
const encodings: readonly Encoding[] = ['utf-8', 'utf-16', 'utf-32']

/** Lines of many lengths with characters of one to four bytes. */
const lines = [0, 1, 7, 1023, 1024, 1025, 2048, 5000].map((length) =>
  Array.from({ length }, (_, index) => [...'aé€𝄞b'][(index * 7) % 5] ?? '').join(''),
)

type Place = { position: { line: number; character: number }; offset: number }

test.each(encodings)('positions of long lines count characters in %s', (encoding) => {
  const text = lines.join('\n')
  const convert = createConverter(positionsIn(text), encoding)
  const found: Place[] = []
  const expected: Place[] = []
  const check = (offset: number, position: Place['position']): void => {
    found.push({ position: convert.position(offset), offset: convert.offset(position) })
    expected.push({ position, offset })
  }
  let offset = 0
  for (const [line, content] of lines.entries()) {
    let units = 0
    for (const point of content) {
      check(offset, { line, character: units })
      units += widths[encoding](point)
      offset += point.length
    }
    check(offset, { line, character: units })
    offset += 1
  }
  expect(found).toEqual(expected)
})

test('a position inside of a character is its start', () => {
  const line = `${'a'.repeat(3000)}𝄞b`
  expect([3000, 3001, 3003, 3004, 3005].map((units) => toCharacters(line, units, 'utf-8'))).toEqual(
    [3000, 3000, 3000, 3002, 3003],
  )
})

test.each(encodings)('many positions in one line are little work in %s', (encoding) => {
  const offsets = Array.from({ length: 4000 }, (_, index) => 100 * index)
  const convert = createConverter(positionsIn('{a: 1}, '.repeat(50_000)), encoding)
  expectWithin(15, () => {
    expect(offsets.map((offset) => convert.offset(convert.position(offset)))).toEqual(offsets)
  })
})
