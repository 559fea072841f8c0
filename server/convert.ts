import type { Location, Position, Range, TextEdit } from 'vscode-languageserver'
import type { Edit, Span } from '../src/document/diagnostic.js'
import type { Positions } from '../src/language/index.js'

/** Converts offsets in a text to the units in which the client counts, and back. */
export type Converter = {
  position: (offset: number) => Position
  range: (span: Span) => Range
  location: (uri: string, span: Span) => Location
  edit: (edit: Edit) => TextEdit
  /** Edits that are made together; undefined if they cannot be made. */
  edits: (edits: readonly Edit[]) => TextEdit[] | undefined
  offset: (position: Position) => number
  span: (range: Range) => Span
}

/** Converts between offsets into a text and positions of a client. */
export function createConverter(view: Positions, encoding: Encoding): Converter {
  const longLines = new Map<number, LineUnits>()
  const countLine = (line: number): LineUnits => {
    const known = longLines.get(line)
    if (known) return known
    const text = view.text.slice(view.offsetAt(line, 0), view.offsetAt(line, Infinity))
    const counted = createLineUnits(text, encoding)
    if (text.length > segmentLength) longLines.set(line, counted)
    return counted
  }
  const position = (offset: number): Position => {
    const { line, character } = view.findPosition(offset)
    return {
      line,
      character: encoding === 'utf-16' ? character : countLine(line).toUnits(character),
    }
  }
  const range = ({ start, end }: Span): Range => ({ start: position(start), end: position(end) })
  const offset = ({ line, character }: Position): number =>
    view.offsetAt(line, encoding === 'utf-16' ? character : countLine(line).toCharacters(character))
  const edit = ({ text, ...span }: Edit): TextEdit => ({ range: range(span), newText: text })
  return {
    position,
    range,
    location: (uri, span) => ({ uri, range: range(span) }),
    edit,
    edits: (edits) => edits.map(edit),
    offset,
    span: ({ start, end }) => ({ start: offset(start), end: offset(end) }),
  }
}

/** Units in which a client counts characters of a line. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32'

export const encodings: readonly Encoding[] = ['utf-16', 'utf-8', 'utf-32']

const unitWidths: Readonly<Record<Encoding, (code: number) => number>> = {
  'utf-8': (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4),
  'utf-16': (code) => (code < 0x10000 ? 1 : 2),
  'utf-32': () => 1,
}

/** A line in units of an encoding; characters are given in UTF-16 units. */
type LineUnits = {
  /** How many units the first characters take. */
  toUnits: (character: number) => number
  /** The character at a number of units; inside of a character, the start of it. */
  toCharacters: (units: number) => number
}

/** How many characters are counted at most for one position. */
const segmentLength = 1024

/**
 * Counts the units of a line once, and notes the count about every thousand characters: a file may be a single line, in
 * which thousands of positions are asked for.
 */
function createLineUnits(line: string, encoding: Encoding): LineUnits {
  const getWidth = unitWidths[encoding]
  const segments = [{ character: 0, units: 0 }]
  if (line.length > segmentLength) {
    let [character, units] = [0, 0]
    for (const point of line) {
      if (character >= segments.length * segmentLength) segments.push({ character, units })
      character += point.length
      units += getWidth(point.codePointAt(0) ?? 0)
    }
  }
  const findSegment = (isBefore: (segment: { character: number; units: number }) => boolean) => {
    let [low, high] = [0, segments.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const segment = segments[middle]
      if (segment && isBefore(segment)) low = middle
      else high = middle - 1
    }
    return segments[low] ?? { character: 0, units: 0 }
  }
  return {
    toUnits: (wanted) => {
      const segment = findSegment(({ character }) => character <= wanted)
      let { units } = segment
      for (const point of line.slice(segment.character, wanted))
        units += getWidth(point.codePointAt(0) ?? 0)
      return units
    },
    toCharacters: (wanted) => {
      let { character, units } = findSegment((segment) => segment.units <= wanted)
      for (const point of line.slice(character, character + 2 * segmentLength)) {
        units += getWidth(point.codePointAt(0) ?? 0)
        if (units > wanted) break
        character += point.length
      }
      return character
    },
  }
}

/** Converts units of an encoding in a line to UTF-16 units; a position inside a character becomes the one before it. */
export const toCharacters = (line: string, units: number, encoding: Encoding): number =>
  encoding === 'utf-16' ? units : createLineUnits(line, encoding).toCharacters(units)
