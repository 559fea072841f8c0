/** A line with content: its first key, its dashes, and whether its value is on the lines below. */
export type TemplateLine = {
  content: string
  /** The columns of its dashes. */
  columns: readonly number[]
  keyColumn: number
  opensValue: boolean
}

/** Whether a line has more than a comment. */
const isContent = (line: string): boolean => !/^\s*(?:#|$)/.test(line)

const noColumns: readonly number[] = []

const listDashes = (dashes: string): number[] =>
  [...dashes.matchAll(/-/g)].map(({ index }) => index)

function readLine(line: string): TemplateLine {
  const [dashes = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
  const content = line.slice(dashes.length)
  return {
    content,
    columns: dashes.includes('-') ? listDashes(dashes) : noColumns,
    keyColumn: dashes.length,
    opensValue: /:[ \t]*(?:#|\r?$)/.test(content),
  }
}

/** The end of a piece of a line: whether a scalar may begin after it. */
type Ending = {
  /** It has no quote, bracket or comment. */
  isPlain: boolean
  /** Its last character that is not a blank. */
  mark: string
  hasBlank: boolean
}

/** A text as what its line breaks separate. */
export type SplitText = {
  /** The part that belongs to the current line; without line breaks, all of the text. */
  head: string
  /** The lines between with content; undefined if there are no line breaks. */
  between: readonly TemplateLine[] | undefined
  /** The part that belongs to the next line; without line breaks, all of the text. */
  tail: string
  ending: Ending
}

export function splitText(text: string): SplitText {
  const first = text.indexOf('\n')
  if (first < 0) return { head: text, between: undefined, tail: text, ending: findEnding(text) }
  const last = text.lastIndexOf('\n')
  const tail = text.slice(last + 1)
  const lines = first === last ? [] : text.slice(first + 1, last).split('\n')
  return {
    head: text.slice(0, first),
    between: lines.filter(isContent).map(readLine),
    tail,
    ending: findEnding(tail),
  }
}

function findEnding(piece: string): Ending {
  const end = findBlanksAtEnd(piece, 0, piece.length)
  return {
    isPlain: !/[#"'{[]/.test(piece),
    mark: piece[end - 1] ?? '',
    hasBlank: end < piece.length,
  }
}

/** Where the spaces and tabs at the end of a piece of a text begin. */
export function findBlanksAtEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1
  return at
}

/** The text after a place: the rest of its line, and the first line with content below. */
export type LinesAfter = {
  rest: string
  /** A string if it was put together from several texts and is not parsed yet: few of these lines are needed. */
  next: TemplateLine | string | undefined
}

/** Maximum number of characters of a line start: more blanks make no difference. */
const maxColumn = 1000

/** Puts a text in front of the lines after it: returns the lines after the start of the text. */
export function prepend(
  { head, between, tail }: SplitText,
  { rest, next }: LinesAfter,
): LinesAfter {
  const last = `${tail}${rest}`.slice(0, maxColumn)
  return between === undefined
    ? { rest: last, next }
    : { rest: head, next: between[0] ?? (isContent(last) ? last : next) }
}

/** The first line with content after a place, which may be the rest of its own. */
export function getFirstLineAfter({ rest, next }: LinesAfter): TemplateLine | undefined {
  const line = isContent(rest) ? rest : next
  return typeof line === 'string' ? readLine(line) : line
}

/** Whether nothing but a comment is left of a line. */
export const endsLine = ({ rest }: LinesAfter): boolean => /^[ \t]*(?:#|\r?$)/.test(rest)

/** The lines before a place, as far as they determine where the next one belongs. */
export type LinesBefore = {
  append: (text: SplitText) => void
  /** Length of the line that is not finished. */
  length: () => number
  /** Whether a whole scalar may begin here. */
  opensScalar: () => boolean
  /** The last line with content. */
  last: () => TemplateLine | undefined
  /** What is at a column: a dash, the last line whose first key is there, or neither if a line further left came since. */
  at: (column: number) => TemplateLine | 'dash' | undefined
}

export function createLinesBefore(): LinesBefore {
  let unfinished = ''
  let ending: Ending = { isPlain: true, mark: '', hasBlank: false }
  let last: TemplateLine | undefined
  const byColumn: (TemplateLine | 'dash' | undefined)[] = []
  const add = (line: TemplateLine): void => {
    last = line
    byColumn.length = line.keyColumn
    byColumn[line.keyColumn] = line
    for (const column of line.columns) byColumn[column] = 'dash'
  }
  const current = (): TemplateLine | undefined =>
    isContent(unfinished) ? readLine(unfinished) : undefined
  return {
    append: ({ head, between, tail, ending: nextEnding }) => {
      if (between) {
        unfinished += head
        const finished = current()
        if (finished) add(finished)
        between.forEach(add)
        unfinished = tail
        ending = nextEnding
        return
      }
      unfinished += head
      ending = {
        isPlain: ending.isPlain && nextEnding.isPlain,
        mark: nextEnding.mark === '' ? ending.mark : nextEnding.mark,
        hasBlank: nextEnding.hasBlank || (nextEnding.mark === '' && ending.hasBlank),
      }
    },
    length: () => unfinished.length,
    opensScalar: () => ending.isPlain && /^[:-]$/.test(ending.mark) && ending.hasBlank,
    last: () => current() ?? last,
    at: (column) => {
      const line = current()
      if (!line || column < line.keyColumn) {
        if (line?.columns.includes(column)) return 'dash'
        return byColumn[column]
      }
      return column === line.keyColumn ? line : undefined
    },
  }
}
