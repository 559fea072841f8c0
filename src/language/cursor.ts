import type { Path, Way } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Document, MapNode, Node, Scalar } from '../document.js'
import { parseDocument } from '../document.js'
import { excerptAround, waysTo } from './excerpt.js'
import type { Level } from './levels.js'
import { levelsAt, nearestLevels } from './levels.js'
import type { LineText } from './line-text.js'
import { closersOf, lexLine } from './line-text.js'
import type { Line } from './lines.js'
import { isDash, isIdle, lineAt, lineBelow } from './lines.js'

/** Where a cursor stands in the structure of a text, and what is replaced there. */
export type Cursor = {
  role: 'key' | 'value'
  /** Of the map that a key is for, or of a value; counted in `document`. */
  path: Path
  /** What stands around, with a placeholder at the cursor. */
  document: Document
  /** The map that a key is for. */
  map: MapNode | undefined
  /** Names of the other keys of the map. */
  present: ReadonlySet<string>
  /** The map has nothing else, so that it may as well be a text, or the place of a list. */
  lone: boolean
  /** A dash has to be written first. */
  dash: boolean
  flow: boolean
  /** Whether lines stand below that belong to what is written here. */
  hasBelow: boolean
  /** Whether a colon follows already. */
  hasColon: boolean
  quote: '' | '"' | "'"
  /** The quote is still open. */
  closes: boolean
  /** What is replaced: a word with what is wrong about its indentation, up to its end, which may be behind the cursor. */
  start: number
  end: number
  /** Blanks that are missing before the word. */
  lead: string
  /** Where the word itself starts; what stands from there up to the cursor was typed. */
  word: number
  /** The column that the word will stand in, and that of the key of a value. */
  column: number
  keyColumn: number
}

/** A cursor in a comment, from its sign on. */
export type CommentCursor = { role: 'comment'; start: number; offset: number }

/** A character of nobody's language. */
const placeholder = '\ue000'

/** A text with a placeholder, and where it is. */
type Trial = { text: string; at: number }

type Standing = { text: string; offset: number; line: Line; lexed: LineText; level: Level }

/**
 * Where an offset is: nowhere in blocks of text and behind the end of the document, twice where the keys of a map and
 * the dashes of a list may follow in one column. A placeholder is put at the cursor, its surroundings are parsed, and
 * it is found again. Works in broken texts; what is far away is not looked at.
 */
export function cursorsAt(text: string, offset: number): (Cursor | CommentCursor)[] {
  const line = lineAt(text, offset)
  const rest = text.slice(offset, line.end)
  const lexed = lexLine(text.slice(line.start, offset), rest)
  if (isBeside(lexed.before, rest)) return []
  const isBlank = lexed.before.trim() === '' && lexed.after === ':'
  const column = isBlank ? lexed.before.replace('\ufeff', '').length : line.column
  const around = lexed.alone ? levelsAt(text, line) : undefined
  const levels = around
    ? nearestLevels(isBlank ? around : { ...around, next: 0 }, column)
    : [{ column: line.column, kind: 'map' as const }]
  return levels.flatMap((level) => cursorAt({ text, offset, line, lexed, level }))
}

/** Whether a cursor stands in the indentation of something, or at the sign of a comment: nothing can be written there. */
const isBeside = (before: string, rest: string): boolean =>
  rest.startsWith('#') ||
  (/^[ \t\ufeff]*(?:-[ \t]+)*$/.test(before) && /^(?:[ \t]+[^ \t#]|-(?:[ \t]|$))/.test(rest))

function cursorAt(standing: Standing): (Cursor | CommentCursor)[] {
  let doubtful: { document: Document; found: Found; at: number } | undefined
  for (const { text, at } of trialsOf(standing)) {
    const document = parseDocument(text)
    const comment = document.comments.find(({ start, end }) => start < at && at < end)
    if (comment)
      return [
        { role: 'comment', start: standing.offset - (at - comment.start), offset: standing.offset },
      ]
    const found = find(document, at)
    if (!found) continue
    if (!isDisturbed(document, at)) return cursorOf(standing, { document, found, at })
    doubtful ??= { document, found, at }
  }
  return doubtful ? cursorOf(standing, doubtful) : []
}

/** Whether something is wrong with the line of an offset, so that it may have been read elsewhere than it stands. */
function isDisturbed({ text, problems }: Document, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return problems.some((problem) => problem.start < end && problem.end > start)
}

/** The surroundings as they are; without what is below, with brackets closed and as it is; and only the lines that lead here, which nothing broken can disturb. */
function* trialsOf({ text, line, lexed, level }: Standing): Generator<Trial> {
  const { above, below } = excerptAround(text, line, level.column)
  const isList = level.kind === 'list'
  const own =
    (lexed.alone
      ? ' '.repeat(level.column) + (isList ? '- ' : '') + lexed.before.replace(/^[ \t\ufeff]+/, '')
      : lexed.before.replace('\ufeff', '')) + lexed.gap
  const joined = (lines: readonly Line[]): string =>
    lines.map(({ start, end }) => `${text.slice(start, end)}\n`).join('')
  const trial = (before: string, after: string, closing = ''): Trial => ({
    text: `${before}${own}${placeholder}${lexed.after}${closing}\n${after}`,
    at: before.length + own.length,
  })
  const before = joined(above)
  yield trial(before, joined(below))
  const closing = closersOf(before + own)
  if (closing !== '') yield trial(before, '', closing)
  yield trial(before, '')
  yield trial(
    joined(waysTo(text, above, level.column + (isList || isDash(text, line) ? 1 : 0))),
    '',
  )
}

/** The scalar that holds the placeholder: the key of an entry of a map, or a value. */
type Found = { scalar: Scalar; way: Way; map: MapNode | undefined; flow: boolean; keyStart: number }

function find(document: Document, at: number): Found | undefined {
  const open: { node: Node; way: Way }[] = document.root
    ? [{ node: document.root, way: { above: undefined, step: '' } }]
    : []
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, way } = next
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
      if (key && node.kind === 'map' && holds(key, at))
        return { scalar: key, way, map: node, flow, keyStart: key.start }
      const below: Way = { above: way, step }
      if (holds(value, at))
        return {
          scalar: value,
          way: below,
          map: undefined,
          flow,
          keyStart: key?.start ?? value.start,
        }
      if (value.kind === 'map' || value.kind === 'list') open.push({ node: value, way: below })
    }
  }
  return undefined
}

const holds = (node: Node, at: number): node is Scalar =>
  node.kind === 'text' && node.start <= at && at < node.end && node.value.includes(placeholder)

function cursorOf(
  standing: Standing,
  { document, found, at }: { document: Document; found: Found; at: number },
): Cursor[] {
  const { text, offset, lexed, level, line } = standing
  const { scalar, way, map, flow, keyStart } = found
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
      path: pathOf(way),
      document,
      map,
      present: new Set(names),
      lone: lexed.bare && map?.pairs.length === 1,
      dash: lexed.alone && !flow && level.kind === 'list',
      flow,
      hasBelow: hasBelow(text, line, Math.max(keyStart - lineStart, 0)),
      hasColon: map !== undefined && /^[ \t]*:(?:\s|$)/.test(text.slice(end, line.end)),
      quote,
      closes,
      ...(lexed.alone && !flow ? snap(text, word, level.column) : { start: word, lead: lexed.gap }),
      end,
      word,
      column: scalar.start - lineStart,
      keyColumn: Math.max(keyStart - lineStart, 0),
    },
  ]
}

/** The blanks before a word that are too many, or those that are missing. */
function snap(text: string, word: number, column: number): { start: number; lead: string } {
  const { start } = lineAt(text, word)
  const margin = text.slice(start, word)
  const mark = margin.startsWith('\ufeff') ? 1 : 0
  if (margin.includes('\t')) return { start: start + mark, lead: ' '.repeat(column) }
  const missing = column - (margin.length - mark)
  return missing > 0
    ? { start: word, lead: ' '.repeat(missing) }
    : { start: start + mark + column, lead: '' }
}

/** Whether the next line with content is indented below a key of a column, or is a dash in its column. */
function hasBelow(text: string, line: Line, column: number): boolean {
  let below = lineBelow(text, line)
  while (below && isIdle(text, below)) below = lineBelow(text, below)
  return (
    below !== undefined &&
    (below.column > column || (below.column === column && isDash(text, below)))
  )
}
