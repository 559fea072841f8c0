import type { Location, Position, Range, TextEdit } from 'vscode-languageserver'
import type { Edit, Span } from '../src/diagnostic.js'
import type { Positions } from '../src/language/index.js'
import type { Encoding } from './encoding.js'
import { charactersOf, unitsOf } from './encoding.js'

/** Offsets of a text as the client counts them, and back. */
export type Convert = {
  position: (offset: number) => Position
  range: (span: Span) => Range
  location: (uri: string, span: Span) => Location
  edit: (edit: Edit) => TextEdit
  offset: (position: Position) => number
  span: (range: Range) => Span
}

/** Converts between offsets into a text and positions of a client. */
export function convertIn(view: Positions, encoding: Encoding): Convert {
  const lineAt = (line: number): string =>
    view.text.slice(view.offsetAt(line, 0), view.offsetAt(line, Infinity))
  const position = (offset: number): Position => {
    const { line, character } = view.positionOf(offset)
    return {
      line,
      character: encoding === 'utf-16' ? character : unitsOf(lineAt(line), character, encoding),
    }
  }
  const range = ({ start, end }: Span): Range => ({ start: position(start), end: position(end) })
  const offset = ({ line, character }: Position): number =>
    view.offsetAt(
      line,
      encoding === 'utf-16' ? character : charactersOf(lineAt(line), character, encoding),
    )
  return {
    position,
    range,
    location: (uri, span) => ({ uri, range: range(span) }),
    edit: ({ text, ...span }) => ({ range: range(span), newText: text }),
    offset,
    span: ({ start, end }) => ({ start: offset(start), end: offset(end) }),
  }
}
