import { expect, test } from 'vitest'
import { maskBase64 } from '../../src/embedded/embedded-file.js'

test('masks each string in base64 and nothing beside it', () => {
  const text = 'a: dGhpcyBpcyBh\nb: open\nc: c2VjcmV0IHRleHQ=\n'
  const spans = ['dGhpcyBpcyBh', 'c2VjcmV0IHRleHQ='].map((string) => {
    const start = text.indexOf(string)
    return { start, end: start + string.length }
  })
  expect(maskBase64(text, spans)).toBe('a: (base64)    \nb: open\nc: (base64)        \n')
  expect(maskBase64(text, [])).toBe(text)
})
