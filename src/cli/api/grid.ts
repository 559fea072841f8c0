import { isPlain } from '../../management/plain.js'
import { visible } from '../visible.js'
import { columns as columnsIn } from '../width.js'

/** What stands at a path in a record; where a key holds dots itself, its own. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isPlain(value) ? value[key] : undefined), record)
}

/** A value as a cell: lists apart by blanks, times without fractions of a second. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(cellOf).join(' ')
  if (isPlain(value))
    return visible(typeof value['name'] === 'string' ? value['name'] : JSON.stringify(value))
  return visible(typeof value === 'string' ? value : JSON.stringify(value)).replace(
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/,
    '$1Z',
  )
}

/** A column narrower than this tells nothing. */
const narrowest = 8

const gap = 2

/**
 * The widths of columns that fit side by side: the widest give way first, those of ids never, and columns at the end
 * are left out where nothing else helps.
 */
export function widthsOf(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  room: number,
): number[] {
  const widths = heads.map((head, index) =>
    Math.max(columnsIn(head), ...rows.map((row) => columnsIn(row[index] ?? ''))),
  )
  const total = (): number => widths.reduce((sum, width) => sum + width + gap, -gap)
  while (total() > room && widths.length > 1) {
    const free = widths.filter((_, index) => !/^id$/i.test(heads[index] ?? ''))
    const widest = Math.max(0, ...free)
    if (widest <= narrowest) widths.pop()
    else
      widths[
        widths.findLastIndex(
          (width, index) => width === widest && !/^id$/i.test(heads[index] ?? ''),
        )
      ] = Math.max(narrowest, widest - (total() - room), ...free.filter((width) => width < widest))
  }
  return widths
}

/** A text cut to a width, or filled up to it. */
function fitted(text: string, width: number): string {
  if (columnsIn(text) <= width) return text + ' '.repeat(width - columnsIn(text))
  let cut = text
  while (columnsIn(cut) >= width) cut = [...cut].slice(0, -1).join('')
  return `${cut}…${' '.repeat(width - columnsIn(cut) - 1)}`
}

/** A line of a table. */
export const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `${widths
    .map((width, index) => fitted(cells[index] ?? '', width))
    .join(' '.repeat(gap))
    .trimEnd()}\n`

/** What a record holds, a path and a cell each; links and what is empty left out. */
export function factsOf(value: unknown, path = ''): [path: string, cell: string][] {
  if (!isPlain(value)) {
    const cell = cellOf(value)
    return cell === '' ? [] : [[path === '' ? 'value' : path, cell]]
  }
  return Object.entries(value).flatMap(([key, field]) =>
    key === '_links'
      ? []
      : factsOf(
          Array.isArray(field) && field.some(isPlain) ? Object.fromEntries(field.entries()) : field,
          path === '' ? key : `${path}.${key}`,
        ),
  )
}
