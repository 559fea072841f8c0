import type { NotedLine } from '../../yaml/write.js'
import { alignRows } from '../../yaml/write.js'
import type { MapValue, MergeEntry, MergeItem, MergeValue, SourceLine } from './value.js'

/** A merged file as text. A comment after each value says where it comes from. */
export function printMerged({ entries, end }: MapValue): string {
  const rows = [...entries.values()].flatMap((entry, index): NotedLine[] => {
    const isSection = entry.value.kind !== 'scalar' || entry.comments.length > 0
    return [...(index > 0 && isSection ? [emptyLine] : []), ...printEntry(entry, '')]
  })
  if (rows.length === 0) rows.push(['{}', undefined])
  if (end.length > 0) rows.push(emptyLine, ...printComments(end, ''))
  return `${alignRows(rows).join('\n')}\n`
}

const emptyLine: NotedLine = ['', undefined]

const printComments = (comments: readonly string[], indent: string): NotedLine[] =>
  comments.map((comment) => [indent + comment, undefined])

function printEntry({ key, comments, remarks, value }: MergeEntry, indent: string): NotedLine[] {
  const keyText = `${indent}${key}:`
  const innerIndent = `${indent}  `
  const commentLines = printComments(comments, indent)
  const shortText = printShort(value)
  if (shortText !== undefined) {
    const note = describeOrigin(value.source, remarks)
    return [
      ...commentLines,
      [`${keyText} ${shortText}`.trimEnd(), note],
      ...printEnd(value, innerIndent),
    ]
  }
  const remarksText = remarks.map((remark) => ` ${remark}`).join('')
  return [...commentLines, [keyText + remarksText, undefined], ...printBelow(value, innerIndent)]
}

/**
 * The text of a value that fits on the line of its key: a scalar or an empty collection; undefined for other values.
 */
function printShort(value: MergeValue): string | undefined {
  if (value.kind === 'scalar') return value.text
  if (value.kind === 'map') return value.entries.size === 0 ? '{}' : undefined
  return value.items.length === 0 ? '[]' : undefined
}

/** The comment after a value: the comments that the files have there, and where the value comes from. */
function describeOrigin({ path, line }: SourceLine, remarks: readonly string[]): string {
  if (remarks.length === 0) return ` ${path}:${line}`
  const remarksText = remarks.join(' ').slice(1)
  // In a suppression comment, the source would be read as part of the comment, so it is omitted.
  return remarks.some((remark) => /^\W*routerfile\b/.test(remark))
    ? remarksText
    : `${remarksText} (${path}:${line})`
}

const printEnd = (value: MergeValue, indent: string): NotedLine[] =>
  value.kind === 'scalar' ? [] : printComments(value.end, indent)

const printBelow = (value: MergeValue, indent: string): NotedLine[] =>
  value.kind === 'scalar'
    ? []
    : [
        ...(value.kind === 'map'
          ? [...value.entries.values()].flatMap((entry) => printEntry(entry, indent))
          : value.items.flatMap((item) => printItem(item, indent))),
        ...printEnd(value, indent),
      ]

/**
 * The lines of a list item. The dash is on the first line that is not a comment, and all comments before that line are
 * above the dash.
 */
function printItem({ comments, remarks, value }: MergeItem, indent: string): NotedLine[] {
  const innerIndent = `${indent}  `
  const shortText = printShort(value)
  if (shortText !== undefined) {
    const note = describeOrigin(value.source, remarks)
    return [
      ...printComments(comments, indent),
      [`${indent}- ${shortText}`.trimEnd(), note],
      ...printEnd(value, innerIndent),
    ]
  }
  const lines = printBelow(value, innerIndent)
  const firstIndex = lines.findIndex(([code]) => !code.trimStart().startsWith('#'))
  return [
    ...printComments([...comments, ...remarks], indent),
    ...lines.map(([code, note], index): NotedLine => {
      if (index < firstIndex) return [indent + code.trimStart(), note]
      return index === firstIndex
        ? [`${indent}- ${code.slice(indent.length + 2)}`, note]
        : [code, note]
    }),
  ]
}
