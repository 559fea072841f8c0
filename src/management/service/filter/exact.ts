import type { Condition, Query } from './syntax.js'

/** A text that a field, or one member of a set, has in all records that a filter lets pass. */
export type Exact = { readonly name: string; readonly value: string }

function exactly(condition: Condition): Exact | undefined {
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.right.kind !== 'text')
    return undefined
  const { left, right } = condition
  return left.function === 'count' || left.function === 'allOf'
    ? undefined
    : { name: left.name.name, value: right.value }
}

/** The first condition of this kind without which no record passes, so that an index can give those that may. */
export function exactOf({ items }: Query): Exact | undefined {
  for (const item of items) {
    if (item.kind !== 'test' || item.flipped || item.joint === 'or') return undefined
    const exact = exactly(item.condition)
    if (exact) return exact
  }
  return undefined
}
