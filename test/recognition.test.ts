import { describe, expect, test } from 'vitest'
import { recognize } from '../src/recognition/recognize.js'
import { otherFiles, relaidFiles } from './support/other-kinds.js'

describe('a file of another kind', () => {
  test('is there three hundred times and more', () => {
    expect(otherFiles().length).toBeGreaterThan(200)
    expect(relaidFiles().length + otherFiles().length).toBeGreaterThan(900)
  })

  test.each(otherFiles())('$name is recognized', ({ text, looksLike }) => {
    const found = recognize(text)
    expect(found.kind).not.toMatch(/router/)
    expect('looksLike' in found ? found.looksLike : undefined).toBe(looksLike)
    expect(recognize(text, { claim: 'given' }).kind).toBe(found.kind)
  })

  test.each(relaidFiles())('$name is the same in another layout', ({ text, looksLike }) => {
    const found = recognize(text)
    expect(found.kind).not.toMatch(/router/)
    expect('looksLike' in found ? found.looksLike : undefined).toBe(looksLike)
    expect(recognize(text, { claim: 'given' }).kind).toBe(found.kind)
  })
})
