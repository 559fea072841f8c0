import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const walks = [
  ['lint a sound file', 54],
  ['a key stroke until its diagnostics', 54],
  ['POST of an edge router', 39],
  ['generate from a token', 62],
] as const

const counts = execFileSync(
  process.execPath,
  ['scripts/run.cjs', 'bench/main.ts', 'walks', 'count'],
  {
    encoding: 'utf8',
  },
)

describe('npm run bench walks', () => {
  it.each(walks)('%s passes at most %d files beside those of rules', (name, most) => {
    const [, files] =
      new RegExp(`^${name}: \\d+ files, (\\d+) beside the rules`, 'm').exec(counts) ?? []
    expect(Number(files)).toBeLessThanOrEqual(most)
  })
})
