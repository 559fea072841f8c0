import { describe, expect, test } from 'vitest'
import type { Filter } from '../../../../src/management/client/filter.js'
import { createFields } from '../../../../src/management/client/filter.js'
import { selectList } from '../../../support/select-list.js'
import { amount } from '../../../support/amount.js'
import type { Chance, Meaning } from '../../../support/filter-meaning.js'
import {
  chance,
  compare,
  figures,
  isMissing,
  moments,
  predicate,
  getTag,
  words,
} from '../../../support/filter-meaning.js'
import { mutate } from '../../../support/mutate.js'
import type { Tree } from '../../../support/orchard.js'
import { trees, treeKinds, treeSymbols } from '../../../support/orchard.js'

function found(filter: string): string {
  const result = selectList(trees, { filter, limit: 100 }, treeSymbols)
  return result.ok ? result.value.page.map(({ id }) => id).join(' ') : result.reason
}

const meant = (holds: Meaning['holds']): string =>
  trees
    .filter(holds)
    .map(({ id }) => id)
    .join(' ')

describe('filters made at random', () => {
  test('find what they mean', () => {
    const by = chance(1707)
    const outcomes = new Map<string, number>()
    const faults: string[] = []
    for (let round = 0; round < amount(3_000); round += 1) {
      const made = predicate(by, 4)
      const wanted = meant(made.holds)
      outcomes.set(wanted, (outcomes.get(wanted) ?? 0) + 1)
      const ours = found(made.text)
      if (ours !== wanted) faults.push(`${made.text} found ${ours}, means ${wanted}`)
    }
    expect(faults.slice(0, 5)).toEqual([])
    // Such filters are worth something only if they tell records apart.
    expect(outcomes.size).toBeGreaterThan(30)
  })

  test('and broken at random, are read or refused where the fault is', () => {
    const by = chance(42)
    const codes = new Set<string>()
    const faults: string[] = []
    for (let round = 0; round < amount(3_000); round += 1) {
      const filter = mutate(
        predicate(by, 2).text + by.pick(['', ' sort by name', ' skip 1 limit 3']),
        by.next,
      )
      const result = selectList(
        trees,
        { filter, sort: mutate('name desc, height', by.next) },
        treeSymbols,
      )
      codes.add(result.ok ? 'ok' : result.failure.code)
      if (result.ok) continue
      const [, column] = /^Unexpected symbol: .* column: (\d+)/s.exec(result.reason) ?? []
      if (
        result.reason === '' ||
        (result.failure.code === 'INVALID_FILTER' && Number(column ?? 0) > filter.length)
      )
        faults.push(filter)
    }
    expect(faults).toEqual([])
    expect([...codes].sort()).toEqual(['INVALID_FILTER', 'INVALID_SORT_IDENTIFIER', 'ok'])
  })
})

/** A filter of the builder, and what it means. */
type Built = { filter: Filter; holds: (tree: Tree) => boolean }

const { name, height, pruned, planted, tags, labels } = createFields<typeof treeKinds>()

function built(by: Chance, depth: number): Built {
  const { pick } = by
  const [word, figure, moment] = [pick(words), pick(figures), new Date(pick(moments))]
  if (depth === 0) {
    return pick<() => Built>([
      () => ({ filter: name.eq(word), holds: (tree) => tree.name === word }),
      () => ({ filter: name.notContains(word), holds: (tree) => !tree.name.includes(word) }),
      () => ({ filter: name.gte(word), holds: (tree) => compare(tree.name, '>=', word) }),
      () => ({
        filter: height.between(figure, 10),
        holds: (tree) => compare(tree.height, '>=', figure) && compare(tree.height, '<', 10),
      }),
      () => ({
        filter: height.notIn([figure, 12]),
        holds: (tree) => ![figure, 12].includes(tree.height ?? NaN),
      }),
      () => ({ filter: pruned.eq(true), holds: (tree) => tree.pruned === true }),
      () => ({
        filter: planted.lt(moment),
        holds: (tree) => compare(tree.planted, '<', moment.getTime()),
      }),
      () => ({
        filter: tags.get('site').icontains(word),
        holds: (tree) =>
          String(getTag(tree, 'site') ?? '\0')
            .toLowerCase()
            .includes(word.toLowerCase()) && !isMissing(getTag(tree, 'site')),
      }),
      () => ({
        filter: tags.get('rows').eq(figure),
        holds: (tree) => getTag(tree, 'rows') === figure,
      }),
      () => ({
        filter: labels.anyOf.in([word, 'old']),
        holds: (tree) => tree.labels.some((label) => [word, 'old'].includes(label)),
      }),
      () => ({ filter: labels.count.lte(figure), holds: (tree) => tree.labels.length <= figure }),
    ])()
  }
  const [one, other] = [built(by, depth - 1), built(by, depth - 1)]
  return pick<() => Built>([
    () => ({
      filter: one.filter.and(other.filter),
      holds: (tree) => one.holds(tree) && other.holds(tree),
    }),
    () => ({
      filter: one.filter.or(other.filter),
      holds: (tree) => one.holds(tree) || other.holds(tree),
    }),
    () => ({ filter: one.filter.not(), holds: (tree) => !one.holds(tree) }),
  ])()
}

describe('filters built at random', () => {
  test('are read as they were built', () => {
    const by = chance(99)
    const faults: string[] = []
    for (let round = 0; round < amount(2_000); round += 1) {
      const { filter, holds } = built(by, Math.floor(by.next() * 5))
      if (found(filter.text) !== meant(holds))
        faults.push(`${filter.text} found ${found(filter.text)}, means ${meant(holds)}`)
    }
    expect(faults.slice(0, 5)).toEqual([])
  })

  test('have any text that can be expressed', () => {
    const by = chance(5)
    const faults: string[] = []
    for (let round = 0; round < 5000; round += 1) {
      const text = Array.from({ length: Math.floor(by.next() * 12) }, () =>
        String.fromCodePoint(
          by.pick([
            34,
            92,
            9,
            10,
            12,
            13,
            39,
            40,
            110,
            116,
            127,
            32 + Math.floor(by.next() * 0xd7e0),
            0x10000 + Math.floor(by.next() * 0x100000),
          ]),
        ),
      ).join('')
      const result = selectList(
        [
          { id: 'x', name: text },
          { id: 'y', name: `${text}!` },
        ],
        { filter: name.eq(text).text },
        {
          id: { kind: 'text', read: ({ id }) => id },
          name: { kind: 'text', read: ({ name: own }) => own },
        },
      )
      if (!result.ok || result.value.page.map(({ id }) => id).join() !== 'x') faults.push(text)
    }
    expect(faults).toEqual([])
  })
})
