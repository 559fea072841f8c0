import type { Line } from './lines.js'
import { contentOf, isIdle, lineAbove, lineBelow, outerLineAbove } from './lines.js'

/** A column in which the entries of an open map or the dashes of an open list stand. */
export type Level = { column: number; kind: 'map' | 'list' }

/** Where a new line between two others may begin. */
export type Levels = {
  /** The innermost first. */
  levels: readonly Level[]
  /** Whether something may begin further right: the line above ends with a colon or a dash. */
  open: boolean
  /** Column of the next line below; what begins further left would cut it off. */
  next: number
}

/** A key, a dash or the head of a block of text, with nothing behind it. */
const opening = /(?:^-|[ \t]-|:|[ \t][|>][+-]?\d?)(?:[ \t]+[&!][^\s]*)*[ \t]*(?:[ \t]#.*)?$/

/** What stands behind the dash of an item that is a text or in brackets, so that it has no entries below. */
const closedItem = /^(?:[[{*]|(?![&!]|("[^"]*"|'[^']*'|[^\s"'#](?:[^:]|:(?=\S))*?)[ \t]*:(?:\s|$)))/

function levelsOf(text: string, line: Line): Level[] {
  const content = contentOf(text, line)
  const dashes = /^(?:-[ \t]+)*(?:-$)?/.exec(content)?.[0] ?? ''
  const lists = [...dashes.matchAll(/-/g)].map(({ index }): Level => ({
    column: line.column + index,
    kind: 'list',
  }))
  return content.length > dashes.length &&
    !(lists.length > 0 && closedItem.test(content.slice(dashes.length)))
    ? [{ column: line.column + dashes.length, kind: 'map' }, ...lists.reverse()]
    : lists.reverse()
}

/** The columns in which a line that replaces another may begin. */
export function levelsAt(text: string, line: Line): Levels {
  const levels: Level[] = []
  let open: boolean | undefined
  for (
    let above = lineAbove(text, line);
    above;
    above =
      open === undefined
        ? lineAbove(text, above)
        : outerLineAbove(text, above, levels.at(-1)?.column ?? 0)
  ) {
    if (isIdle(text, above)) continue
    open ??= opening.test(contentOf(text, above))
    for (const level of levelsOf(text, above))
      if (isFurtherOut(level, levels.at(-1))) levels.push(level)
    const least = levels.at(-1)
    if (least?.column === 0 && least.kind === 'map') break
  }
  let below = lineBelow(text, line)
  while (below && isIdle(text, below)) below = lineBelow(text, below)
  return { levels, open: open ?? true, next: below?.column ?? 0 }
}

/** Whether a level is around another; the dashes of a list may stand in the column of the key that has it. */
const isFurtherOut = ({ column, kind }: Level, inner: Level | undefined): boolean =>
  inner === undefined ||
  column < inner.column ||
  (column === inner.column && kind === 'map' && inner.kind === 'list')

/** The levels at which something that stands in a column is meant to be: a new one where nothing is yet. */
export function nearestLevels({ levels, open, next }: Levels, column: number): readonly Level[] {
  const top = levels[0]?.column ?? -1
  if (open && next > top) return [{ column: next, kind: 'map' }]
  if (open && column > top) return [{ column, kind: 'map' }]
  const allowed = levels.filter((level) => level.column >= next)
  const nearest = allowed.find((level) => level.column <= column) ?? allowed.at(-1)
  return nearest
    ? allowed.filter((level) => level.column === nearest.column)
    : [{ column, kind: 'map' }]
}
