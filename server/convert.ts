import type { Location, Position, Range, TextEdit } from 'vscode-languageserver'
import type { Edit, Span } from '../src/document/diagnostic.js'
import { countWhile } from '../src/document/search.js'
import type { Positions } from '../src/language/index.js'

/** Converts offsets and spans of a text to positions and ranges of the protocol, in the client's encoding, and back. */
export type Converter = {
  position: (offset: number) => Position
  range: (span: Span) => Range
  location: (uri: string, span: Span) => Location
  edit: (edit: Edit) => TextEdit
  /** Converts edits that belong together; undefined if the text is in a string that cannot represent one of them. */
  edits: (edits: readonly Edit[]) => TextEdit[] | undefined
  offset: (position: Position) => number
  span: (range: Range) => Span
}

/** Creates a converter for a text that is a whole file. */
export function createConverter(view: Positions, encoding: Encoding): Converter {
  const longLines = new Map<number, LineConverter>()
  const getLineConverter = (line: number): LineConverter => {
    const cachedConverter = longLines.get(line)
    if (cachedConverter) return cachedConverter
    const text = view.text.slice(view.offsetAt(line, 0), view.offsetAt(line, Infinity))
    const lineConverter = createLineConverter(text, encoding)
    if (text.length > segmentLength) longLines.set(line, lineConverter)
    return lineConverter
  }
  const position = (offset: number): Position => {
    const { line, character } = view.findPosition(offset)
    return {
      line,
      character: encoding === 'utf-16' ? character : getLineConverter(line).toUnits(character),
    }
  }
  const range = ({ start, end }: Span): Range => ({ start: position(start), end: position(end) })
  const offset = ({ line, character }: Position): number =>
    view.offsetAt(
      line,
      encoding === 'utf-16' ? character : getLineConverter(line).toCharacters(character),
    )
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

/** Converts between units of an encoding and UTF-16 units (`character`) in one line. */
type LineConverter = {
  toUnits: (character: number) => number
  /** Converts a number of units to UTF-16 units; a position inside a character becomes the start of that character. */
  toCharacters: (units: number) => number
}

/** Number of characters between two positions at which the count of units is recorded. */
const segmentLength = 1024

/**
 * Records the count of units about every `segmentLength` characters, because a file may be a single line with thousands
 * of positions.
 */
function createLineConverter(line: string, encoding: Encoding): LineConverter {
  const getWidth = (point: string): number => unitWidths[encoding](point.codePointAt(0) ?? 0)
  const recordedCharacters = [0]
  const recordedUnits = [0]
  if (line.length > segmentLength) {
    let character = 0
    let unitCount = 0
    for (const point of line) {
      if (character >= recordedCharacters.length * segmentLength) {
        recordedCharacters.push(character)
        recordedUnits.push(unitCount)
      }
      character += point.length
      unitCount += getWidth(point)
    }
  }
  /**
   * Finds the last record at or before `maxPosition`; `positions` are the recorded characters or the recorded units.
   */
  const findRecord = (positions: readonly number[], maxPosition: number) => {
    const index = countWhile(positions.length, (at) => (positions[at] ?? 0) <= maxPosition) - 1
    return { character: recordedCharacters[index] ?? 0, units: recordedUnits[index] ?? 0 }
  }
  return {
    toUnits: (character) => {
      const record = findRecord(recordedCharacters, character)
      let { units } = record
      for (const point of line.slice(record.character, character)) units += getWidth(point)
      return units
    },
    toCharacters: (maxUnits) => {
      let { character, units } = findRecord(recordedUnits, maxUnits)
      for (const point of line.slice(character, character + 2 * segmentLength)) {
        units += getWidth(point)
        if (units > maxUnits) break
        character += point.length
      }
      return character
    },
  }
}

/** Converts units to UTF-16 units. A position inside a character becomes the start of that character. */
export const toCharacters = (line: string, units: number, encoding: Encoding): number =>
  encoding === 'utf-16' ? units : createLineConverter(line, encoding).toCharacters(units)
