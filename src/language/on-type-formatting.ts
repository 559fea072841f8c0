import type { Edit, Span } from '../document/diagnostic.js'
import { getColumn } from '../document/lines.js'
import type { DocumentPart } from './parts.js'
import { findComment, findPart } from './parts.js'
import { isInBlock, detectLayoutStyle } from './layout.js'
import { findLine, findPreviousLine } from './lines.js'
import type { View } from './view.js'

/**
 * Edits after a line break was typed; the offset is after it. Adds the indentation below a key or the next dash of a
 * list, and removes a dash that has nothing after it.
 */
export function onTypeFormat(view: View, offset: number, character: string): Edit[] {
  const { text } = view
  const line = findLine(text, offset)
  const above = findPreviousLine(text, line)
  if (character !== '\n' || !above || !isBlank(text, line) || isBlank(text, above)) return []
  const end = findContentEnd(view, above)
  const content = text.slice(above.start, end)
  if (/^ *(?:- +)*-$/.test(content))
    return [{ start: above.start, end: line.end, text: ' '.repeat(getColumnBeforeList(view, end)) }]
  const lead = content.trim() === '' ? undefined : findLeadBelow(view, content, above.start, end)
  return lead === undefined || lead === text.slice(line.start, line.end)
    ? []
    : [{ start: line.start, end: line.end, text: lead }]
}

const isBlank = (text: string, { start, end }: Span): boolean =>
  text.slice(start, end).trim() === ''

/** The end of a line without its comment and the spaces before that. */
function findContentEnd({ document, text }: View, { start, end }: Span): number {
  const comment = findComment(document, end)
  const last = comment && comment.start >= start ? comment.start : end
  return start + text.slice(start, last).trimEnd().length
}

/** A line that ends with the colon of a key, or with properties before a value on the next line. */
const openKeyPattern = /^( *(?:- +)*)(?:"[^"]*"|'[^']*'|[^\s#"'[{][^#]*?) *:(?: +[&!][^\s,]*)*$/

/** A line that ends with the header of a block scalar. */
const openTextPattern = /^( *(?:- +)*)(?:[^\s#][^#]*?: +)?(?:[&!]\S+ +)*[|>][-+\d]*$/

/** What the next line begins with; undefined if that is unknown. */
function findLeadBelow(
  view: View,
  content: string,
  start: number,
  end: number,
): string | undefined {
  const { step, dash } = detectLayoutStyle([view.document])
  const part = findPart(view, end)
  const isText =
    part && 'style' in part.node && part.node.style !== 'plain' && part.node.start < start
  if (isText) return undefined
  const text = openTextPattern.exec(content)
  if (text) return ' '.repeat((text[1]?.length ?? 0) + step)
  const key = openKeyPattern.exec(content)
  if (key) {
    const column = key[1]?.length ?? 0
    const schemaKey = findPart(view, start + column)?.key
    return ' '.repeat(
      column + (schemaKey?.kinds.has('list') && !schemaKey.kinds.has('map') ? dash : step),
    )
  }
  if (!part || !isInBlock(part) || part.end > end || view.text.slice(part.start, end).trim() === '')
    return undefined
  const column = getColumn(view.text, part.parent?.node.start ?? 0)
  return ' '.repeat(column) + (part.pair ? '' : '- ')
}

/** The column of the key above a list. */
function getColumnBeforeList(view: View, offset: number): number {
  const list = findNearestList(findPart(view, offset))
  return list?.pair ? getColumn(view.text, list.pair.key.start) : 0
}

function findNearestList(part: DocumentPart | undefined): DocumentPart | undefined {
  let current = part
  while (current && current.node.kind !== 'list') current = current.parent
  return current
}
