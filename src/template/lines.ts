/** A line with content. `keyColumn` is the column after its dashes. If `opensValue`, its value is below the line. */
export type TemplateLine = {
  content: string
  dashColumns: readonly number[]
  keyColumn: number
  opensValue: boolean
}

/** Whether a line has anything but blanks and a comment. */
const isContent = (line: string): boolean => !/^\s*(?:#|$)/.test(line)

const noColumns: readonly number[] = []

const listDashes = (dashes: string): number[] =>
  [...dashes.matchAll(/-/g)].map(({ index }) => index)

function readLine(line: string): TemplateLine {
  const [dashes = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
  const content = line.slice(dashes.length)
  return {
    content,
    dashColumns: dashes.includes('-') ? listDashes(dashes) : noColumns,
    keyColumn: dashes.length,
    opensValue: /:[ \t]*(?:#|\r?$)/.test(content),
  }
}

/** How a piece of a line ends, which shows whether a scalar may begin after it. */
type Ending = {
  /** Whether the piece has no quote, opening bracket or comment. */
  isPlain: boolean
  /** The last character of the piece that is not a blank; empty if there is none. */
  lastCharacter: string
  endsWithBlank: boolean
}

/** A text, split at its first and its last line break. */
export type SplitText = {
  /** The part that belongs to the current line; without line breaks, all of the text. */
  head: string
  /** The lines with content between the first and the last line break; undefined if the text has no line break. */
  linesBetween: readonly TemplateLine[] | undefined
  /** The part that belongs to the next line; without line breaks, all of the text. */
  tail: string
  ending: Ending
}

export function splitText(text: string): SplitText {
  const first = text.indexOf('\n')
  if (first < 0)
    return { head: text, linesBetween: undefined, tail: text, ending: findEnding(text) }
  const last = text.lastIndexOf('\n')
  const tail = text.slice(last + 1)
  const lines = first === last ? [] : text.slice(first + 1, last).split('\n')
  return {
    head: text.slice(0, first),
    linesBetween: lines.filter(isContent).map(readLine),
    tail,
    ending: findEnding(tail),
  }
}

function findEnding(piece: string): Ending {
  const end = findBlanksAtEnd(piece, 0, piece.length)
  return {
    isPlain: !/[#"'{[]/.test(piece),
    lastCharacter: piece[end - 1] ?? '',
    endsWithBlank: end < piece.length,
  }
}

export function findBlanksAtEnd(text: string, start: number, end: number): number {
  let offset = end
  while (offset > start && (text[offset - 1] === ' ' || text[offset - 1] === '\t')) offset -= 1
  return offset
}

/** The text after an offset: the rest of its line, and the first line with content below. */
export type LinesAfter = {
  restOfLine: string
  /** A string if the line consists of pieces of several texts: it is only parsed when needed, which is rare. */
  nextLine: TemplateLine | string | undefined
}

/** Maximum number of characters that are kept of the start of a line. More blanks at the start make no difference. */
const maxLineStartLength = 1000

/** Given a text and the lines after its end, returns the lines after its start. */
export function prepend(
  { head, linesBetween, tail }: SplitText,
  { restOfLine, nextLine }: LinesAfter,
): LinesAfter {
  const line = `${tail}${restOfLine}`.slice(0, maxLineStartLength)
  return linesBetween === undefined
    ? { restOfLine: line, nextLine }
    : { restOfLine: head, nextLine: linesBetween[0] ?? (isContent(line) ? line : nextLine) }
}

export function getFirstLineAfter({ restOfLine, nextLine }: LinesAfter): TemplateLine | undefined {
  const line = isContent(restOfLine) ? restOfLine : nextLine
  return typeof line === 'string' ? readLine(line) : line
}

/** Whether the rest of a line is blank or a comment. */
export const endsLine = ({ restOfLine }: LinesAfter): boolean =>
  /^[ \t]*(?:#|\r?$)/.test(restOfLine)

/** The lines before an offset: as much as is needed to decide where the next line belongs. */
export type LinesBefore = {
  append: (text: SplitText) => void
  /** The length of the last line, which has no line break yet. */
  getUnfinishedLength: () => number
  /**
   * Whether a scalar may begin at the offset: after a colon or dash and a blank, outside of quotes, brackets and
   * comments.
   */
  opensScalar: () => boolean
  /** The last line with content. */
  getLastLine: () => TemplateLine | undefined
  /**
   * The last line whose key is at a column, or `dash` for a dash at the column; undefined if a line with less
   * indentation came after it.
   */
  getAtColumn: (column: number) => TemplateLine | 'dash' | undefined
}

export function createLinesBefore(): LinesBefore {
  let unfinishedText = ''
  let ending: Ending = { isPlain: true, lastCharacter: '', endsWithBlank: false }
  let lastLine: TemplateLine | undefined
  const byColumn: (TemplateLine | 'dash' | undefined)[] = []
  const addLine = (line: TemplateLine): void => {
    lastLine = line
    byColumn.length = line.keyColumn
    byColumn[line.keyColumn] = line
    for (const column of line.dashColumns) byColumn[column] = 'dash'
  }
  const getUnfinishedLine = (): TemplateLine | undefined =>
    isContent(unfinishedText) ? readLine(unfinishedText) : undefined
  return {
    append: ({ head, linesBetween, tail, ending: nextEnding }) => {
      if (linesBetween) {
        unfinishedText += head
        const finishedLine = getUnfinishedLine()
        if (finishedLine) addLine(finishedLine)
        linesBetween.forEach(addLine)
        unfinishedText = tail
        ending = nextEnding
        return
      }
      unfinishedText += head
      ending = {
        isPlain: ending.isPlain && nextEnding.isPlain,
        lastCharacter:
          nextEnding.lastCharacter === '' ? ending.lastCharacter : nextEnding.lastCharacter,
        endsWithBlank:
          nextEnding.endsWithBlank || (nextEnding.lastCharacter === '' && ending.endsWithBlank),
      }
    },
    getUnfinishedLength: () => unfinishedText.length,
    opensScalar: () =>
      ending.isPlain && /^[:-]$/.test(ending.lastCharacter) && ending.endsWithBlank,
    getLastLine: () => getUnfinishedLine() ?? lastLine,
    getAtColumn: (column) => {
      const line = getUnfinishedLine()
      if (!line || column < line.keyColumn) {
        if (line?.dashColumns.includes(column)) return 'dash'
        return byColumn[column]
      }
      return column === line.keyColumn ? line : undefined
    },
  }
}
