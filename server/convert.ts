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
  const lineAt = (line: number): string =>
    view.text.slice(view.offsetAt(line, 0), view.offsetAt(line, Infinity))
  const position = (offset: number): Position => {
    const { line, character } = view.findPosition(offset)
    return {
      line,
      character: encoding === 'utf-16' ? character : toUnits(lineAt(line), character, encoding),
    }
  }
  const range = ({ start, end }: Span): Range => ({ start: position(start), end: position(end) })
  const offset = ({ line, character }: Position): number =>
    view.offsetAt(
      line,
      encoding === 'utf-16' ? character : toCharacters(lineAt(line), character, encoding),
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

/** How many units the first characters of a line take; characters are given in UTF-16 units. */
function toUnits(line: string, character: number, encoding: Encoding): number {
  if (encoding === 'utf-16') return character
  let units = 0
  for (const point of line.slice(0, character))
    units += unitWidths[encoding](point.codePointAt(0) ?? 0)
  return units
}

/** Converts units of an encoding in a line to UTF-16 units; a position inside a character becomes the one before it. */
export function toCharacters(line: string, units: number, encoding: Encoding): number {
  if (encoding === 'utf-16') return units
  let remaining = units
  let character = 0
  for (const point of line) {
    remaining -= unitWidths[encoding](point.codePointAt(0) ?? 0)
    if (remaining < 0) break
    character += point.length
  }
  return character
}
