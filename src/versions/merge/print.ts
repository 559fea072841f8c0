import type { NotedLine } from '../../yaml/write.js'
import { alignRows } from '../../yaml/write.js'
import type { MergeEntry, MergeItem, MapValue, MergeValue } from './value.js'

/** A merged file as text. A comment after each value says where it comes from. */
export function printMerged({ entries }: MapValue): string {
  const rows = [...entries.values()].flatMap((entry, index): NotedLine[] => {
    const isSection = entry.value.kind !== 'scalar' || entry.comments.length > 0
    return [...(index > 0 && isSection ? [emptyLine] : []), ...printEntry(entry, '')]
  })
  return rows.length === 0 ? '{}\n' : `${alignRows(rows).join('\n')}\n`
}

const emptyLine: NotedLine = ['', undefined]

function printEntry({ key, comments, remark, value }: MergeEntry, indent: string): NotedLine[] {
  const commentLines = comments.map((comment): NotedLine => [indent + comment, undefined])
  const short = printShort(value)
  if (short) return [...commentLines, [`${indent}${key}: ${short[0]}`.trimEnd(), short[1]]]
  const head: NotedLine = [`${indent}${key}:${remark === undefined ? '' : ` ${remark}`}`, undefined]
  return [...commentLines, head, ...printBelow(value, `${indent}  `)]
}

/** A value that fits after its key: a scalar, or an empty collection. */
function printShort(value: MergeValue): NotedLine | undefined {
  const { path, line } = value.source
  const origin = ` ${path}:${line}`
  if (value.kind === 'map') return value.entries.size === 0 ? ['{}', origin] : undefined
  if (value.kind === 'list') return value.items.length === 0 ? ['[]', origin] : undefined
  const { remark } = value
  if (remark === undefined) return [value.written, origin]
  const words = remark.slice(1)
  // A suppression comment takes no further words.
  return [value.written, /^\W*routerfile\b/.test(words) ? words : `${words} (${path}:${line})`]
}

const printBelow = (value: MergeValue, indent: string): NotedLine[] =>
  value.kind === 'map'
    ? [...value.entries.values()].flatMap((entry) => printEntry(entry, indent))
    : value.kind === 'list'
      ? value.items.flatMap((item) => printItem(item, indent))
      : []

/** An item: the dash is on the line of its first key, below comments. */
function printItem({ comments, value }: MergeItem, indent: string): NotedLine[] {
  const short = printShort(value)
  const lines: readonly NotedLine[] = short
    ? [[`${indent}  ${short[0]}`.trimEnd(), short[1]]]
    : printBelow(value, `${indent}  `)
  const first = lines.findIndex(([code]) => !code.trimStart().startsWith('#'))
  return [
    ...comments.map((comment): NotedLine => [indent + comment, undefined]),
    ...lines.map(([code, note], index): NotedLine => {
      if (index < first) return [indent + code.trimStart(), note]
      return index === first
        ? [`${indent}- ${code.slice(indent.length + 2)}`.trimEnd(), note]
        : [code, note]
    }),
  ]
}
