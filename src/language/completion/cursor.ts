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
  findClosingBrackets,
  lexLine,
} from './indentation.js'

/** The position of a cursor in the structure of a text, and the text to replace there. */
export type Cursor = {
  role: 'key' | 'value'
  /** For a key, the path of its map; for a value, the path of the value. Both refer to `document`. */
  path: Path
  /** The lines around the cursor, with a placeholder at the cursor. */
  document: Document
  /** The map to which a key belongs; undefined for a value. */
  map: MapNode | undefined
  /** Names of the other keys of the map. */
  presentKeys: ReadonlySet<string>
  /**
   * Whether a word without a colon is all that the map contains. If so, the user may mean a value or a list instead of
   * a key.
   */
  isOnlyEntry: boolean
  needsDash: boolean
  isFlow: boolean
  /** Whether lines below belong to the value at the cursor. */
  hasLinesBelow: boolean
  /** Whether the key has a colon already; false for a value. */
  hasColon: boolean
  quote: '' | '"' | "'"
  needsClosingQuote: boolean
  /**
   * The start of the text to replace: the word, and any spaces before it that indent it too far. `end` may be after the
   * cursor.
   */
  start: number
  end: number
  /** The spaces to insert before the word. */
  missingSpaces: string
  /** The start of the word. The text from here to the cursor is the typed text. */
  wordStart: number
  /** The column in which the word will be. */
  column: number
  /** The column of the word, if it is a key; otherwise, of the key to which the value belongs. */
  keyColumn: number
}

/** A cursor in a comment; `start` is the offset of the `#`. */
export type CommentCursor = { role: 'comment'; start: number; offset: number }

/** A private-use character of Unicode, which is not expected in any file. */
const placeholder = '\ue000'

type TrialText = { text: string; placeholderOffset: number }

type CursorLine = {
  text: string
  offset: number
  line: TextLine
  lineText: LineText
  level: OpenLevel
}

/**
 * The possible positions of a cursor at an offset: none where nothing can be inserted, such as in a block scalar; two
 * if both the keys of a map and the dashes of a list may follow in the same column. Puts a placeholder at the cursor,
 * parses its surroundings and finds the placeholder again. Works in broken files, and ignores distant lines.
 */
export function findCursors(text: string, offset: number): (Cursor | CommentCursor)[] {
  const line = findLine(text, offset)
  const rest = text.slice(offset, line.end)
  const lineText = lexLine(text.slice(line.start, offset), rest)
  if (isBeforeContent(lineText.textBefore, rest)) return []
  const isBlank = lineText.textBefore.trim() === '' && lineText.textAfter === ':'
  const column = isBlank ? lineText.textBefore.replace('\ufeff', '').length : line.column
  const surroundingLevels = lineText.isSingleWord ? findLevels(text, line) : undefined
  const levels = surroundingLevels
    ? selectNearestLevels(
        isBlank ? surroundingLevels : { ...surroundingLevels, columnBelow: 0 },
        column,
      )
    : [{ column: line.column, kind: 'map' as const }]
  return levels.flatMap((level) => findCursorsOnLine({ text, offset, line, lineText, level }))
}

/** Whether a cursor is in the indentation before content, or at the `#` of a comment, where nothing can be inserted. */
const isBeforeContent = (before: string, rest: string): boolean =>
  rest.startsWith('#') ||
  (/^[ \t\ufeff]*(?:-[ \t]+)*$/.test(before) && /^(?:[ \t]+[^ \t#]|-(?:[ \t]|$))/.test(rest))

function findCursorsOnLine(cursorLine: CursorLine): (Cursor | CommentCursor)[] {
  let doubtfulTrial:
    { document: Document; found: FoundPlaceholder; placeholderOffset: number } | undefined
  for (const { text, placeholderOffset } of createTrials(cursorLine)) {
    const document = parseDocument(text)
    const comment = document.comments.find(
      ({ start, end }) => start < placeholderOffset && placeholderOffset < end,
    )
    if (comment)
      return [
        {
          role: 'comment',
          start: cursorLine.offset - (placeholderOffset - comment.start),
          offset: cursorLine.offset,
        },
      ]
    const found = findPlaceholder(document, placeholderOffset)
    if (!found) continue
    if (!hasProblemOnLine(document, placeholderOffset))
      return createCursors(cursorLine, { document, found, placeholderOffset })
    doubtfulTrial ??= { document, found, placeholderOffset }
  }
  return doubtfulTrial ? createCursors(cursorLine, doubtfulTrial) : []
}

/** Whether the line of the placeholder has a syntax error, so that the place found for the placeholder may be wrong. */
function hasProblemOnLine({ text, problems }: Document, placeholderOffset: number): boolean {
  const start = text.lastIndexOf('\n', placeholderOffset - 1) + 1
  const end = text.indexOf('\n', placeholderOffset)
  return problems.some((problem) => problem.start < end && problem.end > start)
}

/**
 * Texts to parse, from the most to the least complete: all lines around the cursor; the lines up to the cursor with
 * open brackets closed; the same lines without closing brackets; and only the keys and dashes that contain the cursor,
 * so that errors elsewhere do not matter.
 */
function* createTrials({ text, line, lineText, level }: CursorLine): Generator<TrialText> {
  const { above, below } = createExcerpt(text, line, level.column)
  const isList = level.kind === 'list'
  const linePrefix =
    (lineText.isSingleWord
      ? ' '.repeat(level.column) +
        (isList ? '- ' : '') +
        lineText.textBefore.replace(/^[ \t\ufeff]+/, '')
      : lineText.textBefore.replace('\ufeff', '')) + lineText.missingSpace
  const joinLines = (lines: readonly TextLine[]): string =>
    lines.map(({ start, end }) => `${text.slice(start, end)}\n`).join('')
  const createTrial = (textAbove: string, textBelow: string, closing = ''): TrialText => ({
    text: `${textAbove}${linePrefix}${placeholder}${lineText.textAfter}${closing}\n${textBelow}`,
    placeholderOffset: textAbove.length + linePrefix.length,
  })
  const textAbove = joinLines(above)
  yield createTrial(textAbove, joinLines(below))
  const brackets = findClosingBrackets(textAbove + linePrefix)
  if (brackets !== '') yield createTrial(textAbove, '', brackets)
  yield createTrial(textAbove, '')
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

/** The scalar that contains the placeholder: the key of an entry of a map, or a value. */
type FoundPlaceholder = {
  scalar: Scalar
  place: PathNode
  map: MapNode | undefined
  isFlow: boolean
  keyStart: number
}

function findPlaceholder(
  document: Document,
  placeholderOffset: number,
): FoundPlaceholder | undefined {
  const pendingNodes: { node: Node; place: PathNode }[] = document.root
    ? [{ node: document.root, place: { parent: undefined, step: '' } }]
    : []
  for (let next = pendingNodes.pop(); next; next = pendingNodes.pop()) {
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
      const isFlow = node.kind === 'map' || node.kind === 'list' ? node.isFlow : false
      if (key && node.kind === 'map' && containsPlaceholder(key, placeholderOffset))
        return { scalar: key, place, map: node, isFlow, keyStart: key.start }
      const childPlace: PathNode = { parent: place, step }
      if (containsPlaceholder(value, placeholderOffset))
        return {
          scalar: value,
          place: childPlace,
          map: undefined,
          isFlow,
          keyStart: key?.start ?? value.start,
        }
      if (value.kind === 'map' || value.kind === 'list')
        pendingNodes.push({ node: value, place: childPlace })
    }
  }
  return undefined
}

const containsPlaceholder = (node: Node, placeholderOffset: number): node is Scalar =>
  node.kind === 'text' &&
  node.start <= placeholderOffset &&
  placeholderOffset < node.end &&
  node.value.includes(placeholder)

function createCursors(
  cursorLine: CursorLine,
  {
    document,
    found,
    placeholderOffset,
  }: { document: Document; found: FoundPlaceholder; placeholderOffset: number },
): Cursor[] {
  const { text, offset, lineText, level, line } = cursorLine
  const { scalar, place, map, isFlow, keyStart } = found
  if (
    scalar.style === 'literal' ||
    scalar.style === 'folded' ||
    document.text.slice(scalar.start, placeholderOffset).includes('\n')
  )
    return []
  const quote = scalar.style === 'single' ? "'" : scalar.style === 'double' ? '"' : ''
  const needsClosingQuote = lineText.needsClosingQuote && quote !== ''
  const wordStart = offset - (placeholderOffset - scalar.start)
  const end = Math.min(
    offset + scalar.end - placeholderOffset - 1 - (needsClosingQuote ? 1 : 0),
    line.end,
  )
  const lineStart = document.text.lastIndexOf('\n', placeholderOffset) + 1
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
      presentKeys: new Set(names),
      isOnlyEntry: lineText.hasAddedColon && map?.pairs.length === 1,
      needsDash: lineText.isSingleWord && !isFlow && level.kind === 'list',
      isFlow,
      hasLinesBelow: hasLinesBelow(text, line, Math.max(keyStart - lineStart, 0)),
      hasColon: map !== undefined && /^[ \t]*:(?:\s|$)/.test(text.slice(end, line.end)),
      quote,
      needsClosingQuote,
      ...(lineText.isSingleWord && !isFlow
        ? snapToColumn(text, wordStart, level.column)
        : { start: wordStart, missingSpaces: lineText.missingSpace }),
      end,
      wordStart,
      column: scalar.start - lineStart,
      keyColumn: Math.max(keyStart - lineStart, 0),
    },
  ]
}

/**
 * Moves a word to a column: returns the start of the text to replace, before any surplus spaces, and the spaces to
 * insert.
 */
function snapToColumn(
  text: string,
  wordStart: number,
  column: number,
): { start: number; missingSpaces: string } {
  const { start } = findLine(text, wordStart)
  const margin = text.slice(start, wordStart)
  const markLength = margin.startsWith('\ufeff') ? 1 : 0
  if (margin.includes('\t')) return { start: start + markLength, missingSpaces: ' '.repeat(column) }
  const missingColumns = column - (margin.length - markLength)
  return missingColumns > 0
    ? { start: wordStart, missingSpaces: ' '.repeat(missingColumns) }
    : { start: start + markLength + column, missingSpaces: '' }
}

/**
 * Whether the next line that is not blank or a comment is indented more deeply than a key in a column, or begins with a
 * dash in that column.
 */
function hasLinesBelow(text: string, line: TextLine, column: number): boolean {
  let below = findLineBelow(text, line)
  while (below && isBlankOrComment(text, below)) below = findLineBelow(text, below)
  return (
    below !== undefined &&
    (below.column > column || (below.column === column && startsWithDash(text, below)))
  )
}
