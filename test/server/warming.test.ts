import { expect, test } from 'vitest'
import { complete, viewOf } from '../../src/language/index.js'
import { example, listOffsets } from '../../server/warm-up.js'

test('the file with which completion is warmed up is sound, and offers keys, values and entries', () => {
  const view = viewOf(example)
  expect(view.diagnostics()).toEqual([])
  const kinds = listOffsets().flatMap((offset) => complete(view, offset).map(({ kind }) => kind))
  expect(new Set(kinds)).toEqual(new Set(['key', 'value', 'snippet']))
})
