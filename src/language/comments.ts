import type { Span } from '../diagnostic.js'
import type { Document } from '../document.js'

/** The comment that an offset lies in, its `#` excluded; found by halving. */
export function commentAt({ comments }: Document, offset: number): Span | undefined {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.start ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  const found = comments[low - 1]
  return found && offset <= found.end ? found : undefined
}
