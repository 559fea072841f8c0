import type { Literal } from './literal.js'

/** A name as written, quotes included, and where. */
export type Name = { name: string; at: number }

/** A set, or those of its records that a query finds. */
export type SetTerm = Name & { query?: Query }

/** What stands on the left of an operator. */
export type Left =
  { function?: 'anyOf' | 'allOf'; name: Name } | { function: 'count'; set: SetTerm }

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A statement that is true or false of a record. */
export type Condition =
  | { kind: 'constant'; value: boolean }
  | { kind: 'flag'; name: Name }
  | { kind: 'empty'; set: SetTerm }
  | { kind: 'compare'; left: Left; operator: Operator; right: Literal; at: number }
  | {
      kind: 'contains'
      left: Left
      negated: boolean
      ignoresCase: boolean
      right: Literal
      at: number
    }
  | { kind: 'in'; left: Left; negated: boolean; right: readonly Literal[]; at: number }
  | { kind: 'between'; left: Left; negated: boolean; low: Literal; high: Literal; at: number }

/** What joins an item to all that follows it in its group; `and` and `or` nest to the right. */
export type Joint = 'and' | 'or' | undefined

/**
 * A predicate in the order of its text. `flipped` tells whether the `not`s before an item, each of which takes
 * everything to its right, are odd in number; those of a group are on its closing parenthesis.
 */
export type Item =
  | { kind: 'test'; condition: Condition; flipped: boolean; joint: Joint }
  | { kind: 'open' }
  | { kind: 'close'; flipped: boolean; joint: Joint }

export type SortField = Name & { descending: boolean }

/** A parsed filter. No items: every record. `limit` -1: no limit. */
export type Query = {
  items: readonly Item[]
  sort: readonly SortField[]
  skip?: number
  limit?: number
}
