import type { Call } from './call.js'
import { anyFields } from './filter/index.js'
import { isPlain, textAt } from './plain.js'

/** The query of a list, with its filter and its order as texts. */
export function askedOf({ where, filter, sort, ...query }: Call['query']): Call['query'] {
  const texts = [whereText(where), typeof filter === 'string' ? filter : undefined].filter(
    (text) => text !== undefined && text.trim() !== '',
  )
  return {
    ...query,
    ...(texts.length > 0 && {
      filter: texts.length > 1 ? texts.map((text) => `(${text})`).join(' and ') : texts[0],
    }),
    ...(sort !== undefined && { sort: [sort].flat().join(', ') }),
  }
}

/** The text of a filter, or of what a function makes of the fields. */
function whereText(where: unknown): string | undefined {
  const filter: unknown = typeof where === 'function' ? where(anyFields()) : where
  if (filter === undefined || (isPlain(filter) && typeof filter['text'] === 'string'))
    return textAt(filter, 'text')
  throw new TypeError(
    "`where` must be a filter, or a function that gives one, as in `({ name }) => name.eq('north')`",
  )
}
