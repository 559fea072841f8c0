import type { FilterSymbols } from '../../src/management/service/filter/symbols.js'
import { createLinkedCounterFactory } from '../../src/management/service/filter/record-test.js'
import { selectList } from './select-list.js'

export type Plot = { id: string; name: string; size: number }

/** A record with a field for everything that a filter can test; some fields may be missing. */
export type Tree = {
  id: string
  name: string
  height: number | null
  pruned?: boolean
  planted?: number
  tags?: Record<string, unknown> | null
  labels: string[]
  plots: string[]
}

export const plots: readonly Plot[] = [
  { id: 'P1', name: 'north', size: 4 },
  { id: 'P2', name: 'south', size: 9 },
]

const on = (text: string): number => Date.parse(text)

/** Sorted by id. */
export const trees: readonly Tree[] = [
  {
    id: 'A1',
    name: 'apple',
    height: 3,
    pruned: true,
    planted: on('2020-03-01T00:00:00Z'),
    tags: { site: 'hill', rows: 7, ripe: true, share: 0.5 },
    labels: ['fruit', 'old'],
    plots: ['P1'],
  },
  {
    id: 'B2',
    name: 'Bilberry',
    height: 0.5,
    pruned: false,
    planted: on('2021-03-01T00:00:00Z'),
    tags: { site: 'Hill', rows: 10, ripe: false },
    labels: ['fruit'],
    plots: ['P1', 'P2'],
  },
  { id: 'a3', name: 'ash', height: 12, tags: {}, labels: [], plots: [] },
  {
    id: 'b4',
    name: 'beech "copper"',
    height: null,
    planted: on('2021-03-01T00:00:00.250Z'),
    tags: { site: null, rows: '7', 'leaf-kind': 'round', 'on.slope': true },
    labels: ['old', 'shade'],
    plots: ['P2'],
  },
  {
    id: 'c5',
    name: 'cherry\t12',
    height: 12,
    pruned: true,
    planted: on('2022-12-31T23:59:59Z'),
    tags: null,
    labels: ['fruit', 'shade', 'old'],
    plots: [],
  },
  { id: 'd6', name: 'Zürgelbaum 🌳', height: -2, pruned: false, labels: ['shade'], plots: ['P2'] },
]

const plotSymbols: FilterSymbols<Plot> = {
  id: { kind: 'text', read: ({ id }) => id },
  name: { kind: 'text', read: ({ name }) => name },
  size: { kind: 'number', read: ({ size }) => size },
}

export const treeSymbols: FilterSymbols<Tree> = {
  id: { kind: 'text', read: ({ id }) => id },
  name: { kind: 'text', read: ({ name }) => name },
  height: { kind: 'number', read: ({ height }) => height },
  pruned: { kind: 'boolean', read: ({ pruned }) => pruned },
  planted: { kind: 'date', read: ({ planted }) => planted },
  tags: { kind: 'map', read: ({ tags }) => tags },
  labels: { kind: 'set', read: ({ labels }) => labels },
  roleAttributes: { kind: 'set', read: ({ labels }) => labels },
  plots: {
    kind: 'set',
    read: ({ plots: ids }) => ids,
    createLinkedCounter: createLinkedCounterFactory(
      () => plotSymbols,
      ({ plots: ids }: Tree) => plots.filter(({ id }) => ids.includes(id)),
    ),
  },
  'care.water.daily': { kind: 'number', read: ({ height }) => height && height * 2 },
}

/** The kinds of the same symbols, as the client needs them. */
export const treeKinds = {
  id: 'text',
  name: 'text',
  height: 'number',
  pruned: 'boolean',
  planted: 'date',
  tags: 'map',
  labels: 'set',
  plots: 'set',
  'care.water.daily': 'number',
} as const

/** The expected result of a filter: ids, or an error as formatted by `outcome`. */
export type Row = readonly [sentence: string, filter: string, found: string]

export const all = 'A1 B2 a3 b4 c5 d6'

/** Returns the ids that a filter finds, or the error message. */
export function outcome(filter: string, sort = ''): string {
  const found = selectList(trees, { filter, sort, limit: 100 }, treeSymbols)
  if (found.ok) return found.value.page.map(({ id }) => id).join(' ')
  return `${found.failure.code}: ${found.reason}`
}

/** Formats the message about an unexpected token. */
export const unexpected = (symbol: string, column: number, line = 1): string =>
  `INVALID_FILTER: Unexpected symbol: "${symbol}" at line: ${line} column: ${column}. line: ${line}, column: ${column}, symbol: ${symbol}`

export const fault = (message: string): string => `INVALID_FILTER: ${message}`
