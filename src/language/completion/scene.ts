import type { Cursor } from '../cursor.js'
import { lineAt } from '../lines.js'
import type { Style } from '../style.js'
import type { View } from '../view.js'
import type { Completion, Surroundings } from './completion.js'
import type { Facts } from './facts.js'

/** What completions at a cursor are made of. */
export type Scene = {
  view: View
  offset: number
  cursor: Cursor
  surroundings: Surroundings
  style: Style
  facts: Facts
}

/** A completion without its place in the order; those of a lower rank come first. */
export type Offer = Omit<Completion, 'sortText'> & { rank: number }

/** A text to be written. `within` leaves the quotes around it alone. */
export type Written = {
  label: string
  text: string
  isSnippet?: boolean
  within?: boolean
  filter?: string
}

/** What is written at the cursor, and what goes for it. */
export function writing(
  { view, offset, cursor }: Scene,
  { label, text, isSnippet = false, within = false, filter = label }: Written,
): Pick<Completion, 'label' | 'filterText' | 'insert'> {
  const { quote, closes, lead, word } = cursor
  const isInside = within && quote !== ''
  const start = isInside ? word + 1 : cursor.start
  const end = isInside && !closes ? cursor.end - 1 : cursor.end
  const before = isInside ? '' : view.text.slice(start, word) + quote
  const isOpen = isInside || quote === ''
  return {
    label,
    ...((before !== '' || filter !== label) && { filterText: before + filter }),
    insert: {
      start,
      end,
      ...(end > offset && isOpen && { insertEnd: Math.max(offset, start) }),
      text: lead + text + (isInside && closes ? quote : ''),
      isSnippet,
    },
  }
}

/** Lines that follow each other in a column, as seen from the blanks that the line has before its replaced part. */
export function joined({ view, cursor }: Scene, lines: readonly string[], column: number): string {
  const { start } = lineAt(view.text, cursor.start)
  const margin =
    /^ */.exec(view.text.slice(start, cursor.start).replace('\ufeff', ''))?.[0].length ?? 0
  return lines.join(`\n${' '.repeat(Math.max(0, column - margin))}`)
}
