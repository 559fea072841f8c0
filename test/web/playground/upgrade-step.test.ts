import { expect, test } from 'vitest'
import { proposeStep } from '../../../web/playground/panels/upgrade-step.js'

const releases = [
  { name: '2.1', next: undefined, isLts: false },
  { name: '2.0', next: undefined, isLts: true },
  { name: '1.7', next: '2.0', isLts: false },
  { name: '1.6', next: '2.0', isLts: true },
  { name: '1.1', next: '1.6', isLts: false },
]

/** What each line does with a file that only one of them reads without findings. */
const listLines = (clean: string) =>
  releases.map(({ name: line }) => ({
    line,
    release: `${line}.0`,
    isPreRelease: false,
    outcome: 'runs' as const,
    count: line === clean ? 0 : 1,
    isIgnored: false,
  }))

test.each([
  ['1.1', '2.0', '1.1', '1.6'],
  ['1.6.12', '1.1', '1.6.12', '2.0'],
  ['1.7', '', '1.7', '2.0'],
  ['2.0', '2.0', '1.6', '2.0'],
  ['2.0', '1.1', '1.1', '2.0'],
  ['2.0', '2.1', '1.6', '2.0'],
  ['2.0.1', '1.7', '1.7', '2.0.1'],
  ['2.1', '', '2.0', '2.1'],
])('with %s chosen, a file for %s goes from %s to %s', (chosen, clean, from, to) => {
  expect(proposeStep(releases, chosen, listLines(clean))).toEqual({ from, to })
})
