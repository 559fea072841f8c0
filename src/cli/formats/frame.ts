import { blanked } from '../visible.js'
import { columns } from '../width.js'

/** What of a line is marked, the columns that there are, and the sign for what is left out before. */
type Marked = { from: number; to: number; room: number; left: string }

/** A line of the file, cut so that the marked part is seen, and the marks to go below it. */
export function frame(
  source: string,
  { from, to, room, left }: Marked,
): [code: string, marks: string] {
  const plain = blanked(source)
  const start = to > room ? Math.max(0, from - Math.floor(room / 3)) : 0
  const cut =
    start > 0 ? left + plain.slice(start + left.length, start + room) : plain.slice(0, room)
  const before = cut.slice(0, from - start)
  const marked = cut.slice(from - start, to - start)
  return [cut.trimEnd(), ' '.repeat(columns(before)) + '^'.repeat(Math.max(1, columns(marked)))]
}
