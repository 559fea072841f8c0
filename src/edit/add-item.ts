import type { Edit, Path } from '../diagnostic.js'
import type { Document } from '../document.js'
import { add } from './add.js'
import { endOf, endOfPlace, find, valueOf } from './entry.js'
import { columnOf, endOfStatement, lineEndOf, startOfLine } from './lines.js'

/** Writes an item at the end of the list at a path; a list that is not there is made. */
export function addItem(document: Document, path: Path, item: string): Edit[] | undefined {
  const { text } = document
  const place = find(document, path)
  const name = path.at(-1)
  if (!place)
    return typeof name === 'string' && !document.at(path)
      ? add(document, path.slice(0, -1), { name, rest: ` [${item}]`, below: [] })
      : undefined
  const list = valueOf(place)
  const last = list.kind === 'list' ? list.items.at(-1) : undefined
  if (list.kind !== 'list') return undefined
  if (list.flow) {
    const at = last ? endOf(last) : list.start + 1
    return [{ start: at, end: at, text: last ? `, ${item}` : item }]
  }
  const end = endOfStatement(text, endOfPlace(text, place))
  if (
    !last ||
    /[\r\n]/.test(text.slice(last.start, endOf(last))) ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(startOfLine(text, last.start), last.start))
  )
    return undefined
  const line = `${' '.repeat(columnOf(text, list.start))}- ${item}`
  const isOpen = end === text.length && !/[\r\n]$/.test(text)
  return [{ start: end, end, text: isOpen ? lineEndOf(text) + line : line + lineEndOf(text) }]
}
