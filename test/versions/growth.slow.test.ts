import { describe, expect, test } from 'vitest'
import { createEffectiveFile } from '../../src/config/effective-file.js'
import { formatText } from '../../src/versions/format.js'
import { merge } from '../../src/versions/merge.js'
import { countWork } from '../support/count-work.js'
import { completeExample } from '../support/fixtures.js'

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** A router file with dialers, of which each has another group. */
const withDialers = (count: number): string =>
  completeExample(
    `link:\n  dialers:\n${repeat(count, (index) => `    - binding: transport\n      groups: [g${index}]\n`)}`,
  ).text

/** A file with named items, whose keys are not in the order of the schema. */
const withNames = (count: number, first: string): string =>
  `web:\n${repeat(count, (index) => `  - ${first}: w${index}\n    name: w${index}\n`)}`

describe('the work of', () => {
  test.each([
    ['effective', (count: number) => createEffectiveFile(withDialers(count))],
    [
      'merge',
      (count: number) =>
        merge({ path: 'base', text: withNames(count, 'a') }, [
          { path: 'site', text: withNames(count, 'b') },
        ]),
    ],
    ['fmt --sort', (count: number) => formatText(withNames(count, 'zz'), { sort: true })],
  ])('%s grows no faster than the file', async (_, run) => {
    run(100)
    const counts = [
      await countWork(() => run(200)),
      await countWork(() => run(400)),
      await countWork(() => run(800)),
    ] as const
    const [less, more] = [counts[1] - counts[0], counts[2] - counts[1]]
    expect(less).toBeGreaterThan(10_000)
    expect(more / less).toBeLessThan(2.1)
  })
})
