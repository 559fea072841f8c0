import type { TextLine } from '../lines.js'
import {
  getContent,
  isBlankOrComment,
  findPreviousLine,
  findLineBelow,
  findOuterLineAbove,
  startsWithDash,
  findOuterLineBelow,
} from '../lines.js'

/** The column of the entries of an open map, or of the dashes of an open list. */
export type OpenLevel = { column: number; kind: 'map' | 'list' }

/** The columns in which a new line between two lines may begin. */
export type Levels = {
  /** The open maps and lists, the innermost first. */
  levels: readonly OpenLevel[]
  /**
   * Whether a new line may begin further right: the line above ends with a colon, a dash or a block scalar header, or
   * there is no line above.
   */
  opensLevel: boolean
  /**
   * Column of the line below, or 0 if there is none. A new line further left would separate that line from its parent.
   */
  columnBelow: number
}

/** Longer lines are treated as if they had no entries below. */
const maxLineLength = 1000

/**
 * Matches a line that ends with a colon, a dash or a block scalar header, perhaps followed by an anchor, a tag or a
 * comment.
 */
const openingPattern = /(?:^-|[ \t]-|:|[ \t][|>][+-]?\d?)(?:[ \t]+[&!][^\s]*)*[ \t]*(?:[ \t]#.*)?$/

/**
 * Matches the content after the dash of an item that has no entries below, because it is a scalar or a flow collection.
 */
const closedItemPattern =
  /^(?:[[{*]|(?![&!]|("[^"]*"|'[^']*'|[^\s"'#](?:[^:]|:(?=\S))*?)[ \t]*:(?:\s|$)))/

const isOpening = (content: string): boolean =>
  content.length <= maxLineLength && openingPattern.test(content)

const isClosedItem = (content: string): boolean =>
  content.length > maxLineLength || closedItemPattern.test(content)

function findOpenLevels(text: string, line: TextLine): OpenLevel[] {
  const content = getContent(text, line)
  const dashes = /^(?:-[ \t]+)*(?:-$)?/.exec(content)?.[0] ?? ''
  const lists = [...dashes.matchAll(/-/g)].map(({ index }): OpenLevel => ({
    column: line.column + index,
    kind: 'list',
  }))
  return content.length > dashes.length &&
    !(lists.length > 0 && isClosedItem(content.slice(dashes.length)))
    ? [{ column: line.column + dashes.length, kind: 'map' }, ...lists.reverse()]
    : lists.reverse()
}

/** The columns in which a line may begin, according to the lines around it. Ignores the content of the line itself. */
export function findLevels(text: string, line: TextLine): Levels {
  const levels: OpenLevel[] = []
  let opensLevel: boolean | undefined
  for (
    let previous = findPreviousLine(text, line);
    previous;
    previous =
      opensLevel === undefined
        ? findPreviousLine(text, previous)
        : findOuterLineAbove(text, previous, levels.at(-1)?.column ?? 0)
  ) {
    if (isBlankOrComment(text, previous)) continue
    opensLevel ??= isOpening(getContent(text, previous))
    for (const level of findOpenLevels(text, previous))
      if (isFurtherOut(level, levels.at(-1))) levels.push(level)
    const outermost = levels.at(-1)
    if (outermost?.column === 0 && outermost.kind === 'map') break
  }
  let below = findLineBelow(text, line)
  while (below && isBlankOrComment(text, below)) below = findLineBelow(text, below)
  return { levels, opensLevel: opensLevel ?? true, columnBelow: below?.column ?? 0 }
}

/** Whether a level contains another one. The dashes of a list may be in the same column as its key. */
const isFurtherOut = ({ column, kind }: OpenLevel, inner: OpenLevel | undefined): boolean =>
  inner === undefined ||
  column < inner.column ||
  (column === inner.column && kind === 'map' && inner.kind === 'list')

/**
 * The open levels to which content in a column most likely belongs; a new level if the line above opens one there, or
 * if no open level fits.
 */
export function selectNearestLevels(
  { levels, opensLevel, columnBelow }: Levels,
  column: number,
): readonly OpenLevel[] {
  const innermostColumn = levels[0]?.column ?? -1
  if (opensLevel && columnBelow > innermostColumn) return [{ column: columnBelow, kind: 'map' }]
  if (opensLevel && column > innermostColumn) return [{ column, kind: 'map' }]
  const allowedLevels = levels.filter((level) => level.column >= columnBelow)
  const nearest = allowedLevels.find((level) => level.column <= column) ?? allowedLevels.at(-1)
  return nearest
    ? allowedLevels.filter((level) => level.column === nearest.column)
    : [{ column, kind: 'map' }]
}

/** The lines above and below a line that determine its position in the file. */
export type Excerpt = { above: readonly TextLine[]; below: readonly TextLine[] }

/**
 * Maximum number of lines in each direction, apart from less indented lines. Farther above, only lines that may be
 * parents of the line at the cursor are included. Farther below, only lines at the left edge are included, and only if
 * the line at the cursor is there, too.
 */
const maxNearbyLines = 200

/** Whether a line at the left edge begins another section. A list or a bracket there belongs to the section before. */
const startsSection = (text: string, line: TextLine): boolean =>
  line.column === 0 &&
  !isBlankOrComment(text, line) &&
  !startsWithDash(text, line) &&
  !/^[\]}]/.test(getContent(text, line))

const isMarker = (text: string, line: TextLine): boolean =>
  line.column === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(getContent(text, line))

const beginsItem = (text: string, line: TextLine, column: number): boolean =>
  line.column < column && startsWithDash(text, line)

/**
 * The lines around a line that determine its position in the file: its section, or everything if the line is at the
 * left edge. Omits other sections, distant lines, and more deeply indented lines in other list entries, so that the
 * time does not depend on the size of the file.
 */
export function createExcerpt(text: string, line: TextLine, column: number): Excerpt {
  return {
    above: collectLinesAbove(text, line, column),
    below: collectLinesBelow(text, line, column),
  }
}

function collectLinesAbove(text: string, line: TextLine, column: number): TextLine[] {
  const lines: TextLine[] = []
  let minColumn = column
  let maxColumn: number | undefined
  for (
    let previous = findPreviousLine(text, line);
    previous && !isMarker(text, previous);
    previous =
      maxColumn === undefined
        ? findPreviousLine(text, previous)
        : findOuterLineAbove(text, previous, maxColumn)
  ) {
    lines.push(previous)
    const isSectionStart = startsSection(text, previous)
    if (column > 0 && isSectionStart) break
    const isOuter = isSectionStart || beginsItem(text, previous, minColumn)
    if (!isBlankOrComment(text, previous)) minColumn = Math.min(minColumn, previous.column)
    // Deeper lines in other entries of the same list are skipped: they do not affect where the line at the cursor
    // belongs.
    maxColumn =
      isOuter || lines.length >= maxNearbyLines
        ? minColumn
        : previous.column === column && startsWithDash(text, previous)
          ? column + 1
          : undefined
    if (lines.length === maxNearbyLines)
      while (lines.length > 1 && (lines.at(-1)?.column ?? 0) > minColumn) lines.pop()
  }
  return lines.reverse()
}

function collectLinesBelow(text: string, line: TextLine, column: number): TextLine[] {
  const lines: TextLine[] = []
  let maxColumn: number | undefined
  for (
    let below = findLineBelow(text, line);
    below && !isMarker(text, below);
    below =
      maxColumn === undefined
        ? findLineBelow(text, below)
        : findOuterLineBelow(text, below, maxColumn)
  ) {
    const isSectionStart = startsSection(text, below)
    if (
      column > 0 &&
      (lines.length >= maxNearbyLines || isSectionStart || beginsItem(text, below, column))
    )
      break
    lines.push(below)
    maxColumn = isSectionStart || lines.length >= maxNearbyLines ? 0 : undefined
  }
  return lines
}

/**
 * The lines above that are the ancestors of content in a column. Each one begins further left than the next one, or is
 * the key of a list whose dashes are in the same column.
 */
export function selectLeadingLines(
  text: string,
  above: readonly TextLine[],
  column: number,
): TextLine[] {
  const lines: TextLine[] = []
  let minColumn = column
  for (const line of [...above].reverse()) {
    const lastLine = lines.at(-1)
    const isKeyOfList =
      line.column === minColumn &&
      lastLine !== undefined &&
      startsWithDash(text, lastLine) &&
      !startsWithDash(text, line)
    if ((line.column >= minColumn && !isKeyOfList) || isBlankOrComment(text, line)) continue
    lines.push(line)
    minColumn = line.column
  }
  return lines.reverse()
}

/** A line split at the cursor, with what must be added so that it can be parsed with a placeholder there. */
export type LineText = {
  textBefore: string
  /** The space that is missing before the placeholder, after a colon or a dash. */
  missingSpace: '' | ' '
  /** The text after the placeholder, with a missing colon or quote added. */
  textAfter: string
  /** Whether the line is empty or a single word. A completion may then move the word to another column. */
  isSingleWord: boolean
  /** Whether a colon was added after the word, which may be a value instead of a key. */
  hasAddedColon: boolean
  /** Whether the quote before the cursor is unclosed, so that a completion must close it. */
  needsClosingQuote: boolean
}

const dashesPattern = /^[ \t\ufeff]*(?:-[ \t]+)*(?:-(?=$))?/

/**
 * Matches a possible key or item, which may be empty or unfinished. Unless it is quoted, it contains no YAML indicator,
 * comment, or colon before a space.
 */
const wordPattern = /^(?:"[^"]*"?|'[^']*'?|[^\s#{}[\],&*!|>'"%@`](?:[^#:{}[\],]|:(?=\S))*|)$/

/** Protocols of addresses: in a list, such a word before a colon is not a key. */
const protocolPattern = /^(?:tls|dtls|tcp|wss?|udp|https?|file|pem)$/

export function lexLine(textBefore: string, rest: string): LineText {
  const openQuote = findOpenQuote(textBefore)
  if (openQuote === '#')
    return {
      textBefore,
      missingSpace: '',
      textAfter: rest,
      isSingleWord: false,
      hasAddedColon: false,
      needsClosingQuote: false,
    }
  const dashes = dashesPattern.exec(textBefore)?.[0] ?? ''
  const [tail] = /^(?:(?!\s#|^#).)*/.exec(rest) ?? ['']
  const needsClosingQuote = openQuote !== '' && !tail.includes(openQuote)
  const content =
    openQuote === ''
      ? tail.trimEnd()
      : needsClosingQuote
        ? (/^[^,}\]]*/.exec(tail)?.[0] ?? '').trimEnd() + openQuote
        : tail
  const lineContent = (textBefore.slice(dashes.length) + content).trim()
  const isWord = wordPattern.test(lineContent)
  const textAfter = isWord
    ? `${content}:`
    : content + (needsClosingQuote ? '' : rest.slice(content.length))
  return {
    textBefore,
    missingSpace: findMissingSpace(textBefore, openQuote, dashes),
    textAfter,
    isSingleWord: isWord && dashes.trim() === '',
    hasAddedColon: isWord,
    needsClosingQuote,
  }
}

function findMissingSpace(textBefore: string, openQuote: string, dashes: string): '' | ' ' {
  if (openQuote !== '') return ''
  if (textBefore === dashes) return dashes.endsWith('-') ? ' ' : ''
  const separatorOffset = Math.max(
    textBefore.lastIndexOf('{'),
    textBefore.lastIndexOf(','),
    textBefore.lastIndexOf('['),
  )
  const isItem = textBefore.charAt(separatorOffset) === '[' || dashes.trim() !== ''
  const [, key] =
    /^\s*("[^"]*"|'[^']*'|[^\s"'#](?:[^#:]|:(?=\S))*):$/.exec(
      textBefore.slice(separatorOffset < 0 ? dashes.length : separatorOffset + 1),
    ) ?? []
  return key === undefined || (isItem && protocolPattern.test(key)) ? '' : ' '
}

const closingBrackets: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The brackets that close those left open in a text. */
export function findClosingBrackets(text: string): string {
  const unclosedBrackets: string[] = []
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|(?<=[\s{[,:]|^)'(?:[^']|'')*'?|(?<=\s|^)#[^\n]*|[{[](?=\s|.)|[\]}]/gm,
  )) {
    const closer = closingBrackets[token]
    if (closer !== undefined) unclosedBrackets.push(closer)
    else if (token === '}' || token === ']') unclosedBrackets.pop()
  }
  return unclosedBrackets.reverse().join('')
}

/** The quote that is still open at the end of a text; `#` if the text ends in a comment; otherwise empty. */
function findOpenQuote(text: string): '' | '"' | "'" | '#' {
  let openQuote: '' | '"' | "'" = ''
  // Whether a value may begin at the offset, with or without an anchor or a tag before it.
  let isStart = true
  // Whether the offset is within an anchor or a tag.
  let isProperty = false
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset)
    const isBlank = /\s/.test(character)
    if (openQuote !== '') {
      if (openQuote === '"' && character === '\\') offset += 1
      else if (character === openQuote) openQuote = ''
    } else if (character === '#' && /^[ \t]?$/.test(text.charAt(offset - 1))) return '#'
    else if (isStart && (character === '"' || character === "'")) {
      openQuote = character
      isStart = false
    } else if (isBlank) {
      isStart ||= isProperty || /^[-:?]$/.test(text.charAt(offset - 1))
      isProperty = false
    } else {
      isProperty ||= isStart && /[&!]/.test(character)
      isStart = /[{,[]/.test(character)
    }
  }
  return openQuote
}
