import type { Change, Earlier, EarlierText, Source, Texts } from '../../src/schema/key.js'

/** A key as schema files write it: with references, texts, and the keys below it in place. */
export type Written = Omit<Source, 'properties' | 'items' | 'variants' | 'x-history'> & {
  allOf?: readonly { $ref: string }[]
  properties?: Readonly<Record<string, Written>>
  items?: Written
  oneOf?: readonly Written[]
  title?: string
  description?: string
  examples?: Texts['examples']
  $comment?: string
  'x-history'?: readonly (Before | Documented | (Before & Documented))[]
}

/** What a key was before a change, its description included. */
export type Before = {
  in: readonly string[]
  before: Earlier['before'] & Partial<Pick<EarlierText, 'description'>>
}

/** A change as schema files write it. */
export type Documented = Omit<Change, 'hits'> & Partial<Pick<Change, 'hits'>>
