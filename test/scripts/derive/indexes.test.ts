import { expect, test } from 'vitest'
import { deriveIndexes } from '../../../scripts/derive/indexes'

test('behaviors are written before the rules that ask for them are loaded', async () => {
  const { value } = await deriveIndexes(process.cwd()).next()
  expect([...(value ?? new Map<string, string>())]).toEqual([
    ['src/generated/behaviors.ts', expect.stringContaining("'runs-without-edge': { in: [")],
    ['src/generated/targets.ts', expect.stringContaining("\n  | '1.6.20'\n")],
  ])
})
