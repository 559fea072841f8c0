import type { Edit } from '../diagnostic.js'
import { columnOf } from '../edit/lines.js'
import { commentAt } from './comments.js'
import type { Line } from './formatting/lines.js'
import { isBlank, isInBlock, linesOf } from './formatting/lines.js'
import type { Part } from './part.js'
import { partAt } from './part.js'
import { styleOf } from './style.js'
import type { View } from './view.js'

/**
 * What follows a line end that was typed, the offset behind it: the indentation below a key, the next dash of a list;
 * a dash without anything behind it is taken away.
 */
export function onTypeFormat(view: View, offset: number, character: string): Edit[] {
  const { lines, lineOf } = linesOf(view)
  const number = lineOf(offset)
  const line = lines[number]
  const above = lines[number - 1]
  if (character !== '\n' || !line || !above || !isBlank(line) || isBlank(above)) return []
  const end = endOfContent(view, above)
  const content = view.text.slice(above.start, end)
  if (/^ *(?:- +)*-$/.test(content))
    return [{ start: above.start, end: line.end, text: ' '.repeat(columnBeforeList(view, end)) }]
  const wanted = end > above.first ? leadBelow(view, content, above.start, end) : undefined
  const written = view.text.slice(line.start, line.end)
  return wanted === undefined || wanted === written
    ? []
    : [{ start: line.start, end: line.end, text: wanted }]
}

/** Where a line ends without a comment and the spaces before that. */
function endOfContent({ document, text }: View, { start, end }: Line): number {
  const comment = commentAt(document, end)
  const last = comment && comment.start >= start ? comment.start : end
  return start + text.slice(start, last).trimEnd().length
}

/** A line that ends with the colon of a key, or with what stands before a value below it. */
const openKey = /^( *(?:- +)*)(?:"[^"]*"|'[^']*'|[^\s#"'[{][^#]*?) *:(?: +[&!][^\s,]*)*$/

/** A line that ends with the header of a block of text. */
const openText = /^( *(?:- +)*)(?:[^\s#][^#]*?: +)?(?:[&!]\S+ +)*[|>][-+\d]*$/

/** What the line below begins with; undefined where that is not known. */
function leadBelow(view: View, content: string, start: number, end: number): string | undefined {
  const { step, dash } = styleOf([view.document])
  const part = partAt(view, end)
  const isText =
    part && 'style' in part.node && part.node.style !== 'plain' && part.node.start < start
  if (isText) return undefined
  const text = openText.exec(content)
  if (text) return ' '.repeat((text[1]?.length ?? 0) + step)
  const key = openKey.exec(content)
  if (key) {
    const column = key[1]?.length ?? 0
    const meaning = partAt(view, start + column)?.key
    return ' '.repeat(
      column + (meaning?.kinds.has('list') && !meaning.kinds.has('map') ? dash : step),
    )
  }
  if (!part || !isInBlock(part) || part.end > end || view.text.slice(part.start, end).trim() === '')
    return undefined
  const column = columnOf(view.text, part.above?.node.start ?? 0)
  return ' '.repeat(column) + (part.pair ? '' : '- ')
}

/** The column of the key that a list stands below. */
function columnBeforeList(view: View, offset: number): number {
  const list = nearestList(partAt(view, offset))
  return list?.pair ? columnOf(view.text, list.pair.key.start) : 0
}

function nearestList(part: Part | undefined): Part | undefined {
  let current = part
  while (current && current.node.kind !== 'list') current = current.above
  return current
}
