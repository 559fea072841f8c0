import type { Line } from '../lines.js'
import {
  getContent,
  isBlankOrComment,
  findLineAbove,
  findLineBelow,
  findOuterLineAbove,
  startsWithDash,
  findOuterLineBelow,
} from '../lines.js'

/** A column in which the entries of an open map or the dashes of an open list stand. */
export type OpenLevel = { column: number; kind: 'map' | 'list' }

/** Where a new line between two others may begin. */
export type Levels = {
  /** The innermost first. */
  levels: readonly OpenLevel[]
  /** Whether something may begin further right: the line above ends with a colon or a dash. */
  open: boolean
  /** Column of the next line below; what begins further left would cut it off. */
  next: number
}

/** A key, a dash or the head of a block of text, with nothing behind it. */
const openingPattern = /(?:^-|[ \t]-|:|[ \t][|>][+-]?\d?)(?:[ \t]+[&!][^\s]*)*[ \t]*(?:[ \t]#.*)?$/

/** What stands behind the dash of an item that is a text or in brackets, so that it has no entries below. */
const closedItemPattern =
  /^(?:[[{*]|(?![&!]|("[^"]*"|'[^']*'|[^\s"'#](?:[^:]|:(?=\S))*?)[ \t]*:(?:\s|$)))/

function findOpenLevels(text: string, line: Line): OpenLevel[] {
  const content = getContent(text, line)
  const dashes = /^(?:-[ \t]+)*(?:-$)?/.exec(content)?.[0] ?? ''
  const lists = [...dashes.matchAll(/-/g)].map(({ index }): OpenLevel => ({
    column: line.column + index,
    kind: 'list',
  }))
  return content.length > dashes.length &&
    !(lists.length > 0 && closedItemPattern.test(content.slice(dashes.length)))
    ? [{ column: line.column + dashes.length, kind: 'map' }, ...lists.reverse()]
    : lists.reverse()
}

/** The columns in which a line that replaces another may begin. */
export function findLevels(text: string, line: Line): Levels {
  const levels: OpenLevel[] = []
  let open: boolean | undefined
  for (
    let above = findLineAbove(text, line);
    above;
    above =
      open === undefined
        ? findLineAbove(text, above)
        : findOuterLineAbove(text, above, levels.at(-1)?.column ?? 0)
  ) {
    if (isBlankOrComment(text, above)) continue
    open ??= openingPattern.test(getContent(text, above))
    for (const level of findOpenLevels(text, above))
      if (isFurtherOut(level, levels.at(-1))) levels.push(level)
    const least = levels.at(-1)
    if (least?.column === 0 && least.kind === 'map') break
  }
  let below = findLineBelow(text, line)
  while (below && isBlankOrComment(text, below)) below = findLineBelow(text, below)
  return { levels, open: open ?? true, next: below?.column ?? 0 }
}

/** Whether a level is around another; the dashes of a list may stand in the column of the key that has it. */
const isFurtherOut = ({ column, kind }: OpenLevel, inner: OpenLevel | undefined): boolean =>
  inner === undefined ||
  column < inner.column ||
  (column === inner.column && kind === 'map' && inner.kind === 'list')

/** The levels at which something that stands in a column is meant to be: a new one where nothing is yet. */
export function selectNearestLevels(
  { levels, open, next }: Levels,
  column: number,
): readonly OpenLevel[] {
  const top = levels[0]?.column ?? -1
  if (open && next > top) return [{ column: next, kind: 'map' }]
  if (open && column > top) return [{ column, kind: 'map' }]
  const allowed = levels.filter((level) => level.column >= next)
  const nearest = allowed.find((level) => level.column <= column) ?? allowed.at(-1)
  return nearest
    ? allowed.filter((level) => level.column === nearest.column)
    : [{ column, kind: 'map' }]
}

/** What stands around a line in its section, above and below, as far as it bears on the line. */
export type Excerpt = { above: readonly Line[]; below: readonly Line[] }

/** Lines that are taken as they are; further away, only those that hold the place together. */
const maxNearbyLines = 200

/** Whether a line at the left edge begins another section: a list or a bracket there belongs to the one before. */
const startsSection = (text: string, line: Line): boolean =>
  line.column === 0 &&
  !isBlankOrComment(text, line) &&
  !startsWithDash(text, line) &&
  !/^[\]}]/.test(getContent(text, line))

const isMarker = (text: string, line: Line): boolean =>
  line.column === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(getContent(text, line))

/** Whether a line begins an entry of a list left of a column. */
const beginsItem = (text: string, line: Line, column: number): boolean =>
  line.column < column && startsWithDash(text, line)

/**
 * The lines around a line that say where in the file it is: its section, or all where it is at the left edge. What is
 * deeper than the line in other entries of lists, in other sections or far away is left out, so that the size of the
 * file does not matter.
 */
export function createExcerpt(text: string, line: Line, column: number): Excerpt {
  return {
    above: collectLinesAbove(text, line, column),
    below: collectLinesBelow(text, line, column),
  }
}

function collectLinesAbove(text: string, line: Line, column: number): Line[] {
  const openLines: Line[] = []
  let least = column
  let maxColumn: number | undefined
  for (
    let above = findLineAbove(text, line);
    above && !isMarker(text, above);
    above =
      maxColumn === undefined
        ? findLineAbove(text, above)
        : findOuterLineAbove(text, above, maxColumn)
  ) {
    openLines.push(above)
    const isHead = startsSection(text, above)
    if (column > 0 && isHead) break
    const isLeft = isHead || beginsItem(text, above, least)
    if (!isBlankOrComment(text, above)) least = Math.min(least, above.column)
    // Of other entries of the same list, the lines of their dashes are enough.
    maxColumn =
      isLeft || openLines.length >= maxNearbyLines
        ? least
        : above.column === column && startsWithDash(text, above)
          ? column + 1
          : undefined
    if (openLines.length === maxNearbyLines)
      while (openLines.length > 1 && (openLines.at(-1)?.column ?? 0) > least) openLines.pop()
  }
  return openLines.reverse()
}

function collectLinesBelow(text: string, line: Line, column: number): Line[] {
  const openLines: Line[] = []
  let maxColumn: number | undefined
  for (
    let below = findLineBelow(text, line);
    below && !isMarker(text, below);
    below =
      maxColumn === undefined
        ? findLineBelow(text, below)
        : findOuterLineBelow(text, below, maxColumn)
  ) {
    const isHead = startsSection(text, below)
    if (
      column > 0 &&
      (openLines.length >= maxNearbyLines || isHead || beginsItem(text, below, column))
    )
      break
    openLines.push(below)
    maxColumn = isHead || openLines.length >= maxNearbyLines ? 0 : undefined
  }
  return openLines
}

/** Of the lines above, those that lead to a column: each begins further left than the ones below it, or is the key of their dashes. */
export function selectLeadingLines(text: string, above: readonly Line[], column: number): Line[] {
  const openLines: Line[] = []
  let least = column
  for (const line of [...above].reverse()) {
    const last = openLines.at(-1)
    const isHead =
      line.column === least &&
      last !== undefined &&
      startsWithDash(text, last) &&
      !startsWithDash(text, line)
    if ((line.column >= least && !isHead) || isBlankOrComment(text, line)) continue
    openLines.push(line)
    least = line.column
  }
  return openLines.reverse()
}

/** How a line is read with a placeholder in it. */
export type LineText = {
  /** The line up to the cursor. */
  before: string
  /** What is missing between it and the placeholder: the blank behind a colon or a dash. */
  gap: '' | ' '
  /** What follows the placeholder, with the colon or the quote that is missing. */
  after: string
  /** Whether the line has nothing or a single word, so that another place on it may be meant. */
  alone: boolean
  /** Whether a colon was put behind the word, so that it may as well be no key. */
  bare: boolean
  /** The quote before the cursor is not closed on the line. */
  closes: boolean
}

const leadPattern = /^[ \t\ufeff]*(?:-[ \t]+)*(?:-(?=$))?/

/** What may be a key or an item: without colon, indicators, or a comment. */
const wordPattern = /^(?:"[^"]*"?|'[^']*'?|[^\s#{}[\],&*!|>'"%@`](?:[^#:{}[\],]|:(?=\S))*|)$/

/** Protocols that stand before a colon in addresses of lists. */
const protocols = /^(?:tls|dtls|tcp|wss?|udp|https?|file|pem)$/

/** Reads the two parts of a line around a cursor. */
export function lexLine(before: string, rest: string): LineText {
  const inside = findOpenQuote(before)
  if (inside === '#')
    return { before, gap: '', after: rest, alone: false, bare: false, closes: false }
  const dashes = leadPattern.exec(before)?.[0] ?? ''
  const [tail] = /^(?:(?!\s#|^#).)*/.exec(rest) ?? ['']
  const closes = inside !== '' && !tail.includes(inside)
  const own =
    inside === ''
      ? tail.trimEnd()
      : closes
        ? (/^[^,}\]]*/.exec(tail)?.[0] ?? '').trimEnd() + inside
        : tail
  const body = (before.slice(dashes.length) + own).trim()
  const isWord = wordPattern.test(body)
  const after = isWord ? `${own}:` : own + (closes ? '' : rest.slice(own.length))
  return {
    before,
    gap: findGap(before, inside, dashes),
    after,
    alone: isWord && dashes.trim() === '',
    bare: isWord,
    closes,
  }
}

function findGap(before: string, inside: string, dashes: string): '' | ' ' {
  if (inside !== '') return ''
  if (before === dashes) return dashes.endsWith('-') ? ' ' : ''
  const from = Math.max(before.lastIndexOf('{'), before.lastIndexOf(','), before.lastIndexOf('['))
  const isItem = before.charAt(from) === '[' || dashes.trim() !== ''
  const [, key] =
    /^\s*("[^"]*"|'[^']*'|[^\s"'#](?:[^#:]|:(?=\S))*):$/.exec(
      before.slice(from < 0 ? dashes.length : from + 1),
    ) ?? []
  return key === undefined || (isItem && protocols.test(key)) ? '' : ' '
}

const closingBrackets: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The brackets that close those which a text leaves open. */
export function findClosers(text: string): string {
  const open: string[] = []
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|(?<=[\s{[,:]|^)'(?:[^']|'')*'?|(?<=\s|^)#[^\n]*|[{[](?=\s|.)|[\]}]/gm,
  )) {
    const closer = closingBrackets[token]
    if (closer !== undefined) open.push(closer)
    else if (token === '}' || token === ']') open.pop()
  }
  return open.reverse().join('')
}

/** The quote that is open at the end of a part of a line, or `#` in a comment. */
function findOpenQuote(text: string): '' | '"' | "'" | '#' {
  let open: '' | '"' | "'" = ''
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset)
    if (open !== '') {
      if (open === '"' && character === '\\') offset += 1
      else if (character === open) open = ''
    } else if (character === '#' && /^[ \t]?$/.test(text.charAt(offset - 1))) return '#'
    else if (
      (character === '"' || character === "'") &&
      /(?:^|[{,[]|[-:?]\s)\s*(?:[&!]\S+\s+)*$/.test(text.slice(0, offset))
    )
      open = character
  }
  return open
}
