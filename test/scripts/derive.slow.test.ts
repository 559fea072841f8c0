import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { derive } from '../../scripts/derive.js'

test('what is made from the schemas is fresh', async () => {
  const texts = await derive('.')
  expect(texts.size).toBeGreaterThan(100)
  for (const [path, text] of texts)
    expect(readFileSync(path, 'utf8') === text, `${path} is stale: run npm run derive`).toBe(true)
})
