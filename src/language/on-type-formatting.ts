import type { Edit, Span } from '../document/diagnostic.js'
import { getColumn } from '../document/lines.js'
import type { DocumentPart } from './parts.js'
import { findComment, findPart } from './parts.js'
import { isInBlock, detectLayoutStyle } from './layout.js'
import { findLine, findPreviousLine } from './lines.js'
import type { View } from './view.js'

/**
 * Edits to make after the user typed a line break, a dash or a space, which ends at `offset`. After a line break,
 * indents the new line below a key, adds the next dash of a list, or removes a dash without content. Removes a dash
 * typed after an added dash, because router files have no lists of lists.
 */
export function onTypeFormat(view: View, offset: number, character: string): Edit[] {
  const { text } = view
  const line = findLine(text, offset)
  const previousLine = findPreviousLine(text, line)
  if (character === '-' || character === ' ')
    return previousLine && repeatsDash(text, { previousLine, line, offset })
      ? [{ start: offset - 2, end: offset, text: '' }]
      : []
  if (character !== '\n' || !previousLine || !isBlank(text, line) || isBlank(text, previousLine))
    return []
  const end = findContentEnd(view, previousLine)
  const content = text.slice(previousLine.start, end)
  if (/^ *(?:- +)*-$/.test(content))
    return [
      {
        start: previousLine.start,
        end: line.end,
        text: ' '.repeat(getColumnBeforeList(view, end)),
      },
    ]
  const prefix =
    content.trim() === '' ? undefined : findPrefixBelow(view, content, previousLine.start, end)
  return prefix === undefined || prefix === text.slice(line.start, line.end)
    ? []
    : [{ start: line.start, end: line.end, text: prefix }]
}

/** Whether a line contains only two dashes and is right below a list item with one dash in the same column. */
function repeatsDash(
  text: string,
  { previousLine, line, offset }: { previousLine: Span; line: Span; offset: number },
): boolean {
  const indent = /^( *)- - ?$/.exec(text.slice(line.start, offset))?.[1]
  const previousMatch = /^( *)- +(?!- )\S/.exec(text.slice(previousLine.start, previousLine.end))
  return (
    indent !== undefined &&
    previousMatch?.[1] === indent &&
    isBlank(text, { ...line, start: offset })
  )
}

const isBlank = (text: string, { start, end }: Span): boolean =>
  text.slice(start, end).trim() === ''

/** The end of a line's content, before a comment and trailing white space. */
function findContentEnd({ document, text }: View, { start, end }: Span): number {
  const comment = findComment(document, end)
  const contentEnd = comment && comment.start >= start ? comment.start : end
  return start + text.slice(start, contentEnd).trimEnd().length
}

/** The column after the indentation and the dashes of a line. */
const findContentColumn = (line: string): number => /^ *(?:- +)*/.exec(line)?.[0].length ?? 0

/** Removes an anchor and a tag from the end of a line. */
function withoutProperties(line: string): string {
  const words = line.split(' ')
  while (/^(?:[&!][^\s,]*)?$/.test(words.at(-1) ?? '.')) words.pop()
  return words.join(' ')
}

/**
 * The column of the key in a line whose value starts on a later line, because nothing, or only an anchor or a tag,
 * follows the colon. Undefined for other lines.
 */
function findOpenKeyColumn(line: string): number | undefined {
  const column = findContentColumn(line)
  const key = withoutProperties(line.slice(column))
  return key.endsWith(':') &&
    /^(?:"[^"]*"|'[^']*'|[^\s#"'[{][^#]*)$/.test(key.slice(0, -1).trimEnd())
    ? column
    : undefined
}

/** The column of the content (after any dashes) of a line that ends with a block scalar header; else undefined. */
function findBlockScalarColumn(line: string): number | undefined {
  const column = findContentColumn(line)
  const content = line.slice(column)
  const headerStart = content.lastIndexOf(' ') + 1
  const key = withoutProperties(content.slice(0, headerStart))
  return /^[|>][-+\d]*$/.test(content.slice(headerStart)) && /^(?:[^\s#][^#]*:)?$/.test(key)
    ? column
    : undefined
}

/** The indentation of the next line, with a dash if it begins a list item; undefined if that is unclear. */
function findPrefixBelow(
  view: View,
  content: string,
  start: number,
  end: number,
): string | undefined {
  const { mapIndent, dashIndent } = detectLayoutStyle([view.document])
  const part = findPart(view, end)
  const isInScalar =
    part && 'style' in part.node && part.node.style !== 'plain' && part.node.start < start
  if (isInScalar) return undefined
  const scalarColumn = findBlockScalarColumn(content)
  if (scalarColumn !== undefined) return ' '.repeat(scalarColumn + mapIndent)
  const column = findOpenKeyColumn(content)
  if (column !== undefined) {
    const schemaKey = findPart(view, start + column)?.key
    return ' '.repeat(
      column +
        (schemaKey?.kinds.has('list') && !schemaKey.kinds.has('map') ? dashIndent : mapIndent),
    )
  }
  if (!part || !isInBlock(part) || part.end > end || view.text.slice(part.start, end).trim() === '')
    return undefined
  return ' '.repeat(getColumn(view.text, part.parent?.node.start ?? 0)) + (part.pair ? '' : '- ')
}

/** The column of the key whose value is the list around an offset; 0 if the list is not the value of a key. */
function getColumnBeforeList(view: View, offset: number): number {
  const list = findNearestList(findPart(view, offset))
  return list?.pair ? getColumn(view.text, list.pair.key.start) : 0
}

function findNearestList(part: DocumentPart | undefined): DocumentPart | undefined {
  let current = part
  while (current && current.node.kind !== 'list') current = current.parent
  return current
}
