import type { Path, PathNode } from '../../document/diagnostic.js'
import { toPath } from '../../document/diagnostic.js'
import type { Document, MapNode, Node, Scalar } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import type { TextLine } from '../lines.js'
import { startsWithDash, isBlankOrComment, findLine, findLineBelow } from '../lines.js'
import type { OpenLevel, LineText } from './indentation.js'
import {
  createExcerpt,
  selectLeadingLines,
  findLevels,
  selectNearestLevels,
  findClosers,
  lexLine,
} from './indentation.js'

/** The position of a cursor in the structure of a text, and the text to replace there. */
export type Cursor = {
  role: 'key' | 'value'
  /** The path of the map that a key is for, or of a value; refers to `document`. */
  path: Path
  /** The surroundings, with a placeholder at the cursor. */
  document: Document
  /** The map that a key is for. */
  map: MapNode | undefined
  /** Names of the other keys of the map. */
  present: ReadonlySet<string>
  /** The map has no other entries, so that it may also become a string or a list. */
  lone: boolean
  /** A dash must be inserted first. */
  dash: boolean
  flow: boolean
  /** Whether lines below belong to the value at the cursor. */
  hasBelow: boolean
  /** Whether a colon follows already. */
  hasColon: boolean
  quote: '' | '"' | "'"
  /** The quote is still open. */
  closes: boolean
  /**
   * The start of the replaced part: a word with the part of its indentation that is wrong. The part may end after the
   * cursor.
   */
  start: number
  end: number
  /** Spaces that are missing before the word. */
  lead: string
  /** The start of the word; the text from there to the cursor was typed. */
  word: number
  /** The column in which the word will be, or that of the key of a value. */
  column: number
  keyColumn: number
}

/** A cursor in a comment; `start` is the offset of the `#`. */
export type CommentCursor = { role: 'comment'; start: number; offset: number }

/** A private-use character, which no language uses. */
const placeholder = '\ue000'

/** A text with a placeholder, and the offset of the placeholder. */
type TrialText = { text: string; at: number }

type CursorLine = {
  text: string
  offset: number
  line: TextLine
  lexed: LineText
  level: OpenLevel
}

/**
 * The possible positions of a cursor at an offset: none in block scalars and after the end of the document; two if both
 * the keys of a map and the dashes of a list may follow in the same column. Puts a placeholder at the cursor, parses
 * its surroundings and finds the placeholder again. Works in broken files, and ignores distant lines.
 */
export function findCursors(text: string, offset: number): (Cursor | CommentCursor)[] {
  const line = findLine(text, offset)
  const rest = text.slice(offset, line.end)
  const lexed = lexLine(text.slice(line.start, offset), rest)
  if (isBeside(lexed.before, rest)) return []
  const isBlank = lexed.before.trim() === '' && lexed.after === ':'
  const column = isBlank ? lexed.before.replace('\ufeff', '').length : line.column
  const around = lexed.alone ? findLevels(text, line) : undefined
  const levels = around
    ? selectNearestLevels(isBlank ? around : { ...around, next: 0 }, column)
    : [{ column: line.column, kind: 'map' as const }]
  return levels.flatMap((level) => findCursorsOnLine({ text, offset, line, lexed, level }))
}

/** Whether a cursor is inside indentation, or at the `#` of a comment: nothing can be written there. */
const isBeside = (before: string, rest: string): boolean =>
  rest.startsWith('#') ||
  (/^[ \t\ufeff]*(?:-[ \t]+)*$/.test(before) && /^(?:[ \t]+[^ \t#]|-(?:[ \t]|$))/.test(rest))

function findCursorsOnLine(cursorLine: CursorLine): (Cursor | CommentCursor)[] {
  let doubtful: { document: Document; found: FoundPlaceholder; at: number } | undefined
  for (const { text, at } of createTrials(cursorLine)) {
    const document = parseDocument(text)
    const comment = document.comments.find(({ start, end }) => start < at && at < end)
    if (comment)
      return [
        {
          role: 'comment',
          start: cursorLine.offset - (at - comment.start),
          offset: cursorLine.offset,
        },
      ]
    const found = findPlaceholder(document, at)
    if (!found) continue
    if (!isDisturbed(document, at)) return createCursors(cursorLine, { document, found, at })
    doubtful ??= { document, found, at }
  }
  return doubtful ? createCursors(cursorLine, doubtful) : []
}

/** Whether the line of an offset has a syntax error, so that it may have been parsed in the wrong place. */
function isDisturbed({ text, problems }: Document, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return problems.some((problem) => problem.start < end && problem.end > start)
}

/**
 * The surroundings in several variants: unchanged; without the lines below, with brackets closed or left open; and only
 * the lines that lead to the cursor, so that errors elsewhere do not matter.
 */
function* createTrials({ text, line, lexed, level }: CursorLine): Generator<TrialText> {
  const { above, below } = createExcerpt(text, line, level.column)
  const isList = level.kind === 'list'
  const typed =
    (lexed.alone
      ? ' '.repeat(level.column) + (isList ? '- ' : '') + lexed.before.replace(/^[ \t\ufeff]+/, '')
      : lexed.before.replace('\ufeff', '')) + lexed.gap
  const joinLines = (lines: readonly TextLine[]): string =>
    lines.map(({ start, end }) => `${text.slice(start, end)}\n`).join('')
  const createTrial = (before: string, after: string, closing = ''): TrialText => ({
    text: `${before}${typed}${placeholder}${lexed.after}${closing}\n${after}`,
    at: before.length + typed.length,
  })
  const before = joinLines(above)
  yield createTrial(before, joinLines(below))
  const closing = findClosers(before + typed)
  if (closing !== '') yield createTrial(before, '', closing)
  yield createTrial(before, '')
  yield createTrial(
    joinLines(
      selectLeadingLines(
        text,
        above,
        level.column + (isList || startsWithDash(text, line) ? 1 : 0),
      ),
    ),
    '',
  )
}

/** The scalar that holds the placeholder: the key of an entry of a map, or a value. */
type FoundPlaceholder = {
  scalar: Scalar
  place: PathNode
  map: MapNode | undefined
  flow: boolean
  keyStart: number
}

function findPlaceholder(document: Document, at: number): FoundPlaceholder | undefined {
  const open: { node: Node; place: PathNode }[] = document.root
    ? [{ node: document.root, place: { parent: undefined, step: '' } }]
    : []
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, place } = next
    const parts =
      node.kind === 'map'
        ? node.pairs.map(({ key, value }) => ({
            key,
            value,
            step: 'value' in key ? String(key.value) : '',
          }))
        : node.kind === 'list'
          ? node.items.map((value, step) => ({ key: undefined, value, step }))
          : []
    for (const { key, value, step } of parts) {
      const flow = node.kind === 'map' || node.kind === 'list' ? node.flow : false
      if (key && node.kind === 'map' && containsPlaceholder(key, at))
        return { scalar: key, place, map: node, flow, keyStart: key.start }
      const below: PathNode = { parent: place, step }
      if (containsPlaceholder(value, at))
        return {
          scalar: value,
          place: below,
          map: undefined,
          flow,
          keyStart: key?.start ?? value.start,
        }
      if (value.kind === 'map' || value.kind === 'list') open.push({ node: value, place: below })
    }
  }
  return undefined
}

const containsPlaceholder = (node: Node, at: number): node is Scalar =>
  node.kind === 'text' && node.start <= at && at < node.end && node.value.includes(placeholder)

function createCursors(
  cursorLine: CursorLine,
  { document, found, at }: { document: Document; found: FoundPlaceholder; at: number },
): Cursor[] {
  const { text, offset, lexed, level, line } = cursorLine
  const { scalar, place, map, flow, keyStart } = found
  if (
    scalar.style === 'literal' ||
    scalar.style === 'folded' ||
    document.text.slice(scalar.start, at).includes('\n')
  )
    return []
  const quote = scalar.style === 'single' ? "'" : scalar.style === 'double' ? '"' : ''
  const closes = lexed.closes && quote !== ''
  const word = offset - (at - scalar.start)
  const end = Math.min(offset + scalar.end - at - 1 - (closes ? 1 : 0), line.end)
  const lineStart = document.text.lastIndexOf('\n', at) + 1
  const names =
    map?.pairs.flatMap(({ key }) =>
      key !== scalar && 'value' in key ? [String(key.value)] : [],
    ) ?? []
  return [
    {
      role: map ? 'key' : 'value',
      path: toPath(place),
      document,
      map,
      present: new Set(names),
      lone: lexed.bare && map?.pairs.length === 1,
      dash: lexed.alone && !flow && level.kind === 'list',
      flow,
      hasBelow: hasLinesBelow(text, line, Math.max(keyStart - lineStart, 0)),
      hasColon: map !== undefined && /^[ \t]*:(?:\s|$)/.test(text.slice(end, line.end)),
      quote,
      closes,
      ...(lexed.alone && !flow
        ? snapToColumn(text, word, level.column)
        : { start: word, lead: lexed.gap }),
      end,
      word,
      column: scalar.start - lineStart,
      keyColumn: Math.max(keyStart - lineStart, 0),
    },
  ]
}

/** The surplus spaces before a word, or the missing ones. */
function snapToColumn(text: string, word: number, column: number): { start: number; lead: string } {
  const { start } = findLine(text, word)
  const margin = text.slice(start, word)
  const mark = margin.startsWith('\ufeff') ? 1 : 0
  if (margin.includes('\t')) return { start: start + mark, lead: ' '.repeat(column) }
  const missing = column - (margin.length - mark)
  return missing > 0
    ? { start: word, lead: ' '.repeat(missing) }
    : { start: start + mark + column, lead: '' }
}

/** Whether the next line with content is indented deeper than a key at a column, or is a dash in that column. */
function hasLinesBelow(text: string, line: TextLine, column: number): boolean {
  let below = findLineBelow(text, line)
  while (below && isBlankOrComment(text, below)) below = findLineBelow(text, below)
  return (
    below !== undefined &&
    (below.column > column || (below.column === column && startsWithDash(text, below)))
  )
}
