import { describe, expect, test } from 'vitest'
import { decodeText, encodeText, findEncoding } from '../../src/document/decode-text.js'

describe('a text', () => {
  test.for(['utf-16le', 'utf-16be', 'utf-8'] as const)(
    'in %s with a byte order mark is written as it was read',
    (encoding) => {
      const text = '\ufeffv: 3 # ü 🛰\r\n'
      const bytes = encodeText(text, encoding)
      expect(findEncoding(bytes)).toBe(encoding)
      expect(decodeText(bytes, 'router.yml')).toEqual({ text })
    },
  )
})
