import { random } from './mutate.js'
import type { Tree } from './orchard.js'
import { plots } from './orchard.js'

/** A filter as text, and a predicate with its meaning that does not use the tested code. */
export type Meaning = { text: string; holds: (tree: Tree) => boolean }

type Pick = <Item>(items: readonly Item[]) => Item

export type Chance = { next: () => number; pick: Pick }

export function chance(seed: number): Chance {
  const next = random(seed)
  return {
    next,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}

export const words = [
  'apple',
  'a',
  'E',
  'old',
  'fruit',
  'hill',
  '7',
  '"',
  '\\',
  'cherry\t12',
  '🌳',
  '',
  'é',
]
export const figures = [-2, 0, 0.5, 1, 3, 7, 10, 12]
export const moments = [
  '2020-03-01T00:00:00Z',
  '2021-03-01T00:00:00Z',
  '2021-03-01T01:00:00.25+01:00',
  '2030-01-01T00:00:00-11:30',
]
const keys = ['site', 'rows', 'ripe', 'share', 'on.slope', 'leaf-kind', 'none']

const quote = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\t', '\\t')}"`

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

export const isMissing = (value: unknown): boolean => value === null || value === undefined

/** Compares values as the filter language does; strings by their bytes. */
export function compare(
  left: string | number | null | undefined,
  operator: string,
  right: string | number,
): boolean {
  if (left === null || left === undefined) return operator === '!='
  const [one, other] =
    typeof left === 'string' && typeof right === 'string'
      ? [bytes(left), bytes(right)]
      : [left, right]
  if (operator === '=') return one === other
  if (operator === '!=') return one !== other
  if (operator === '<') return one < other
  if (operator === '<=') return one <= other
  return operator === '>' ? one > other : one >= other
}

const signs = ['=', '!=', '<', '<=', '>', '>=']

const space = ({ pick }: Chance): string => pick(['', '', ' ', '  ', '\n\t'])

const cased = ({ pick }: Chance, word: string): string => pick([word, word, word.toUpperCase()])

/** Creates a random condition on strings; `read` tests whether a tree has a string for which the condition holds. */
function onText(
  by: Chance,
  left: string,
  read: (tree: Tree, holds: (text: string | undefined) => boolean) => boolean,
): Meaning {
  const { pick } = by
  const operator = pick([...signs, 'contains', 'icontains', 'in'])
  const word = pick(words)
  const negated = pick([true, false])
  const not = negated ? `${cased(by, 'not')} ` : ''
  if (operator === 'in') {
    const others = [word, pick(words)]
    return {
      text: `${left} ${not}${cased(by, 'in')} [${others.map(quote).join(`${space(by)},`)}]`,
      holds: (tree) =>
        read(tree, (text) => (text !== undefined && others.includes(text)) !== negated),
    }
  }
  if (operator.endsWith('contains')) {
    const fold = (text: string): string => (operator === 'icontains' ? text.toLowerCase() : text)
    return {
      text: `${left} ${not}${cased(by, operator)} ${quote(word)}`,
      holds: (tree) =>
        read(tree, (text) => (text !== undefined && fold(text).includes(fold(word))) !== negated),
    }
  }
  return {
    text: `${left}${space(by)}${operator}${space(by)}${quote(word)}`,
    holds: (tree) => read(tree, (text) => compare(text, operator, word)),
  }
}

function onNumber(
  by: Chance,
  left: string,
  read: (tree: Tree) => number | null | undefined,
): Meaning {
  const { pick } = by
  const [one, other] = [pick(figures), pick(figures)]
  const negated = pick([true, false])
  const not = negated ? 'not ' : ''
  const form = pick(['compare', 'between', 'in', 'null'])
  if (form === 'null')
    return {
      text: `${left} ${negated ? '!=' : '='} ${cased(by, 'null')}`,
      holds: (tree) => isMissing(read(tree)) !== negated,
    }
  if (form === 'in')
    return {
      text: `${left} ${not}in [${one}, ${other}]`,
      holds: (tree) => [one, other].includes(read(tree) ?? NaN) !== negated,
    }
  if (form === 'between')
    return {
      text: `${left} ${not}between ${one} and ${other}e0`,
      holds: (tree) =>
        (compare(read(tree), '>=', one) && compare(read(tree), '<', other)) !== negated,
    }
  const operator = pick(signs)
  return {
    text: `${left}${space(by)}${operator}${space(by)}${one}`,
    holds: (tree) => compare(read(tree), operator, one),
  }
}

export const getTag = (tree: Tree, key: string): unknown =>
  new Map(Object.entries(tree.tags ?? {})).get(key)

function onTag(by: Chance): Meaning {
  const { pick } = by
  const key = pick(keys)
  const left = `tags.${key}`
  const operator = pick(signs)
  const figure = pick(figures)
  const number = (tree: Tree): number | undefined => {
    const value = getTag(tree, key)
    return typeof value === 'number' ? value : undefined
  }
  return pick<() => Meaning>([
    () =>
      onText(by, left, (tree, holds) =>
        holds(isMissing(getTag(tree, key)) ? undefined : String(getTag(tree, key))),
      ),
    () => ({
      text: `${left} ${operator} ${figure}${Number.isInteger(figure) ? '.0' : ''}`,
      holds: (tree) => compare(number(tree), operator, figure),
    }),
    () => ({ text: `${left} ${operator} ${Math.trunc(figure)}`, holds: () => operator === '!=' }),
    () => ({ text: left, holds: (tree) => getTag(tree, key) === true }),
    () => ({ text: `${left} != false`, holds: (tree) => getTag(tree, key) === true }),
    () => ({ text: `${left} = null`, holds: (tree) => isMissing(getTag(tree, key)) }),
  ])()
}

function condition(by: Chance): Meaning {
  const { pick } = by
  const moment = pick(moments)
  const operator = pick(signs)
  const plot = pick(plots)
  return pick<() => Meaning>([
    () => onText(by, 'name', ({ name }, holds) => holds(name)),
    () =>
      onText(by, `${cased(by, 'anyOf')}(${space(by)}labels)`, ({ labels }, holds) =>
        labels.some(holds),
      ),
    () =>
      onText(by, `${cased(by, 'allOf')}(labels${space(by)})`, ({ labels }, holds) =>
        labels.every(holds),
      ),
    () => onNumber(by, 'height', ({ height }) => height),
    () => onNumber(by, 'care.water.daily', ({ height }) => height && height * 2),
    () => onNumber(by, `${cased(by, 'count')}(labels)`, ({ labels }) => labels.length),
    () =>
      onNumber(
        by,
        `count(from plots where size > 4)`,
        ({ plots: ids }) => plots.filter(({ id, size }) => ids.includes(id) && size > 4).length,
      ),
    () => onTag(by),
    () => ({
      text: `planted ${operator} datetime(${moment})`,
      holds: ({ planted }) => compare(planted, operator, Date.parse(moment)),
    }),
    () => ({ text: 'pruned', holds: ({ pruned }) => pruned === true }),
    () => ({ text: 'pruned = false', holds: ({ pruned }) => pruned !== true }),
    () => ({ text: 'isEmpty(labels)', holds: ({ labels }) => labels.length === 0 }),
    () => ({
      text: `isEmpty(from plots where name = "${plot.name}")`,
      holds: ({ plots: ids }) => !ids.includes(plot.id),
    }),
    () => ({ text: cased(by, 'true'), holds: () => true }),
  ])()
}

/**
 * Creates a random predicate. Operators associate to the right: the first operand is combined with all the rest, and
 * `not` negates everything to its right.
 */
export function predicate(by: Chance, depth: number): Meaning {
  const { next, pick } = by
  if (next() < 0.2) {
    const rest = predicate(by, depth - 1)
    return {
      text: `${cased(by, 'not')}${pick([' ', '\n'])}${rest.text}`,
      holds: (tree) => !rest.holds(tree),
    }
  }
  const inner = depth > 0 && next() < 0.4 ? predicate(by, depth - 1) : undefined
  const first = inner
    ? { ...inner, text: `(${space(by)}${inner.text}${space(by)})` }
    : condition(by)
  if (depth < -3 || next() < 0.4) return first
  const rest = predicate(by, depth - 1)
  return pick([true, false])
    ? {
        text: `${first.text} ${cased(by, 'and')} ${rest.text}`,
        holds: (tree) => first.holds(tree) && rest.holds(tree),
      }
    : {
        text: `${first.text} ${cased(by, 'or')} ${rest.text}`,
        holds: (tree) => first.holds(tree) || rest.holds(tree),
      }
}
