import { describe, expect, test } from 'vitest'
import { toReleaseItem } from '../../../../editors/vscode/src/releases.js'
import {
  compareByAge,
  findHeading,
  sortUpgrades,
} from '../../../../editors/vscode/src/upgrade-choices.js'

const lines = ['2.1.0-pre2', '2.0.3', '1.8.0-pre5', '1.7.2', '1.6.20', '1.5.4', '1.4.3'].map(
  (newest) => {
    const name = newest.slice(0, 3)
    return {
      name,
      newest,
      isLts: ['1.6', '2.0'].includes(name),
      isPreRelease: newest.includes('-'),
    }
  },
)

const upgradesFrom = (release: string): string[] =>
  sortUpgrades(lines, release).map(({ name }) => name)

describe('the releases that an upgrade offers', () => {
  test.each([
    ['1.1.5', ['1.6', '2.0']],
    ['1.5.4', ['1.6', '2.0']],
    ['1.6.2', ['1.6', '2.0']],
    ['1.7.2', ['2.0']],
  ])('begin, from %s, with the next line that has long-term support', (from, first) => {
    expect(upgradesFrom(from).slice(0, first.length)).toEqual(first)
  })

  test('are the others from the newest down, and those with pre-releases only at the end', () => {
    expect(upgradesFrom('1.4.0').slice(2)).toEqual(['1.7', '1.5', '1.4', '2.1', '1.8'])
  })

  test('are newer only', () => {
    expect(upgradesFrom('2.0.3')).toEqual(['2.1'])
    expect(upgradesFrom('9.0.0')).toEqual([])
  })
})

test.each([
  ['1.10.0', '1.9.9', 1],
  ['2.1.0-pre2', '2.1.0', -1],
  ['2.1.0-pre10', '2.1.0-pre9', 1],
  ['2.0.3', '2.0.3', 0],
])('%s against %s', (left, right, sign) => {
  expect(Math.sign(compareByAge(left, right))).toBe(sign)
})

test('the list of upgrades has a heading for each kind of release', () => {
  const headings = sortUpgrades(lines, '1.4.3').map(findHeading)
  expect([...new Set(headings)]).toEqual(['Long-term support', 'Other releases', 'Pre-releases'])
  expect(headings.filter((heading, index) => heading !== headings[index - 1])).toHaveLength(3)
})

test('a release is named by its number, with its date and support', () => {
  const facts = {
    label: '1.6',
    next: '2.0',
    isCurrent: false,
    isLatest: false,
    isLts: true,
    isPreRelease: false,
  }
  expect(toReleaseItem({ ...facts, name: '1.6', newest: '1.6.20', date: '2026-08-20' })).toEqual({
    label: '1.6.20',
    description: '2026-08-20, long-term support',
  })
})
